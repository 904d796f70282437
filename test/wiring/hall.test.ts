// Boots the hall's composition root in this process, with every real part and only the model scripted.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import type { CommissionRequest } from "../../src/contract/commission/commission.ts";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { checkHomeVersion, prepareHome, readToken } from "../../src/hall/wiring/home.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { systemLocks } from "../../src/host/processes/locks.ts";
import { release } from "../../src/host/program.ts";
import { bootHall, stopHalls } from "../harness/boot-hall.ts";
import { until, untilEnded } from "../harness/hall.ts";
import { hanging, quick, script, submit } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { tempDir } from "../harness/temp.ts";

afterEach(stopHalls);

const worker = packageName.parse("researcher");
const task = "Look around.";

test("the hall that main() wires takes a commission, carries it out, shows it and forgets it", async () => {
  const home = homeLayout(tempDir());
  const { client, probe } = await bootHall(home);
  expect(await client.status()).toMatchObject({
    version: release(),
    pid: process.pid,
    sandbox: { level: probe.level },
    model: { available: false },
  });
  expect((await client.workers()).workers.map((w) => w.name)).toEqual([
    "archivist",
    "implementer",
    "researcher",
    "reviewer",
    "writer",
    "member:researcher",
  ]);
  const heard: StreamMessage[] = [];
  const listening = new AbortController();
  const stream = (async () => {
    for await (const message of client.events(listening.signal)) heard.push(message);
  })();
  const { id } = await client.create(
    { worker, task, title: "Look/\naround", rehearsal: quick, labels: ["demo"] },
    "key",
  );
  expect(await untilEnded(client, id)).toMatchObject({
    status: "completed",
    sandbox: probe.level,
    labels: ["demo"],
  });
  countSession();
  expect(
    (await client.create({ worker, task, title: "Look/\naround", rehearsal: quick, labels: ["demo"] }, "key"))
      .id,
  ).toBe(id);
  expect((await client.list({ filter: "LOOK*d" })).commissions.map((c) => c.id)).toEqual([id]);
  expect((await client.list({ filter: "*round" })).commissions).toHaveLength(1);
  expect((await client.list({ status: "failed" })).commissions).toEqual([]);
  expect((await client.list({ worker, limit: 1, cursor: id })).commissions).toEqual([]);
  expect(await client.resolveId(id.slice(0, 20))).toBe(id);
  expect((await client.commissionEvents(id, { after: 2, limit: 2 })).events.map((e) => e.seq)).toEqual([
    3, 4,
  ]);
  expect((await client.result(id)).output).toBe("# Answer");
  await client.remove(id);
  await until("the stream tells of the deletion", () => heard.some((m) => m.type === "deleted"));
  listening.abort();
  await stream;
  await expect(client.detail(id)).rejects.toMatchObject({ code: "not_found" });
  await expect(client.commissionEvents(id)).rejects.toMatchObject({ code: "not_found" });
  await expect(client.result(id)).rejects.toMatchObject({ code: "not_found" });
  await expect(client.remove(id)).rejects.toMatchObject({ code: "not_found" });
}, 30_000);

test("what cannot be done is refused before anything is written, with a hint", async () => {
  const home = homeLayout(tempDir());
  writeFileSync(home.config, "limits: { maxTurns: 500 }\n");
  const { client } = await bootHall(home);
  const refusals: [object, string][] = [
    [{ worker: "nobody", task }, "unknown_worker"],
    [{ worker, task, project: "acme" }, "unknown_project"],
    [{ worker, task, project: "../acme" }, "bad_shape"],
    [{ worker, task }, "no_model"],
    [{ worker, task, rehearsal: "version: 2" }, "bad_rehearsal"],
    [{ worker, task, rehearsal: quick, config: { tools: ["Bash"] } }, "widens"],
    [{ worker, task, rehearsal: quick, config: { maxTurns: 100_000 } }, "bad_shape"],
    [{ worker, task, rehearsal: quick, config: { maxTurns: 501 } }, "widens"],
  ];
  for (const [request, code] of refusals)
    await expect(client.create(request as CommissionRequest)).rejects.toMatchObject({ code });
  expect((await client.list()).commissions).toEqual([]);
  await expect(client.create({ worker: packageName.parse("nobody"), task })).rejects.toMatchObject({
    problem: { hint: expect.stringContaining("researcher") },
  });
  await expect(client.create({ worker, task })).rejects.toMatchObject({
    problem: { hint: expect.stringMatching(/ANTHROPIC_API_KEY.*--rehearsal/) },
  });
});

test("a hall that stops leaves its workbench at work, and the next one finds it again", async () => {
  const home = homeLayout(tempDir());
  const first = await bootHall(home);
  const { id } = await first.client.create({
    worker,
    task,
    rehearsal: script([{ ...submit(), delayMs: 2500 }, { say: "Done." }]),
  });
  countSession();
  await until("it is at work", async () => (await first.client.detail(id)).status === "in_progress");
  await stopHalls();
  expect(systemLocks.isHeld(`${home.commissions}/${id}/bench.lock`)).toBe(true);
  const second = await bootHall(home);
  expect(await untilEnded(second.client, id)).toMatchObject({ status: "completed", turns: 2 });
}, 30_000);

test("with credentials the hall says how it reaches a model, and not with what", async () => {
  const credential = { kind: "auth_token" as const, secret: "canary-secret" };
  const { client } = await bootHall(homeLayout(tempDir()), {
    handoff: { ...emptyHandoff, credential, baseUrl: "http://127.0.0.1:9" },
  });
  const { model } = await client.status();
  expect(model).toEqual({
    available: true,
    detail: "the address in ANTHROPIC_BASE_URL, with an auth token",
    default: null,
  });
});

test("cancelling what waits, runs, or has ended", async () => {
  const home = homeLayout(tempDir());
  const { client } = await bootHall(home);
  const { id } = await client.create({ worker, task, rehearsal: hanging });
  countSession();
  await until("it is at work", async () => (await client.detail(id)).summary === "Begun.");
  await expect(client.remove(id)).rejects.toMatchObject({ code: "wrong_state" });
  expect(await client.cancel(id, "enough")).toMatchObject({ status: "cancelled", cancelRequested: true });
  expect(await client.cancel(id)).toMatchObject({ status: "cancelled" });
}, 30_000);

test("a home of a newer format, or one that is not a home, is refused without writing; a broken token is named", async () => {
  const home = homeLayout(tempDir());
  writeFileSync(home.version, "99\n");
  await expect(checkHomeVersion(systemDisk, home)).rejects.toThrow(/format 99/);
  writeFileSync(home.version, "soon\n");
  await expect(checkHomeVersion(systemDisk, home)).rejects.toThrow(/format number/);
  expect(existsSync(home.commissions)).toBe(false);
  const stranger = homeLayout(tempDir());
  writeFileSync(`${stranger.root}/thesis.tex`, "mine");
  chmodSync(stranger.root, 0o755);
  await expect(prepareHome(systemDisk, stranger)).rejects.toThrow(/thesis\.tex/);
  expect(statSync(stranger.root).mode & 0o777).toBe(0o755);
  expect(readdirSync(stranger.root)).toEqual(["thesis.tex"]);
  writeFileSync(home.token, "short\n");
  await expect(readToken(systemDisk, home, () => "x".repeat(43))).rejects.toThrow(/token/);
});
