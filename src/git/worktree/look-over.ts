// Walks through a worktree before git does, and finds what git cannot add as plain files: nested repositories, pipes
// that would block git, and files that their owner may not read.
import { rmSync } from "node:fs";
import { Fault } from "../../contract/api/problem.ts";
import { openUp, type Walked, walkInside } from "../../host/files/walk-inside.ts";

export interface LookedOver {
  /** The directories inside the worktree that have a git repository of their own. */
  nested: string[];
  notes: string[];
}

/** Some git hosting services refuse larger files. */
const huge = 100 * 1024 * 1024;
/** The walk enters no directory at this depth, because paths in it could be too long for the system. */
export const deepest = 200;

/**
 * Makes unreadable files readable where possible, and removes pipes that would block git. Returns notes for a person
 * about these files, and about files that git will leave out.
 */
export async function lookOver(workTree: string): Promise<LookedOver> {
  const found = new Map<string, string[]>();
  const nested: string[] = [];
  const say = (what: string, { path }: Walked) => {
    const paths = found.get(what) ?? [];
    paths.push(path); // in place: there may be hundreds of thousands of paths
    found.set(what, paths);
  };
  const lookAt = (entry: Walked) => {
    if (openUp(entry)) say("were closed even to their owner, and were opened", entry);
    if (entry.depth > 0 && /(?:^|\/)\.git$/.test(entry.path)) {
      if (entry.isText) nested.push(entry.path.slice(0, -"/.git".length));
      else say("belong to repositories whose names are not UTF-8, and are left out", entry);
    }
    if (takeAwayPipe(entry)) say("were pipes that would block git for ever, and were removed", entry);
    else if (entry.kind === "other")
      say("are not files (pipes, sockets or devices), and are left out", entry);
    if (entry.kind === "file" && entry.bytes > huge) say("are larger than 100 MiB", entry);
  };
  await walkInside(workTree, {
    into: (entry) => {
      lookAt(entry);
      if (entry.depth >= deepest) say("lie too deep, and are left out", entry);
      return entry.depth < deepest && !entry.path.endsWith("/.git") && entry.path !== ".git";
    },
    visit: lookAt,
  });
  return { nested, notes: [...found].map(([what, paths]) => `${nameSome(paths)} ${what}.`) };
}

/** Removes pipes named `.gitignore` or `.gitattributes`: git reads these names in any directory, and would block. */
export async function takePipesAway(workTree: string): Promise<void> {
  await walkInside(workTree, {
    into: ({ depth, path }) => depth < deepest && path !== ".git",
    visit: (entry) => void takeAwayPipe(entry),
  });
}

/**
 * Lists nested repositories without changing anything, because a worker is working there. Throws at a blocking pipe.
 */
export async function nestedIn(workTree: string, signal: AbortSignal | undefined): Promise<string[]> {
  const nested: string[] = [];
  const lookAt = (entry: Walked) => {
    if (isRulesPipe(entry))
      throw new Fault("worktree", `${JSON.stringify(entry.path)} is a pipe, which would block git for ever.`);
    const isRepository = entry.depth > 0 && /(?:^|\/)\.git$/.test(entry.path) && entry.isText;
    if (isRepository) nested.push(entry.path.slice(0, -"/.git".length));
  };
  await walkInside(workTree, {
    into: (entry) => {
      signal?.throwIfAborted();
      lookAt(entry);
      return entry.depth < deepest && !entry.path.endsWith("/.git") && entry.path !== ".git";
    },
    visit: lookAt,
  });
  return nested;
}

/** Removes the entry if it is a pipe that would block git. Nothing is lost, because a pipe holds no content. */
function takeAwayPipe(entry: Walked): boolean {
  if (!isRulesPipe(entry)) return false;
  rmSync(entry.at, { force: true });
  return true;
}

function isRulesPipe({ kind, path }: Walked): boolean {
  return kind === "other" && /(?:^|\/)\.git(?:ignore|attributes)$/.test(path);
}

const named = 10;

/** Names up to ten paths, so that the text stays short. */
export function nameSome(paths: readonly string[]): string {
  const some = paths.slice(0, named).map((path) => JSON.stringify(path));
  const more = paths.length - some.length;
  return some.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
