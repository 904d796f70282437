// Says what the commission of a draft would wait for, with one sentence for each thing that is done, under way or in
// need of a person. Pure.
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { sealOf } from "../../../src/rules/show/seal.ts";
import { plain } from "../../words/plain.ts";
import { counted } from "../../words/say.ts";
import { isCommissionId } from "./faults.ts";

export type AwaitedCommission = Pick<
  ListedCommission,
  "id" | "title" | "status" | "trust" | "branch" | "continues"
>;

export interface Around {
  after: readonly string[];
  /** Newest first. */
  newest: readonly AwaitedCommission[];
  /** The branch on which the documents must be. */
  branch: string;
  /** Returns whether the document is on the branch; `undefined` while that is not known. */
  isThere(path: string): boolean | undefined;
}

export interface WaitsText {
  says: string[];
  /** Whether the commission could start at once. */
  isFree: boolean;
}

const most = 4;

export function waitsOf(around: Around): WaitsText {
  const all = around.after.map((each) =>
    isCommissionId(each) ? ofCommission(around, each) : ofDocument(around, each),
  );
  // Unmet conditions come first, because they are what a person wants to know.
  const sorted = [...all.filter(({ isMet }) => !isMet), ...all.filter(({ isMet }) => isMet)];
  const rest = sorted.length - most;
  return {
    says: [
      ...sorted.slice(0, most).map(({ says }) => says),
      ...(rest > 0 ? [`And for ${counted(rest, "more thing")}.`] : []),
    ],
    isFree: all.every(({ isMet }) => isMet),
  };
}

interface Wait {
  says: string;
  isMet: boolean;
}

function ofDocument({ branch, isThere }: Around, document: string): Wait {
  const known = isThere(document);
  const path = plain(document);
  if (known === true) return { says: `${path} is on ${branch} already.`, isMet: true };
  return {
    says:
      known === undefined
        ? `It starts once ${path} is on ${branch}.`
        : `${path} is not on ${branch} yet: the commission waits for it.`,
    isMet: false,
  };
}

function ofCommission({ newest }: Around, id: string): Wait {
  const found = lastOf(newest, id);
  if (!found)
    return { says: `It waits for ${id.slice(0, 13)}, which this hall does not have.`, isMet: false };
  const name = `“${found.title}”`;
  const why = stuckOf(found);
  if (why !== null)
    return {
      says: `It waits for ${name}, which ${why}. Redispatch that one, so that this one can start.`,
      isMet: false,
    };
  const isMet = found.status === "completed";
  return { says: isMet ? `${name} is done already.` : `It waits until ${name} is done.`, isMet };
}

/**
 * Returns why the awaited commission stays unfinished unless a person redispatches it; `null` if it is done or under
 * way.
 */
function stuckOf(awaited: AwaitedCommission): string | null {
  const { status, branch } = awaited;
  if (status === "failed") return "failed";
  if (status === "cancelled") return "was cancelled";
  if (status !== "completed") return null;
  const seal = sealOf(awaited);
  if (seal === "refuted") return "was refuted by its checks";
  if (seal === "conflict") return "could not be merged";
  return branch?.state === "kept" || branch?.state === "open" ? "was not merged" : null;
}

/**
 * Returns the last commission in the chain of continuations, which counts instead of the one that was named.
 */
function lastOf(newest: readonly AwaitedCommission[], id: string): AwaitedCommission | undefined {
  let last: AwaitedCommission | undefined;
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at);) {
    seen.add(at);
    const own: string = at;
    last = newest.find((each) => each.id === own) ?? last;
    at = newest.find(({ continues }) => continues === own)?.id;
  }
  return last;
}
