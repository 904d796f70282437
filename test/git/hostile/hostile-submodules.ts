// Worktrees that have a repository in the place of a submodule: its settings name a program.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import type { HostileRepository, Trap } from "./trap.ts";

/** What it says does not matter: only whether the canary is there. */
export function attempt(directory: string, ...args: string[]): void {
  try {
    gitIn(directory, ...args);
  } catch {
    // A trap may make git fail after it has sprung.
  }
}

/** A repository of its own whose settings name the program. */
export function plantRepository({ program }: Trap, directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  gitIn(directory, "init", "-q", "-b", "main");
  commitFiles(directory, { inner: "inner\n" });
  gitIn(directory, "config", "core.fsmonitor", program);
}

export const hostileSubmodules: readonly HostileRepository[] = [
  {
    name: "a repository in the place of a submodule, at the very commit",
    inside: (trap, { place }) => {
      plantRepository(trap, `${place.workTree}/sub`);
      gitIn(`${place.workTree}/sub`, "fetch", "-q", trap.checkout, "HEAD");
      gitIn(`${place.workTree}/sub`, "-c", "core.fsmonitor=false", "reset", "-q", "--hard", "FETCH_HEAD~1");
    },
    plant: ({ checkout }) => {
      const commit = gitIn(checkout, "rev-parse", "HEAD");
      gitIn(checkout, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
      gitIn(checkout, "commit", "-qm", "Add a submodule");
      gitIn(checkout, "update-ref", "refs/heads/claude/main", "HEAD");
    },
    control: (_trap, workTree = "") => attempt(workTree, "add", "-A"),
  },
  {
    name: "a repository in the place of a submodule whose name is no text",
    inside: (trap, { place }) => {
      const sub = `${place.workTree}/sub`;
      plantRepository(trap, sub);
      gitIn(sub, "fetch", "-q", trap.checkout, "HEAD");
      gitIn(sub, "-c", "core.fsmonitor=false", "reset", "-q", "--hard", "FETCH_HEAD~1");
      const odd = Buffer.concat([Buffer.from(`${place.workTree}/s`), Buffer.from([0xff])]);
      rmSync(odd, { recursive: true, force: true });
      renameSync(sub, odd);
    },
    plant: ({ checkout }) => {
      const commit = gitIn(checkout, "rev-parse", "HEAD");
      const stdin = Buffer.concat([Buffer.from(`160000 ${commit}\ts`), Buffer.from([0xff, 0])]);
      Bun.spawnSync(["git", "-C", checkout, "update-index", "-z", "--add", "--index-info"], { stdin });
      gitIn(checkout, "commit", "-qm", "Add a submodule");
      gitIn(checkout, "update-ref", "refs/heads/claude/main", "HEAD");
    },
    control: (_trap, workTree = "") => attempt(workTree, "add", "-A"),
  },
];
