// Stores which commits are marked: made by runs that had read text from outside, such as web pages. Each mark is a file
// named after its commit, so that even a damaged file tells which commit it marks. The hall is the only writer.
import { createHash } from "node:crypto";
import { type HomeLayout, markPath } from "../../contract/home/home-layout.ts";
import { type CommitMark, commitMarkFile } from "../../contract/project/marks.ts";
import { oid } from "../../contract/project/tree.ts";
import type { Disk } from "../../host/files/disk.ts";

export interface CommitMarks {
  /** Loads the marks before a caller needs them, at low priority. */
  readAhead(): Promise<void>;
  /**
   * Returns the marks whose work is not known to be on the person's branch. A damaged mark has only its
   * commit.
   */
  open(): Promise<readonly OpenMark[]>;
  /** Adds a mark, unless the commit has one. The mark is on disk when the promise resolves. */
  add(mark: CommitMark): Promise<void>;
  /**
   * Records that the person's branch has this work at its commit `takenBy`. On disk when the promise
   * resolves.
   */
  take(marks: readonly OpenMark[], takenBy: string): Promise<void>;
  /** Returns sentences for a person about the damaged and unknown files that were found. */
  problems(): readonly string[];
}

export type OpenMark = Pick<CommitMark, "commit" | "blobs"> & { whole: CommitMark | null };

export interface MarksDeps {
  home: Pick<HomeLayout, "marks">;
  disk: Disk;
  /**
   * Yields the marks for a home that has no directory of marks yet, derived from what an earlier release
   * stored. May run slowly while `isAwaited` returns false.
   */
  earlier(isAwaited: () => boolean): AsyncIterable<CommitMark>;
}

interface MarksIndex {
  known: Map<string, OpenMark>;
  problems: string[];
}

export function createMarks(deps: MarksDeps): CommitMarks {
  let loading: Promise<MarksIndex> | null = null;
  let problems: readonly string[] = [];
  let isAwaited = false;
  const begin = (): Promise<MarksIndex> => {
    loading ??= load(deps, () => isAwaited).then(
      (loaded) => ((problems = loaded.problems), loaded),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const index = (): Promise<MarksIndex> => {
    isAwaited = true;
    return begin();
  };
  return {
    readAhead: async () => void (await begin()),
    open: async () => stillOpen(await index()),
    add: async (mark) => {
      const { known } = await index();
      if (known.has(mark.commit)) return;
      await write(deps, mark);
      known.set(mark.commit, openOf(mark));
    },
    take: async (marks, takenBy) => {
      const { known } = await index();
      for (const { whole } of marks) {
        if (whole === null) continue; // a damaged mark stays until a person has looked at it
        const taken = { ...whole, takenBy };
        await write(deps, taken);
        known.set(taken.commit, openOf(taken));
      }
    },
    problems: () => problems,
  };
}

/** Reads the marks from disk on each call, for a program that does not write them. */
export function createMarksReader(deps: Pick<MarksDeps, "home" | "disk">): Pick<CommitMarks, "open"> {
  return { open: async () => stillOpen(await readAll(deps)) };
}

function stillOpen({ known }: MarksIndex): OpenMark[] {
  return [...known.values()].filter(({ whole }) => (whole?.takenBy ?? null) === null);
}

const openOf = (mark: CommitMark): OpenMark => ({ commit: mark.commit, blobs: mark.blobs, whole: mark });

async function write({ home, disk }: Pick<MarksDeps, "home" | "disk">, mark: CommitMark): Promise<void> {
  await disk.replace(markPath(home, mark.commit), `${JSON.stringify({ ...mark, sha256: hashOf(mark) })}\n`);
}

function hashOf(mark: CommitMark): string {
  const { version, commit, commission, project, at, blobs, cut, takenBy } = mark;
  const words = JSON.stringify([version, commit, commission, project, at, blobs, cut, takenBy]);
  return createHash("sha256").update(words).digest("hex");
}

async function load(deps: MarksDeps, isAwaited: () => boolean): Promise<MarksIndex> {
  const { home, disk } = deps;
  if ((await disk.sizeOf(home.marks)) === undefined) await makeFirst(deps, isAwaited);
  await disk.sweepDrafts(home.marks);
  return readAll(deps);
}

async function readAll(deps: Pick<MarksDeps, "home" | "disk">): Promise<MarksIndex> {
  const { home, disk } = deps;
  const index: MarksIndex = { known: new Map(), problems: [] };
  for (const name of await disk.list(home.marks)) {
    if (isDraft(name)) continue;
    const commit = oid.safeParse(name.replace(/\.json$/, "")).data;
    if (commit === undefined) {
      index.problems.push(`${home.marks}/${name} is not a mark that the hall wrote, so the hall ignores it.`);
      continue;
    }
    const whole = await read(deps, commit);
    if (whole === null)
      index.problems.push(
        `${markPath(home, commit)} is damaged. Commit ${commit} still counts as work of a run that had read words of strangers. If you have read that commit and trust it, remove the file and start the hall again.`,
      );
    index.known.set(commit, whole ? openOf(whole) : { commit, blobs: [], whole: null });
  }
  return index;
}

/** Tells whether the file is a draft, which is still being written. */
const isDraft = (name: string): boolean => name.startsWith(".");

/** Creates the directory atomically, because a home with only some of the marks would never get the others. */
async function makeFirst(deps: MarksDeps, isAwaited: () => boolean): Promise<void> {
  const { disk } = deps;
  const draft = { marks: `${deps.home.marks}.draft` };
  await disk.removeTree(draft.marks);
  await disk.makeDirectories(draft.marks);
  for await (const mark of deps.earlier(isAwaited)) await write({ disk, home: draft }, mark);
  await disk.move(draft.marks, deps.home.marks);
}

/** Returns the mark of a commit; `null` if its file is damaged. */
async function read(
  { home, disk }: Pick<MarksDeps, "home" | "disk">,
  commit: string,
): Promise<CommitMark | null> {
  const text = (await disk.readText(markPath(home, commit))) ?? "";
  const found = commitMarkFile.safeParse(parseOrNull(text)).data;
  if (found === undefined) return null;
  const { sha256, ...mark } = found;
  return mark.commit === commit && sha256 === hashOf(mark) ? mark : null;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
