// The researcher is a template: its directory copied, another name and another prompt, and there is another member.
import { afterEach, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { createSend } from "../../../src/host/network/outbound.ts";
import { installed, plainEnvironment } from "../../../src/host/program.ts";
import { openFreshMembers } from "../../../src/guild/members/code/fresh.ts";
import type { MembersDeps } from "../../../src/guild/members/member-registry.ts";
import { createMakeReady } from "../../../src/guild/members/code/make-ready.ts";
import { createReadyDeps } from "../../../src/guild/members/code/ready-deps.ts";
import { createWorkerHandle } from "../../../src/guild/members/calls/worker-handle.ts";
import { runHere } from "../../cli/support.ts";
import { TestHome, untilEnded } from "../../harness/hall.ts";
import { endMembers, openStage } from "../../harness/members/members.ts";
import { script } from "../../harness/rehearsals.ts";
import { countSession } from "../../harness/sessions.ts";
import { tempDir } from "../../harness/temp.ts";
import { longTest } from "../../harness/long.ts";

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
    changed: () => undefined,
    handles: {
      worker: ({ found: { manifest }, endpoint }) =>
        createWorkerHandle({ ...manifest, endpoint, send, clock: systemClock, newId: newUuid }),
      tools: () => {
        throw new Error("not asked for here");
      },
    },
  };
}

const submit = { tool: "mcp__worker-internal__submit_result", input: { output: "# Found" } };
const rehearsal = script([
  { expect: { systemIncludes: ["You are a scout."] }, use: [submit] },
  { say: "Done." },
]);

test("a copy that was added to a home is found, validates, takes a commission and hands in its result", async () => {
  const place = tempDir();
  copyTemplate(`${place}/anywhere`);
  const home = new TestHome();
  try {
    const choice = { directory: place, home: home.root, env: { PATH: process.env["PATH"] ?? "" } };
    const { client } = await home.open();
    const validated = await runHere(["members", "validate", "anywhere"], choice);
    expect(validated.out).toEndWith("The guild member is sound.\n");
    expect(await runHere(["members", "add", "anywhere"], choice)).toMatchObject({ code: 0 });
    expect((await client.members.list()).members).toContainEqual(
      expect.objectContaining({ name: "scout", source: "added", state: "stopped" }),
    );
    const request = { worker: "member:scout", task: "Look around.", rehearsal };
    const { id } = await client.create(request);
    countSession(); // in the member, where the home does not see it
    expect(await untilEnded(client, id)).toMatchObject({ status: "completed", worker: "member:scout" });
    expect((await client.result(id)).output).toBe("# Found");
    await client.members.stop(scout);
  } finally {
    await home.dispose();
  }
}, 60_000);

longTest(
  "a copy beside the researcher, where the hall's own are, is found, validates and starts in a home",
  async () => {
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
      value: { state: "running", directory: `${place}/home/guild-members/scout`, tools: [] },
    });
    expect(await (await members.worker(scout))?.list()).toEqual({ jobs: [] });
    expect(await members.stop(scout)).toMatchObject({ ok: true, value: { state: "stopped" } });
  },
  60_000,
);
