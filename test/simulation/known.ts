// What an onlooker knows of each commission: what was answered, announced and acknowledged, and so may never be undone.
import type { EndedStatus } from "../../src/contract/commission/commission.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";

export interface Known {
  id: CommissionId;
  task: string;
  key: string | null;
  /** The lines of its ledger that anybody was told of, in order. */
  announced: string[];
  /** How it ended, once anybody was told. */
  ended: EndedStatus | null;
  /** A cancel was accepted before it had ended. */
  cancelled: boolean;
  /** A person asked for it to be deleted, and was told that it is. */
  deletion: "asked" | "done" | null;
  /** What a fault of the disk changed behind everybody's back. */
  harmed: Set<"ledger" | "journal" | "meta">;
  /** Words in facts that a workbench was told are recorded. */
  words: string[];
  /** Artifacts that were handed in, with their content. */
  artifacts: Map<string, string>;
  /** What was written to its worktree last, by path. */
  files: Map<string, string>;
  /** Whether the checks of its latest work passed; null: they were not run, or it is not known to their end. */
  proved: boolean | null;
  /** How often a person was told that an act on its finished work counts, by the line that says so. */
  acts: Map<string, number>;
  /** What a person said to it under way and was told is on record, with its number. */
  notes: Map<string, number>;
}

export type KnownCommissions = Map<CommissionId, Known>;

export function learnOf(known: KnownCommissions, first: Pick<Known, "id" | "task" | "key">): Known {
  const found = known.get(first.id);
  if (found) return found;
  const fresh: Known = {
    ...first,
    announced: [],
    ended: null,
    cancelled: false,
    deletion: null,
    harmed: new Set(),
    words: [],
    artifacts: new Map(),
    files: new Map(),
    proved: null,
    acts: new Map(),
    notes: new Map(),
  };
  known.set(first.id, fresh);
  return fresh;
}
