// Guild members through a real hall: its door, its death and its stop.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { memberName } from "../../src/contract/member/member.ts";
import { memberRecord } from "../../src/contract/member/member-record.ts";
import { systemProcesses } from "../../src/host/processes/processes.ts";
import { TestHome, until } from "../harness/hall.ts";
import { addLittle, setBusy } from "../harness/members/members.ts";

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.dispose());

const recordPath = (name: string) => `${home.root}/run/members/${name}.json`;
const recordOf = (name: string) => memberRecord.parse(JSON.parse(readFileSync(recordPath(name), "utf8")));

test("a member is listed, started, read and stopped through the door, and none is started by itself", async () => {
  const name = addLittle(home.root, "little", { how: "worker" });
  const { client } = await home.open();
  const own = async () => (await client.members.list()).members.find((each) => each.name === name);
  expect(await own()).toMatchObject({ state: "stopped", source: "added", tools: null, pid: null });
  expect(existsSync(recordPath("little"))).toBe(false);
  const started = await client.members.start(name);
  expect(started).toMatchObject({ state: "running", tools: [], pid: recordOf("little").pid });
  expect(await client.members.start(name)).toEqual(started);
  expect(await client.members.logs(name)).toEqual({ name, text: "", cut: false });
  expect(await client.members.stop(name)).toMatchObject({ state: "stopped", pid: null });
  expect(systemProcesses.identify(started.pid ?? 0)).toBeUndefined();
});

test("one that came with the hall is shown, and is in the home only once it was used", async () => {
  const { client } = await home.open();
  const bundled = (await client.members.list()).members.filter(({ source }) => source === "bundled");
  expect(bundled.map(({ name, state }) => `${name} ${state}`)).toContain("researcher available");
  expect(existsSync(`${home.root}/guild-members/researcher`)).toBe(false);
});

test("one that came with the hall is put into the home and started there", async () => {
  const { client } = await home.open();
  const researcher = await client.members.start(memberName.parse("researcher"));
  expect(researcher).toMatchObject({
    state: "running",
    source: "bundled",
    directory: `${home.root}/guild-members/researcher`,
    capabilities: ["worker", "web-search"],
    tools: [],
  });
});

test("what is not there, or is out of order, is refused with its reason", async () => {
  addLittle(home.root, "odd", { how: "crashes" });
  const { client } = await home.open();
  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => "done",
      (error: unknown) => (error as { problem: { code: string; message: string } }).problem,
    );
  expect(await refusal(client.members.start(memberName.parse("nobody")))).toMatchObject({
    code: "not_found",
  });
  expect(await refusal(client.members.stop(memberName.parse("nobody")))).toMatchObject({ code: "not_found" });
  expect(await refusal(client.members.logs(memberName.parse("nobody")))).toMatchObject({ code: "not_found" });
  expect(await refusal(client.members.start(memberName.parse("odd")))).toMatchObject({
    code: "member_failed",
    message:
      'Guild member "odd" did not start: it ended with exit code 3; it said last: no luck with start 1.',
  });
});

test("a hall that is killed leaves its members running, and the next one has the same processes", async () => {
  const name = addLittle(home.root, "little");
  const first = await home.open();
  const { pid, address } = await first.client.members.start(name);
  await first.kill("SIGKILL");
  expect(systemProcesses.isAlive(recordOf("little"))).toBe(true);
  const { client } = await home.open();
  const own = async () => (await client.members.list()).members.find((each) => each.name === name);
  await until("it is found again", async () => (await own())?.state === "running");
  expect(await own()).toMatchObject({ pid, address, tools: ["ping"] });
  expect(readFileSync(`${home.root}/guild-members/little/starts`, "utf8")).toBe("1");
});

test("a member that does not answer any more does not keep the next hall from being ready", async () => {
  const name = addLittle(home.root, "little");
  const first = await home.open();
  const { pid } = await first.client.members.start(name);
  await first.kill("SIGKILL");
  process.kill(pid ?? 0, "SIGSTOP");
  const begun = performance.now();
  const { client } = await home.open();
  expect(performance.now() - begun).toBeLessThan(5000);
  const own = (await client.members.list()).members.find((each) => each.name === name);
  expect(own?.state).toBe("starting");
  await client.members.stop(name);
  expect(systemProcesses.identify(pid ?? 0)).toBeUndefined();
});

test("a hall that stops ends its members, but those with a job at work", async () => {
  const [busy, idle] = ["busy", "idle"].map((name) => addLittle(home.root, name, { how: "worker" }));
  const first = await home.open();
  if (busy === undefined || idle === undefined) throw new Error("unreachable");
  const ended = await first.client.members.start(idle);
  const goesOn = await first.client.members.start(busy);
  setBusy(home.root, "busy", true);
  await first.kill("SIGTERM");
  expect(systemProcesses.identify(ended.pid ?? 0)).toBeUndefined();
  expect(systemProcesses.identify(goesOn.pid ?? 0)).toBeDefined();
  const { client } = await home.open();
  await client.members.stop(busy);
  expect(systemProcesses.identify(goesOn.pid ?? 0)).toBeUndefined();
});
