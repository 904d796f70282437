// Runs git with a fixed environment, explicit directories and the hall's own configuration. Git reads the
// objects and refs of the person's repository, but not its settings and hooks, so that the repository cannot
// make git run a program.
import { Fault } from "../../contract/api/problem.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { exitOf, type PipedChild, spawnPiped } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";
import { readTail } from "../../host/processes/output-tail.ts";

export interface GitDeps {
  clock: Pick<Clock, "after">;
  /** The PATH on which git is found. */
  searchPath: string;
  /** When aborted, kills the running git, whose result is no longer needed. */
  signal?: AbortSignal;
}

/** The directories that a git call works on. */
export interface GitPlace {
  /** The view (see below), or the directory in which git keeps the HEAD and index of one worktree. */
  gitDir: string;
  /**
   * The hall's view of the repository: a git directory that links to its objects and refs, with a config of the hall's.
   */
  view: string;
  workTree?: string;
  /** Whether only `.lore/` is checked out. */
  sparse?: boolean;
  /**
   * A temporary directory for new objects, so that none are left in the repository. Its alternate is the repository.
   */
  objects?: string;
}

/** The author of a commit with the time of the work, and the committer, by default with the same time. */
export interface CommitAuthorship {
  name: string;
  email: string;
  at: string;
  committer: { name: string; email: string; at?: string };
}

export interface GitOrder {
  args: readonly string[];
  /** `null` for a call without a repository. */
  place: GitPlace | null;
  /** The text for git's standard input. */
  input?: string;
  /** The path of an index to use instead of the worktree's. */
  index?: string;
  /** Replaces `GitPlace.objects` for this call. */
  objects?: string;
  /** The people of a commit, and its time. */
  author?: CommitAuthorship;
  limitMs?: number;
  /** Receives the output in chunks instead of collecting it. Returning false kills git: the caller has enough. */
  take?(chunk: Buffer): boolean;
}

export interface GitRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

const maxOutputCharacters = 64 * 1024 * 1024;
const defaultLimitMs = 600_000;

/**
 * Runs git and returns its exit code and output. Throws if git cannot start, times out, prints too much or is aborted.
 */
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
  if (out.cut) throw new Fault("git", `"git ${commandOf(order)}" printed more than the hall reads.`);
  return { code, stdout: out.text, stderr: stderr.tail.text().text };
}

/** Gives each chunk of stdout to `take`, and kills git when `take` returns false. Resolves when stdout is closed. */
function passOn(child: PipedChild, take: (chunk: Buffer) => boolean): Promise<void> {
  let isEnough = false;
  child.stdout.on("data", (chunk: Buffer) => {
    if (isEnough || take(chunk)) return;
    isEnough = true;
    child.kill("SIGKILL");
  });
  return new Promise((resolve) => void child.stdout.once("close", () => resolve()));
}

/** Like `runGit`, but throws on a non-zero exit. Returns stdout. */
export async function git(deps: GitDeps, order: GitOrder): Promise<string> {
  const run = await runGit(deps, order);
  if (run.code !== 0) throw gitFault(order, run);
  return run.stdout;
}

/** Splits the output of a call with "-z". */
export function splitZ(listed: string): string[] {
  return listed.split("\0").filter((part) => part !== "");
}

/** Git's messages for a failed write, each with its error code. A message that does not say why counts as EIO. */
const unwritten: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/, "ENOSPC"],
  [/Disk quota exceeded/, "EDQUOT"],
  [/Read-only file system/, "EROFS"],
  [/Input\/output error|unable to write (?:file|new[ _]index file)|write error/, "EIO"],
];

/**
 * Converts a failed run into a fault. Its code is "git", or the error code of a storage failure, such as
 * ENOSPC. The work did not cause a storage failure, and a retry may succeed.
 */
export function gitFault(order: Pick<GitOrder, "args">, { code, stderr }: GitRun): Fault {
  const said = stderr.trim().split("\n").slice(-5).join(" ");
  const kind = unwritten.find(([pattern]) => pattern.test(stderr))?.[1] ?? "git";
  return new Fault(kind, `"git ${commandOf(order)}" failed (${code ?? "ended"}): ${said}`);
}

/** Returns the git command, such as "log": the first argument that looks like one. */
function commandOf({ args }: Pick<GitOrder, "args">): string {
  return args.find((word) => /^[a-z-]+$/.test(word) && !word.startsWith("-")) ?? "";
}

/**
 * Throws if git was killed, or failed because of the disk. For calls where any other non-zero exit is a valid
 * answer.
 */
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

/** Drops relative directories from the PATH: git runs in a worktree, where the worker could put programs into them. */
function absoluteOnly(searchPath: string): string {
  return searchPath
    .split(":")
    .filter((directory) => directory.startsWith("/"))
    .join(":");
}

/**
 * Returns the variables that name git's directories. Without a place, `/dev/null` keeps git from searching
 * for a repository.
 */
function directories(place: GitPlace | null): Record<string, string> {
  if (place === null) return { GIT_DIR: "/dev/null" };
  const { gitDir, view, workTree } = place;
  return {
    GIT_DIR: gitDir,
    GIT_COMMON_DIR: view,
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
  };
}

function authorship({ name, email, at, committer }: CommitAuthorship): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: committer.at ?? at,
  };
}
