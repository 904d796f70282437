// The researcher is a template: its directory copied, another name and another prompt, and there is another member.
import { afterEach, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeLayout } from "../../src/contract/home-layout.ts";
import { memberName } from "../../src/contract/member.ts";
import { systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/disk.ts";
import { newUuid } from "../../src/host/ids.ts";
import { systemLocks } from "../../src/host/locks.ts";
import { createSend } from "../../src/host/outbound.ts";
import { installed, plainEnvironment } from "../../src/host/program.ts";
import { openFreshMembers } from "../../src/members/fresh.ts";
import type { MembersDeps } from "../../src/members/house.ts";
import { createMakeReady } from "../../src/members/make-ready.ts";
import { createReadyDeps } from "../../src/members/ready-deps.ts";
import { createWorkerHandle } from "../../src/members/worker-handle.ts";
import { runHere } from "../cli/support.ts";
import { until } from "../harness/hall.ts";
import { endMembers, openStage, patience } from "../harness/members.ts";
import { countSession } from "../harness/sessions.ts";
import { tempDir } from "../harness/temp.ts";
import { openScriptedModel } from "../session/scripted-model.ts";

afterEach(endMembers);

const scout = memberName.parse("scout");

/** Two words in two files are all that is changed. */
function copyTemplate(to: string): void {
  cpSync(installed("guild-members/researcher"), to, { recursive: true });
  edit(`${to}/guild-member.json`, ['"name": "researcher"', '"name": "scout"']);
  edit(`${to}/prompt.ts`, ["You are a researcher.", "You are a scout."]);
}

function edit(path: string, [from, to]: readonly [string, string]): void {
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  writeFileSync(path, text.replace(from, to));
}

/** The real parts of a hall that stand around a member, from an installation of its own. */
async function realParts(root: string, from: typeof installed): Promise<Partial<MembersDeps>> {
  const home = homeLayout(root);
  const machine = { disk: systemDisk, locks: systemLocks, clock: systemClock, home, newKey: newUuid };
  const ready = createReadyDeps({
    ...machine,
    installed: from,
    release: "0.1.0",
    runtime: process.execPath,
    environment: plainEnvironment(),
  });
  const told = { changed: () => undefined, failed: () => undefined };
  const send = createSend();
  return {
    startWithinMs: 20_000,
    makeReady: createMakeReady(ready),
    fresh: await openFreshMembers({ ...machine, ...told, bundled: ready.bundled }),
    handles: {
      worker: ({ found: { manifest }, endpoint }) =>
        createWorkerHandle({ ...manifest, endpoint, send, clock: systemClock, newId: newUuid }),
      tools: () => {
        throw new Error("not asked for here");
      },
    },
  };
}

test("a copy that was added to a home is found, validates, starts, takes a job and hands in its result", async () => {
  const place = tempDir();
  copyTemplate(`${place}/anywhere`);
  const choice = { directory: place, home: `${place}/home`, env: { PATH: process.env["PATH"] ?? "" } };
  const validated = await runHere(["members", "validate", "anywhere"], choice);
  expect(validated.out).toEndWith("The guild member is sound.\n");
  expect(await runHere(["members", "add", "anywhere"], choice)).toMatchObject({ code: 0 });
  const submit = { tool: "mcp__worker-internal__submit_result", input: { output: "# Found" } };
  const model = await openScriptedModel([{ use: [submit] }, { say: "Done." }]);
  const parts = await realParts(`${place}/home`, installed);
  const gateway = {
    port: 4001,
    admit: () => undefined,
    dismiss: () => undefined,
    env: (secret: string) => ({ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: secret }),
  };
  const { members } = await openStage({ ...parts, gateway }, `${place}/home`);
  expect((await members.list()).members).toContainEqual(
    expect.objectContaining({ name: "scout", source: "added", state: "stopped", capabilities: ["worker"] }),
  );
  const worker = await members.worker(scout);
  if (!worker) throw new Error("it takes no work");
  countSession();
  const { jobId } = await worker.dispatch({ description: "A look around", task: "Look around." }, patience());
  await until("the job is done", async () => (await worker.status(jobId)).status !== "running");
  expect(await worker.result(jobId)).toEqual({ jobId, output: "# Found", artifacts: null });
  expect(JSON.stringify(model.requests[0]?.body.system)).toContain("You are a scout.");
  expect(model.requests[0]?.headers["x-guild-job"]).toBe(jobId);
  await model.close();
}, 60_000);

test("a copy beside the researcher, where the hall's own are, is found, validates and starts in a home", async () => {
  const place = tempDir();
  const root = join(place, "installation");
  mkdirSync(root);
  cpSync(installed("guild-members"), join(root, "guild-members"), { recursive: true });
  cpSync(installed("package.json"), join(root, "package.json"));
  symlinkSync(realpathSync(installed("node_modules")), join(root, "node_modules"));
  copyTemplate(join(root, "guild-members/scout"));
  const own = (path: string) => join(root, path);
  const validated = await runHere(["members", "validate", own("guild-members/scout")], {
    home: `${place}/home`,
    env: { PATH: process.env["PATH"] ?? "" },
    machine: { installed: own },
  });
  expect(validated.out).not.toContain("note:");
  expect(validated.out).toEndWith("The guild member is sound.\n");
  const { members } = await openStage(await realParts(`${place}/home`, own), `${place}/home`);
  const { members: found, problems } = await members.list();
  expect(problems).toEqual([]);
  expect(found.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "example available",
    "researcher available",
    "scout available",
  ]);
  expect(await members.start(scout)).toMatchObject({
    ok: true,
    entry: { state: "running", directory: `${place}/home/guild-members/scout`, tools: [] },
  });
  expect(await (await members.worker(scout))?.list()).toEqual({ jobs: [] });
  expect(await members.stop(scout)).toMatchObject({ ok: true, entry: { state: "stopped" } });
}, 60_000);
