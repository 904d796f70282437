// Creates a person's repositories with real git, and the dependencies for the hall's git code.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type HallConfig, hallConfig } from "../../../src/contract/home/config.ts";
import { type HomeLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { createMarks, type CommitMarks } from "../../../src/git/merge/marks.ts";
import type { TreesDeps } from "../../../src/git/trees.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { tempDir } from "../temp.ts";

const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
};

/** Runs git as the person does. Throws with its stderr if it fails. */
export function gitIn(directory: string, ...args: string[]): string {
  const run = Bun.spawnSync(["git", ...args], { cwd: directory, env });
  if (run.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr.toString()}`);
  return run.stdout.toString().trimEnd();
}

export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

export function commitFiles(directory: string, files: Readonly<Record<string, string>>): string {
  writeFiles(directory, files);
  gitIn(directory, "add", "-A");
  gitIn(directory, "commit", "-qm", `Change ${Object.keys(files).join(", ")}`);
  return gitIn(directory, "rev-parse", "HEAD");
}

/** Creates a repository with one commit on `main`, checked out, by default in a temporary directory of the test. */
export function makeRepository(
  files: Readonly<Record<string, string>> = { "README.md": "A project.\n", "src/main.ts": "export {};\n" },
  directory = join(tempDir(), "checkout"),
): string {
  mkdirSync(directory, { recursive: true });
  gitIn(directory, "init", "-q", "-b", "main");
  commitFiles(directory, files);
  return directory;
}

/** Returns dependencies with a home of their own; `set` replaces the projects. */
export function treesDeps(): TreesDeps & { set(projects: Record<string, unknown>): void } {
  let projects: HallConfig["projects"] = {};
  const home = homeLayout(tempDir());
  return {
    home,
    marks: marksIn(home),
    disk: systemDisk,
    clock: systemClock,
    searchPath: env.PATH,
    log: { warn: () => undefined },
    projects: () => projects,
    set: (given) => void (projects = hallConfig.parse({ projects: given }).projects),
  };
}

/** Returns the marks of commits that may hold text written by strangers, in a home that no earlier release has used. */
export function marksIn(home: HomeLayout): CommitMarks {
  return createMarks({ home, disk: systemDisk, async *earlier() {} });
}
