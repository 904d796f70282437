// Starts git. The environment is stated in full, the directories are named, and the configuration is the hall's own: of
// the person's repository git is shown its objects and refs, so that nothing in it can name a program to be run.
import { Fault } from "../../contract/api/problem.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { exitOf, type PipedChild, spawnPiped } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";
import { readTail } from "../../host/processes/output-tail.ts";

export interface GitDeps {
  clock: Pick<Clock, "after">;
  /** Where git is looked for. */
  searchPath: string;
  /** Ends what runs: nobody waits for it any more. */
  signal?: AbortSignal;
}

/** What a call works on. */
export interface GitPlace {
  /** The view of the repository, or the directory that git keeps of one worktree. */
  gitDir: string;
  /** The view of the repository. */
  view: string;
  workTree?: string;
  /** Only `.lore/` is checked out here. */
  sparse?: boolean;
  /** A directory for new objects, which names the repository's beside it: for a look that leaves nothing behind. */
  objects?: string;
}

export interface GitOrder {
  args: readonly string[];
  /** null: no repository at all. */
  place: GitPlace | null;
  /** What it reads on its standard input. */
  input?: string;
  /** An index of the caller's own, in the place of the worktree's. */
  index?: string;
  /** A directory for new objects, which names the repository's beside it. */
  objects?: string;
  /** Who a commit is by, and when it was made. */
  author?: { name: string; email: string; at: string };
  limitMs?: number;
  /** Is handed what it prints as it comes, which is not kept then. False: that is enough, and it is ended. */
  take?(chunk: Buffer): boolean;
}

export interface GitRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

const maxOutputCharacters = 64 * 1024 * 1024;
const defaultLimitMs = 600_000;

/** Runs git to its end, whatever that is. Throws where it cannot be started, takes too long or says too much. */
export async function runGit(deps: GitDeps, order: GitOrder): Promise<GitRun> {
  deps.signal?.throwIfAborted();
  const child = spawnPiped({
    file: "git",
    args: [...gitSettings(order.place), ...order.args],
    cwd: order.place?.workTree ?? order.place?.gitDir ?? "/",
    env: gitEnvironment(deps, order),
  });
  let failure = "";
  let timedOut = false;
  child.once("error", (cause) => (failure = cause.message));
  child.stdin.on("error", () => undefined).end(order.input ?? "");
  const end = () => child.kill("SIGKILL");
  const passed = order.take && passOn(child, order.take);
  const stdout = readTail(order.take ? [] : [child.stdout], maxOutputCharacters);
  const stderr = readTail([child.stderr], 16_384);
  const limit = deps.clock.after(order.limitMs ?? defaultLimitMs, () => {
    timedOut = true;
    end();
  });
  deps.signal?.addEventListener("abort", end, { once: true });
  const { code } = await exitOf(child);
  limit.cancel();
  deps.signal?.removeEventListener("abort", end);
  deps.signal?.throwIfAborted();
  if (child.pid === undefined) throw new Fault("git", `Git could not be started: ${failure}`);
  await Promise.all([passed, stdout.done, stderr.done]);
  const out = stdout.tail.text();
  if (timedOut) throw new Fault("git", `"git ${commandOf(order)}" took too long and was ended.`);
  if (out.cut) throw new Fault("git", `"git ${commandOf(order)}" said more than can be taken.`);
  return { code, stdout: out.text, stderr: stderr.tail.text().text };
}

/** Resolves when there is no more of it. */
function passOn(child: PipedChild, take: (chunk: Buffer) => boolean): Promise<void> {
  let isEnough = false;
  child.stdout.on("data", (chunk: Buffer) => {
    if (isEnough || take(chunk)) return;
    isEnough = true;
    child.kill("SIGKILL");
  });
  return new Promise((resolve) => void child.stdout.once("close", () => resolve()));
}

/** The same for a call that is to succeed: gives what it printed. */
export async function git(deps: GitDeps, order: GitOrder): Promise<string> {
  const run = await runGit(deps, order);
  if (run.code !== 0) throw gitFault(order, run);
  return run.stdout;
}

/** What a call with "-z" lists. */
export function splitZ(listed: string): string[] {
  return listed.split("\0").filter((part) => part !== "");
}

/** What git says of a disk that takes no writes. Of some it does not say why. */
const unwritten: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/, "ENOSPC"],
  [/Disk quota exceeded/, "EDQUOT"],
  [/Read-only file system/, "EROFS"],
  [/Input\/output error|unable to write (?:file|new[ _]index file)|write error/, "EIO"],
];

/** A full disk is told apart: it is nobody's doing, and it may pass. */
export function gitFault(order: Pick<GitOrder, "args">, { code, stderr }: GitRun): Fault {
  const said = stderr.trim().split("\n").slice(-5).join(" ");
  const kind = unwritten.find(([pattern]) => pattern.test(stderr))?.[1] ?? "git";
  return new Fault(kind, `"git ${commandOf(order)}" failed (${code ?? "ended"}): ${said}`);
}

/** The first word that is no setting. */
function commandOf({ args }: Pick<GitOrder, "args">): string {
  return args.find((word) => /^[a-z-]+$/.test(word) && !word.startsWith("-")) ?? "";
}

/** For a call that may say no: throws where it was no answer, for it was killed or the disk is full. */
export function mustBeAnswer(order: Pick<GitOrder, "args">, run: GitRun): void {
  const fault = gitFault(order, run);
  if (run.code === null || storageCodeOf(fault) !== null) throw fault;
}

export function gitSettings(place: GitPlace | null): string[] {
  return [
    ...(place?.sparse ? ["-c", "core.sparseCheckout=true", "-c", "core.sparseCheckoutCone=false"] : []),
    ...(place?.objects === undefined ? [] : ["-c", "core.fsync=none"]),
  ];
}

export function gitEnvironment(
  { searchPath }: Pick<GitDeps, "searchPath">,
  {
    place,
    index,
    objects = place?.objects,
    author,
  }: Pick<GitOrder, "place" | "index" | "objects" | "author">,
): Record<string, string> {
  return {
    PATH: absoluteOnly(searchPath),
    HOME: "/nonexistent",
    LC_ALL: "C.UTF-8",
    ...directories(place),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    ...(objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: objects }),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_EDITOR: "false",
    GIT_PAGER: "cat",
    ...(author ? authorship(author) : {}),
  };
}

/** Git begins in a worktree: a place that is not absolute would be one of the worker's. */
function absoluteOnly(searchPath: string): string {
  return searchPath
    .split(":")
    .filter((directory) => directory.startsWith("/"))
    .join(":");
}

/** Where there is none, git is kept from looking for one. */
function directories(place: GitPlace | null): Record<string, string> {
  if (place === null) return { GIT_DIR: "/dev/null" };
  const { gitDir, view, workTree } = place;
  return {
    GIT_DIR: gitDir,
    GIT_COMMON_DIR: view,
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
  };
}

function authorship({ name, email, at }: NonNullable<GitOrder["author"]>): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_NAME: "Guild Hall",
    GIT_COMMITTER_EMAIL: "guild-hall@localhost",
    GIT_COMMITTER_DATE: at,
  };
}
