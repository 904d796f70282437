// Creates the repositories of the stage (a throwaway hall with sample work) with git: two small projects with a few
// weeks of history.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed, plainEnvironment } from "../../src/host/program.ts";
import { drawBars } from "./stage-picture.ts";

export interface Repositories {
  lantern: string;
  harbour: string;
}

const dayMs = 86_400_000;

export function makeRepositories(root: string): Repositories {
  const lantern = begin(join(root, "lantern"));
  cpSync(installed("demo/project"), lantern, { recursive: true });
  commit(lantern, { says: "Relay webhooks to every subscriber", daysAgo: 41 });
  cpSync(installed("scripts/page/projects/lantern"), lantern, { recursive: true });
  commit(lantern, { says: "Check the links of the documents", daysAgo: 12 });

  const harbour = begin(join(root, "harbour"));
  cpSync(installed("scripts/page/projects/harbour"), harbour, { recursive: true });
  commit(harbour, { says: "Give out jobs under a lease", daysAgo: 26 });
  writeFileSync(join(harbour, "docs/waiting.png"), drawBars([3, 5, 9, 7, 12, 6, 4, 8, 10, 5, 2, 1]));
  commit(harbour, { says: "Show how many jobs wait", daysAgo: 5 });
  return { lantern, harbour };
}

/** Adds a commit of the person to a repository, so that a sync has something to merge. */
export function goOn({ lantern }: Repositories): void {
  writeFileSync(join(lantern, "docs/replay.md"), "# Replaying\n\n`npx lantern replay dead-letters.jsonl`\n");
  commit(lantern, { says: "Describe how to replay", daysAgo: 0 });
}

function begin(directory: string): string {
  mkdirSync(directory);
  git(directory, ["init", "-q", "-b", "main"]);
  return directory;
}

function commit(directory: string, { says, daysAgo }: { says: string; daysAgo: number }): void {
  const at = new Date(Date.now() - daysAgo * dayMs).toISOString();
  git(directory, ["add", "-A"]);
  git(directory, ["commit", "-q", "-m", says], { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at });
}

const person = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
};

function git(cwd: string, args: readonly string[], more: Record<string, string> = {}): void {
  execFileSync("git", args, { cwd, env: { ...plainEnvironment(), ...person, ...more } });
}
