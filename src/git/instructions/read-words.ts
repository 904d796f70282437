// Reads what a project says to workers: its instructions and skills, as one commit of the person's branch has them.
import type { InstructionsPlan } from "../../contract/commission/instructions.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import {
  modes,
  placeOf,
  type ProjectWords,
  type ReadEntry,
  skillFile,
  type WordEntry,
} from "../../rules/prompt/instructions/entries.ts";
import { mostInstructionBytes } from "../../rules/prompt/instructions/instructions.ts";
import { largestFile } from "../../rules/prompt/instructions/read-text.ts";
import { viewPlace } from "../repository/places.ts";
import { findPersonsBranch } from "../repository/persons-branch.ts";
import { findTheirs, isCommit } from "../repository/refs.ts";
import type { GitDeps, GitPlace } from "../repository/run.ts";
import { listWords } from "./list-words.ts";
import { readBlobs, sizesOf } from "./read-blobs.ts";

type Deps = GitDeps & { home: Pick<HomeLayout, "projects" | "repositories" | "worktrees"> };

export type WordsOrder = InstructionsPlan & { project: ProjectName };

/** Returns the tip of the person's branch; `null` if the project names none, or one that the hall itself moves. */
export async function findInstructions(
  deps: Deps & { projects(): HallConfig["projects"] },
  project: ProjectName,
): Promise<InstructionsPlan | null> {
  const branch = await findPersonsBranch(deps.projects(), project);
  const commit = branch === null ? undefined : await findTheirs(deps, viewPlace(deps.home, project), branch);
  return branch === null || commit === undefined ? null : { branch, commit };
}

/** Reads nothing of a checkout. The content of large files is not read, and of others only the beginning is kept. */
export async function readWords(deps: Deps, { project, branch, commit }: WordsOrder): Promise<ProjectWords> {
  const place = viewPlace(deps.home, project);
  const listed = await listWords(deps, place, commit).catch((error: unknown) =>
    nullIfGone(deps, { place, commit, error }),
  );
  if (listed === null) return { branch, commit, entries: null, tooMany: [] };
  const { entries, tooMany } = listed;
  const files = entries.filter(({ mode }) => mode !== modes.directory && mode !== modes.submodule);
  const sizes = await sizesOf(deps, place, unique(files));
  const wanted = files.filter((entry) => isRead(entry) && (sizes.get(entry.oid) ?? Infinity) <= largestFile);
  const blobs = await readBlobs(deps, place, { oids: unique(wanted), most: mostInstructionBytes });
  const read = entries.map((entry): ReadEntry => {
    const { oid } = entry;
    return { ...entry, size: sizes.get(oid) ?? null, bytes: isRead(entry) ? (blobs.get(oid) ?? null) : null };
  });
  return { branch, commit, entries: read, tooMany };
}

interface Failed {
  place: GitPlace;
  commit: string;
  error: unknown;
}

/** Rethrows the error if the commit is there. */
async function nullIfGone(deps: Deps, { place, commit, error }: Failed): Promise<null> {
  deps.signal?.throwIfAborted();
  if (await isCommit(deps, place, commit)) throw error;
  return null;
}

/** The content of a skill's other files is of no interest here. */
function isRead({ path }: WordEntry): boolean {
  const place = placeOf(path);
  return place?.kind === "instructions" || (place?.kind === "skill" && place.inner === skillFile);
}

function unique(entries: readonly WordEntry[]): string[] {
  return [...new Set(entries.map(({ oid }) => oid))];
}
