// Finds out how a commission's finished work would merge now. Must be called inside `trees.inTurn`, which
// keeps other finishes and syncs of the project out.
import type { CommissionId } from "../../contract/home/ids.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { type MergeCandidate, landingOf, mayLandNow, owesLanding } from "../../rules/checks/landing.ts";
import { finishedTree } from "../../rules/checks/proof.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { ConductorState } from "./deps.ts";
import { isHopeless, noteUnfinished } from "./unfinished.ts";

type Ahead = NonNullable<Extract<Command, { do: "conclude" }>["landing"]>;

const nothing: Ahead["theirs"] = { commits: [], files: [], patch: "", cut: false };

/**
 * Returns `undefined` if the merge does not have to be checked, the finish is planned already, or the commission is
 * cancelled.
 */
export async function lookAhead(conductor: ConductorState, id: CommissionId): Promise<Ahead | undefined> {
  const { deps } = conductor;
  const record = (await deps.ledger.find(id))?.record;
  if (!record || record.plan !== null || record.cancel !== null || !owesLanding(record)) return undefined;
  const candidate = await candidateOf(conductor, record);
  const onto = candidate.kind === "unknown" ? null : failedOnto(record);
  return {
    candidate,
    isNext: mayLandNow(deps.ledger.live(), record),
    theirs: onto === null ? nothing : await theirsOf(conductor, record, onto),
    marked: onto !== null && (await isMarked(conductor, record, onto)),
  };
}

async function candidateOf(conductor: ConductorState, record: CommissionRecord): Promise<MergeCandidate> {
  const { tree, proof } = record;
  const work = finishedTree(proof);
  if (tree === null || work === null) return { kind: "unknown" };
  try {
    return await conductor.deps.trees.candidate({ tree, work });
  } catch (error) {
    const fault = noteUnfinished(conductor, record.request.id, error);
    if (!isHopeless(fault, error)) throw error;
    return { kind: "unknown" };
  }
}

/**
 * Returns the commit of the integration branch that the work was merged with when it failed its checks. The
 * worker continues from that commit. `null` if the merge has not failed.
 */
function failedOnto(record: CommissionRecord): string | null {
  return landingOf(record) === "failed" ? (record.landing?.tried?.expected ?? null) : null;
}

async function theirsOf(
  { deps }: ConductorState,
  { tree }: CommissionRecord,
  onto: string,
): Promise<Ahead["theirs"]> {
  if (tree === null) return nothing;
  try {
    return await deps.trees.otherSide({ project: tree.project, from: tree.base, onto });
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    return nothing; // the worker still finds the others' work in its files
  }
}

/** Returns true if the commit contains work of a run that had read untrusted text, or if git cannot tell. */
async function isMarked(
  { deps }: ConductorState,
  { tree }: CommissionRecord,
  onto: string,
): Promise<boolean> {
  if (tree === null) return false;
  try {
    return (await deps.trees.marked({ project: tree.project, commit: onto })).length > 0;
  } catch (error) {
    if (storageCodeOf(error) !== null) throw error;
    return true;
  }
}
