// Makes random changes to files, as workers and as the person. From then on, content that a worker has made
// must be reachable from a ref or be in the trash.
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { projectLayout } from "../src/contract/home/home-layout.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import type { Lots } from "./lots.ts";
import { pool, project, type World } from "./project-world.ts";

/** Returns all files and symlinks of a directory by path, with git's object id of their content. */
export function contentsOf(directory: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of existsSync(directory) ? readdirSync(directory, { recursive: true }) : []) {
    const path = String(entry);
    const kind = lstatSync(join(directory, path));
    if (kind.isSymbolicLink()) found.set(path, blobName(Buffer.from(readlinkSync(join(directory, path)))));
    else if (kind.isFile()) found.set(path, blobName(readFileSync(join(directory, path))));
  }
  return found;
}

export function blobName(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

const strange = [
  "with a space.txt",
  "-dash",
  "$(touch ran)",
  "naïve.txt",
  "line\nbreak.txt",
  "deep/er/still.txt",
];

/** Changes, creates or deletes a file, as a worker would. */
export function workOn(worktree: string, lots: Lots): void {
  const path = lots.below(3) === 0 ? (lots.pick(strange) ?? "") : (lots.pick(pool) ?? "");
  const words = `worked on ${lots.below(1_000_000)}\n`;
  const acts: (() => void)[] = [
    () => write(worktree, path, words),
    () => write(worktree, path, words),
    () => write(worktree, `new-${lots.below(5)}.txt`, words),
    () => write(worktree, `.lore/new-${lots.below(5)}.md`, words),
    () => write(worktree, `build-${lots.below(3)}.log`, `ignored ${words}`),
    () => write(worktree, ".env", `SECRET=${lots.below(1_000_000)}\n`),
    () => rmSync(join(worktree, path), { recursive: true, force: true }),
    () => link(worktree, `link-${lots.below(3)}`, words.trim()),
    () => runnable(worktree, `tool-${lots.below(3)}.sh`, words),
  ];
  lots.pick(acts)?.();
}

/** Writes files as checks do after the snapshot: over its files and beside them. They are not committed. */
export function leaveBehind(worktree: string, lots: Lots): void {
  const n = lots.below(1_000_000);
  write(worktree, lots.pick(pool) ?? "", `a check was here ${n}\n`);
  write(worktree, `check-${n}.log`, `a check said ${n}\n`);
}

function write(directory: string, path: string, text: string): void {
  const at = join(directory, path);
  try {
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  } catch {
    // Another entry is in the way, so this change is skipped.
  }
}

function link(directory: string, path: string, target: string): void {
  rmSync(join(directory, path), { force: true });
  symlinkSync(target, join(directory, path));
}

function runnable(directory: string, path: string, text: string): void {
  write(directory, path, text);
  chmodSync(join(directory, path), 0o755);
}

/** Acts as the person in their own checkout, on their own files. */
export function liveOwnLife({ checkout, deps }: World, lots: Lots): void {
  const n = lots.below(1_000_000);
  const path = lots.pick(pool) ?? "";
  const acts: (() => void)[] = [
    () => commitOwn(checkout, path, `the person's ${n}\n`),
    () => commitOwn(checkout, `own-${lots.below(4)}.txt`, `the person's ${n}\n`),
    () => takeOver(checkout, ["merge", "-q", "--no-edit", "claude/main"]),
    () => takeOver(checkout, ["merge", "-q", "--squash", "claude/main"], ["commit", "-qm", `Squash ${n}`]),
    () => stash(checkout, n),
    () => gitIn(checkout, "branch", `mine-${n}`),
    () => gitIn(checkout, "pack-refs", "--all"),
    () => gitIn(checkout, "gc", "-q"),
    () => gitIn(checkout, "config", "user.nickname", `n${n}`),
    () => write(projectLayout(deps.home, project).integration, `looked-${lots.below(3)}.txt`, "mine\n"),
  ];
  lots.pick(acts)?.();
}

function commitOwn(checkout: string, path: string, text: string): void {
  write(checkout, path, text);
  gitIn(checkout, "add", "--", path);
  gitIn(checkout, "commit", "-qm", `Change ${path}`, "--", path);
}

/** Merges as the person would; on a conflict, resets. */
function takeOver(checkout: string, ...commands: string[][]): void {
  const kept = readFileSync(`${checkout}/notes.txt`);
  try {
    for (const command of commands) gitIn(checkout, ...command);
  } catch {
    gitIn(checkout, "reset", "-q", "--hard");
    writeFileSync(`${checkout}/notes.txt`, kept);
  }
}

function stash(checkout: string, n: number): void {
  const kept = readFileSync(`${checkout}/notes.txt`);
  writeFileSync(`${checkout}/notes.txt`, `stashed ${n}\n`);
  gitIn(checkout, "stash", "-q");
  writeFileSync(`${checkout}/notes.txt`, kept);
}
