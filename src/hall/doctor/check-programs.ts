// Checks whether the programs that Guild Hall needs are installed and run.
import type { Finding } from "../../contract/api/doctor.ts";
import { type BriefRun, findExecutable, runBriefly } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";
import { machine, runtimeVersion } from "../../host/runtime.ts";
import { findClaude } from "../../workbench/sandbox/claude-binary.ts";
import { fail, ok, warn } from "./finding.ts";

export interface CheckProgramDeps {
  clock: Pick<Clock, "after">;
  searchPath: string;
  /** A program that takes longer to print its version is killed. */
  limitMs: number;
}

const oldestNode = 20;

export async function checkNode(deps: CheckProgramDeps): Promise<Finding> {
  const node = findExecutable("node", deps.searchPath);
  if (node === undefined)
    return warn("node", {
      detail: "not on the PATH",
      advice: `The launcher needs Node ${oldestNode} or newer.`,
    });
  const version = (await runForVersion(deps, node)).stdout.trim();
  const major = Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
  if (major >= oldestNode) return ok("node", `${version} (${node})`);
  return fail("node", {
    detail: `${version || "does not run"} (${node})`,
    advice: `Install Node ${oldestNode} or newer.`,
  });
}

export function checkBun(): Finding {
  return ok("bun", `${runtimeVersion}, the one that came with Guild Hall`);
}

/** The first version of git that can merge without a checkout. */
const oldestGit = [2, 38] as const;

export async function checkGit(deps: CheckProgramDeps): Promise<Finding> {
  const git = findExecutable("git", deps.searchPath);
  const advice = `Install git ${oldestGit.join(".")} or newer, such as your system's package "git": projects need it.`;
  if (git === undefined) return warn("git", { detail: "not on the PATH", advice });
  const run = await runForVersion(deps, git);
  const [, major = 0, minor = 0] = (/^git version (\d+)\.(\d+)/.exec(run.stdout) ?? []).map(Number);
  const isNewEnough = major > oldestGit[0] || (major === oldestGit[0] && minor >= oldestGit[1]);
  const version = run.stdout.trim().replace(/^git version /, "") || "does not run";
  return isNewEnough
    ? ok("git", `${version} (${git})`)
    : warn("git", { detail: `${version} (${git})`, advice });
}

export async function checkClaude(deps: CheckProgramDeps): Promise<Finding> {
  const claude = findClaude(machine);
  const advice = "Run `npm ci` again on this machine, with optional packages.";
  if (claude === undefined)
    return fail("claude", { detail: `not installed for ${machine.platform}-${machine.arch}`, advice });
  const run = await runForVersion(deps, claude);
  if (run.code === 0) return ok("claude", `${run.stdout.trim()} (${claude})`);
  return fail("claude", { detail: `${claude} does not run: ${run.error ?? run.stderr.trim()}`, advice });
}

function runForVersion({ clock, searchPath, limitMs }: CheckProgramDeps, file: string): Promise<BriefRun> {
  const env = { PATH: searchPath, HOME: "/nonexistent", LANG: "C.UTF-8" };
  return runBriefly({ file, args: ["--version"], cwd: "/", env }, { clock, limitMs });
}
