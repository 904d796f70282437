// A credential on its way from a person's shell to the model endpoint: who gets it, and who could have read it.
import { afterEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { probeSandbox } from "../../src/workbench/sandbox/probe.ts";
import { answerText, closeAll, openUpstream, streamed, type Upstream } from "../model/gateway/support.ts";
import { familyOf, filesHolding, holds, processesHolding } from "../harness/find-text.ts";
import { untilEnded } from "../harness/hall.ts";
import { LaunchedHome, type UpLine } from "../harness/launched-home.ts";
import { readFigures } from "../../bench/figure.ts";
import { promptBytes, researchersPrompt } from "../../bench/prompt-bytes.ts";
import { submitAnswer, toolsIn } from "../harness/model-answers.ts";
import { isWithoutSandbox, probe, probeDeps } from "../workbench/sandbox/usable.ts";
import { searchFor, type Search } from "./credentials-search.ts";
import { researcherTools } from "../harness/members/researcher-tools.ts";
import { longTest } from "../harness/long.ts";

/** Of this run alone: all processes of the machine are looked at. */
const canary = `sk-ant-canary-${crypto.randomUUID()}`;

let home: LaunchedHome | undefined;
let letGo = () => {};
afterEach(async () => {
  letGo();
  await home?.dispose();
  home = undefined;
  await closeAll();
});

interface AtWork {
  home: LaunchedHome;
  up: UpLine;
  id: CommissionId;
  upstream: Upstream;
}

/** A commission whose worker waits for the model's first word. */
async function beginWork(env: Record<string, string>, bubblewrap = true): Promise<AtWork> {
  const asked = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  letGo = going.resolve;
  const upstream = openUpstream(async (n) => {
    asked.resolve();
    await going.promise;
    return streamed(n === 1 ? submitAnswer : answerText("Done."));
  });
  const opened = new LaunchedHome({ ...env, ANTHROPIC_BASE_URL: upstream.url });
  home = opened;
  if (!bubblewrap) opened.hideBubblewrap();
  const up = await opened.up();
  const id = await opened.commission("Find out how it is done.");
  await asked.promise;
  return { home: opened, up, id, upstream };
}

async function expectHiddenFromProcesses({ home, up }: AtWork): Promise<void> {
  const family = familyOf(up.pid);
  for (const program of ["hall/main.", "workbench/main.", "claude"])
    expect(family.map((one) => one.commandLine).join("\n")).toContain(program);
  for (const one of family) expect(one.environment.length).toBeGreaterThan(0);
  // What makes a workbench cheaper is for the workbench alone: a worker's own programs run as they would elsewhere.
  const withSwitch = family.filter((one) => one.environment.includes("BUN_JSC_"));
  expect(withSwitch.map((one) => one.commandLine)).toEqual([expect.stringContaining("workbench/main.")]);
  expect(processesHolding(canary)).toEqual([]);
  // The control: the launcher has it from the shell, and is found; the program it starts is not.
  const watching = home.launch("watch", home.ids()[0] ?? "");
  await watching.saying("session");
  expect(processesHolding(canary)).toEqual([watching.child.pid ?? 0]);
  expect(processesHolding(home.token())).toEqual([]);
  watching.child.kill("SIGTERM");
  await watching.ended;
}

/** From where the worker stands there is nothing to find, while what a control plants is found. */
async function expectHiddenFromWithin(work: AtWork, search: Pick<Search, "probe" | "roots">): Promise<void> {
  const commandLines = familyOf(work.up.pid).map((one) => one.commandLine);
  const gatewaySocket = /--bind (\S+) \/gh\/gateway\.sock/.exec(commandLines.join("\n"))?.[1] ?? null;
  expect(gatewaySocket !== null).toBe(search.probe.level === "bubblewrap");
  const order = { ...search, gatewaySocket, layout: work.home.layout(work.id) };
  const honest = await searchFor(canary, order);
  expect(honest.found).toEqual([]);
  expect(honest.environments).toBeGreaterThan(0);
  const planted = join(order.layout.work, "planted");
  writeFileSync(planted, `key=${canary}`);
  const control = await searchFor(canary, { ...order, env: { PLANTED: canary } });
  expect(control.found).toContainEqual(expect.stringMatching(/^\/proc\/\d+\/environ$/));
  expect(control.found).toContainEqual(expect.stringMatching(/\/work\/planted$/));
  writeFileSync(planted, "");
}

async function finish({ home, up, id }: AtWork): Promise<void> {
  letGo();
  const client = home.client(up.url);
  const detail = await untilEnded(client, id);
  expect(detail).toMatchObject({ status: "completed", rehearsed: false, cost: { rehearsed: false } });
  home.hear(JSON.stringify([detail, await client.commissionEvents(id), await client.status()]));
  for (const args of [
    ["show", id],
    ["result", id],
    ["watch", id],
    ["list"],
    ["status"],
    ["logs"],
    ["doctor"],
  ])
    await home.run(...args);
  for (const args of [["show", id], ["list"], ["status"], ["doctor"]]) await home.run(...args, "--json");
  await home.run("down");
}

/** Neither the credential nor the hall's token is kept or shown. */
function expectNowhere({ home }: AtWork): void {
  const token = home.token();
  expect(filesHolding(home.place, canary)).toEqual([]);
  expect(filesHolding(home.place, token)).toEqual(["home/token"]);
  expect(home.said()).toContain("Found it.");
  for (const secret of [canary, token]) expect(holds(home.said(), secret)).toBe(false);
  // The control: both searches find what is there.
  writeFileSync(join(home.root, "logs", "planted"), `{"headers":{"x-api-key":"${canary}"}}`);
  expect(filesHolding(home.place, canary)).toEqual(["home/logs/planted"]);
  expect(holds(`${home.said()} ${Buffer.from(canary).toString("base64")}`, canary)).toBe(true);
}

/** Every word before the task is paid for at every turn. Longer for a reason: `npm run bench -- prompt` keeps the new figure. */
function expectNoLonger(body: string): void {
  const recorded = readFigures("prompt").find(({ name }) => name === researchersPrompt)?.value ?? 0;
  const most = recorded * 1.05;
  expect(promptBytes(body).all).toBeLessThanOrEqual(most);
  // The control: a tenth more is noticed.
  const tool = { name: "more", description: "x".repeat(recorded / 10), input_schema: {} };
  const { tools, ...rest } = JSON.parse(body) as { tools: object[] };
  expect(promptBytes(JSON.stringify({ ...rest, tools: [...tools, tool] })).all).toBeGreaterThan(most);
}

describe("a credential in the shell that starts the hall", () => {
  test.skipIf(isWithoutSandbox)(
    "an API key, reaches the model endpoint and nobody else",
    async () => {
      const work = await beginWork({ ANTHROPIC_API_KEY: canary });
      await expectHiddenFromProcesses(work);
      await expectHiddenFromWithin(work, { probe });
      await finish(work);
      for (const { headers } of work.upstream.seen) {
        expect(headers.get("x-api-key")).toBe(canary);
        expect(headers.get("authorization")).toBeNull();
      }
      const [first] = work.upstream.seen;
      expect(toolsIn(first?.body ?? "").sort()).toEqual(researcherTools.toSorted());
      expectNoLonger(first?.body ?? "");
      expectNowhere(work);
    },
    60_000,
  );

  longTest(
    "an auth token, at a machine without bubblewrap, is in no file and no environment either",
    async () => {
      const work = await beginWork({ ANTHROPIC_AUTH_TOKEN: canary }, false);
      await expectHiddenFromProcesses(work);
      const bare = await probeSandbox({
        ...probeDeps,
        find: (name) => (name === "bwrap" ? undefined : probeDeps.find(name)),
      });
      await expectHiddenFromWithin(work, { probe: bare, roots: [work.home.place] });
      await finish(work);
      for (const { headers } of work.upstream.seen) {
        expect(headers.get("authorization")).toBe(`Bearer ${canary}`);
        expect(headers.get("x-api-key")).toBeNull();
      }
      expect(toolsIn(work.upstream.seen[0]?.body ?? "").sort()).toEqual(researcherTools.toSorted());
      expect(work.home.said()).toContain('"sandbox":"process"');
      expectNowhere(work);
    },
    60_000,
  );
});
