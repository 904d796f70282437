// Describes earlier work that ended in a conflict, for a worker that makes a new attempt on the current
// integration branch. The text has the files in conflict, how that branch changed them, and the patch of the
// earlier work. Paths and patches are quoted, because workers and unknown authors wrote them.
import type { ChangedFile } from "../../contract/commission/diff.ts";
import { recordsDirectory } from "./commission-document.ts";
import { quote } from "../../base/text/quote.ts";
import { type Conflict, conflictOf } from "./review.ts";
import type { Commission } from "../commission/state.ts";
import type { EarlierWork } from "./trees.ts";

export interface CarryOver {
  /** The number of the attempt that made the work. */
  attempt: number;
  conflict: Conflict;
  /** The changes, or the reason why git could not show them. */
  work: EarlierWork | { why: string };
}

/**
 * Returns the latest attempt of a chain (newest first) whose work is in conflict and not yet on the
 * integration branch. `null` if none is in conflict, or a later one was merged.
 */
export function findConflict(chain: readonly Commission[]): { attempt: number; conflict: Conflict } | null {
  for (const commission of chain) {
    const conflict = conflictOf(commission);
    if (conflict) return { attempt: commission.record.request.attempt, conflict };
    const { applied, afterEnd } = commission.record;
    if (applied?.tree?.state === "merged" || afterEnd.accepted !== null) return null;
  }
  return null;
}

const most = { patch: 16_000, theirs: 8000, files: 20, why: 500 };

/** Returns the parts of the description. `keepsFiles`: a later attempt left files, and the new one begins with them. */
export function carryOverTexts({ attempt, conflict, work }: CarryOver, keepsFiles: boolean): string[] {
  const { tree, tip, paths } = conflict;
  const left = paths.length > most.files ? ` (and ${paths.length - most.files} more)` : "";
  const opening = `# Carry the work over

The work of attempt ${attempt} could not be merged into ${tree.into}: others had changed the same files. It is kept on the branch ${tree.branch}, at commit ${tip}. ${keepsFiles ? "A later attempt was to bring it over, and you begin with the files that it left." : `You begin at ${tree.into} as it is now, without that work.`} Bring it over: keep what ${tree.into} has by now, and make the same changes there so that both hold. In conflict were${left}:
${quote(paths.slice(0, most.files).join("\n"))}`;
  if ("why" in work)
    return [`${opening}\nGit could not show the changes of that branch:\n${quote(cut(work.why, most.why))}`];
  if (work.total === 0) return [`${opening}\n${tree.into} has all of that work by now.`];
  // Documents about commissions are written by the hall and are not part of the work.
  const own = work.files.filter(({ path }) => !path.startsWith(recordsDirectory));
  return [
    opening,
    ...patchTexts(`How ${tree.into} has changed the files in conflict meanwhile`, work.theirs, {
      room: most.theirs,
      total: work.theirs.length,
    }),
    ...patchTexts(`The patch of attempt ${attempt}`, inConflictFirst(own, paths), {
      room: most.patch,
      total: own.length + work.total - work.files.length,
    }),
  ];
}

function inConflictFirst(files: readonly ChangedFile[], paths: readonly string[]): ChangedFile[] {
  const torn = new Set(paths);
  const isTorn = ({ path, from }: ChangedFile) => torn.has(path) || (from !== null && torn.has(from));
  return [...files.filter(isTorn), ...files.filter((file) => !isTorn(file))];
}

/**
 * Shows as many whole patches as fit, and lists the other files. The first patch is cut if it alone does not
 * fit.
 */
function patchTexts(
  title: string,
  files: readonly ChangedFile[],
  { room, total }: { room: number; total: number },
): string[] {
  const shown: string[] = [];
  const leftOut: string[] = [];
  let left = room;
  for (const { path, patch } of files) {
    const text = patch === null ? null : quote(patch.trimEnd());
    if (text !== null && text.length <= left) {
      shown.push(text);
      left -= text.length;
    } else if (text !== null && shown.length === 0) {
      shown.push(`${text.slice(0, left)}\n> [cut]`);
      left = 0;
    } else leftOut.push(path);
  }
  const more = total - files.length + Math.max(0, leftOut.length - most.files);
  const named = leftOut.slice(0, most.files).join("\n");
  return [
    ...(shown.length === 0 ? [] : [`${title}:\n${shown.join("\n")}`]),
    ...(leftOut.length === 0
      ? []
      : [`${title}, without room here${more > 0 ? ` (and ${more} more)` : ""}:\n${quote(named)}`]),
  ];
}

function cut(text: string, at: number): string {
  return text.length > at ? `${text.slice(0, at)} [cut]` : text;
}
