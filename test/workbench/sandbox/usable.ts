// The sandbox of this machine, found once, and whether tests of it can run.
import { type ChildOrder, findExecutable, runBriefly } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { probeSandbox, type SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";

const path = process.env["PATH"] ?? "/usr/bin:/bin";

export const probeDeps = {
  platform: process.platform,
  find: (name: string) => findExecutable(name, path),
  run: (program: Pick<ChildOrder, "file" | "args" | "handed">) =>
    runBriefly({ ...program, cwd: "/", env: { PATH: path } }, { clock: systemClock, limitMs: 10_000 }),
};

export const probe: SandboxProbe = await probeSandbox(probeDeps);

const isRequired = process.env["GUILD_HALL_TEST_REQUIRE_SANDBOX"] === "1";

/** Pass it to `describe.skipIf`. Where the sandbox is required nothing is skipped, and its tests fail. */
export const isWithoutSandbox = probe.level !== "bubblewrap" && !isRequired;

if (isWithoutSandbox) console.warn(`Tests of the sandbox are skipped. ${probe.detail}`);
