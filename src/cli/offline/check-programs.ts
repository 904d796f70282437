// Are the programs there that Guild Hall stands on, and do they run?
import { findExecutable, runBriefly, type BriefRun, type ChildOrder } from "../../host/children.ts";
import { machine, runtimeVersion } from "../../host/runtime.ts";
import { findClaude } from "../../sandbox/claude-binary.ts";
import { findLimitsHere } from "../../sandbox/limits-here.ts";
import { probeSandbox, type SandboxProbe } from "../../sandbox/probe.ts";
import type { Cli } from "../cli.ts";
import { sandboxText } from "../render/hall.ts";
import { findShortfall } from "./check-config.ts";
import { fail, ok, warn, type Finding } from "./check.ts";

const limitMs = 15_000;
const oldestNode = 20;

type ProgramDeps = Pick<Cli, "clock" | "console">;

export async function checkNode(deps: ProgramDeps): Promise<Finding> {
  const node = find(deps, "node");
  if (node === undefined)
    return warn("node", {
      detail: "not on the PATH",
      advice: `The launcher needs Node ${oldestNode} or newer.`,
    });
  const version = (await runProgram(deps, { file: node, args: ["--version"] })).stdout.trim();
  const major = Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
  if (major >= oldestNode) return ok("node", `${version} (${node})`);
  return fail("node", {
    detail: `${version || "does not run"} (${node})`,
    advice: `Install Node ${oldestNode} or newer.`,
  });
}

export async function checkBun(): Promise<Finding> {
  return ok("bun", `${runtimeVersion}, the one that came with Guild Hall`);
}

/** The first that merges without a checkout. */
const oldestGit = [2, 38] as const;

export async function checkGit(deps: ProgramDeps): Promise<Finding> {
  const git = find(deps, "git");
  const advice = `Install git ${oldestGit.join(".")} or newer, such as your system's package "git": projects need it.`;
  if (git === undefined) return warn("git", { detail: "not on the PATH", advice });
  const run = await runProgram(deps, { file: git, args: ["--version"] });
  const [, major = 0, minor = 0] = (/^git version (\d+)\.(\d+)/.exec(run.stdout) ?? []).map(Number);
  const isNewEnough = major > oldestGit[0] || (major === oldestGit[0] && minor >= oldestGit[1]);
  const version = run.stdout.trim().replace(/^git version /, "") || "does not run";
  return isNewEnough
    ? ok("git", `${version} (${git})`)
    : warn("git", { detail: `${version} (${git})`, advice });
}

export async function checkClaude(deps: ProgramDeps): Promise<Finding> {
  const claude = findClaude(machine);
  const advice = "Run `npm ci` again on this machine, with optional packages.";
  if (claude === undefined)
    return fail("claude", { detail: `not installed for ${machine.platform}-${machine.arch}`, advice });
  const run = await runProgram(deps, { file: claude, args: ["--version"] });
  if (run.code === 0) return ok("claude", `${run.stdout.trim()} (${claude})`);
  return fail("claude", { detail: `${claude} does not run: ${run.error ?? run.stderr.trim()}`, advice });
}

export function probeFor(deps: ProgramDeps): Promise<SandboxProbe> {
  return probeSandbox({
    platform: machine.platform,
    find: (name) => find(deps, name),
    run: (program) => runProgram(deps, program),
  });
}

export async function checkSandbox(
  deps: Pick<Cli, "home">,
  probing: Promise<SandboxProbe>,
): Promise<Finding> {
  const probe = await probing;
  const shortfall = await findShortfall(deps, probe);
  if (shortfall !== null)
    return fail("sandbox", {
      detail: shortfall,
      advice: "Do what the text says, or set sandbox.minimum lower: a hall does not start here as it is.",
    });
  const detail = sandboxText(probe);
  if (probe.level === "bubblewrap") return ok("sandbox", detail);
  return warn("sandbox", {
    detail,
    advice: "Workers run here, but less contained; each commission says at which level it ran.",
  });
}

export async function checkLimits(probing: Promise<SandboxProbe>): Promise<Finding> {
  const { isFirm, detail } = await findLimitsHere(await probing, machine.isRoot);
  if (isFirm) return ok("limits", detail);
  return warn("limits", {
    detail,
    advice:
      "On Linux, run the hall where a control group is delegated to you: docs/guide/limits.md says how.",
  });
}

function find({ console }: ProgramDeps, name: string): string | undefined {
  return findExecutable(name, console.env["PATH"] ?? "");
}

function runProgram(
  deps: ProgramDeps,
  program: Pick<ChildOrder, "file" | "args" | "handed">,
): Promise<BriefRun> {
  const env = { PATH: deps.console.env["PATH"] ?? "", HOME: "/nonexistent", LANG: "C.UTF-8" };
  return runBriefly({ ...program, cwd: "/", env }, { clock: deps.clock, limitMs });
}
