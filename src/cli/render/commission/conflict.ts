// Renders the files that could not be merged, with the changes of each side, for a terminal.
import type { ChangedFile, CommissionConflict, ConflictFile } from "../../../contract/commission/diff.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import { plural } from "../../../base/text/plural.ts";
import { patchLines } from "./diff.ts";
import type { Paint } from "../paint.ts";

/** Shows each file twice: first as the target branch changed it, then as the commission did. */
export function bothSidesLines(conflict: CommissionConflict, paint: Paint): string[] {
  return conflict.files.flatMap((file) => [
    ...sideLines(file, { side: "other", by: oneLine(conflict.into, 200), paint }),
    ...sideLines(file, { side: "own", by: "the commission", paint }),
  ]);
}

interface Side {
  side: "own" | "other";
  by: string;
  paint: Paint;
}

function sideLines(file: ConflictFile, { side, by, paint }: Side): string[] {
  const changed = file[side];
  const path = oneLine(file.path, 4000);
  if (changed === null) return [paint.dim(`# ${path}: not changed by ${by}`)];
  const head = paint.dim(`# ${path}, as changed by ${by}:`);
  if (changed.patch === null) return [head, `# ${oneLine(changed.why ?? "It is left out.", 500)}`];
  return [head, ...patchLines({ files: [changed] }, paint)];
}

export function bothSidesStat({ files, into }: CommissionConflict): string[] {
  return files.map(
    ({ path, own, other }) =>
      `${oneLine(path, 4000)}: ${figures(other)} by ${oneLine(into, 200)}, ${figures(own)} by the commission`,
  );
}

function figures(file: ChangedFile | null): string {
  if (file === null) return "not changed";
  return file.additions === null ? `${file.change}, not text` : `+${file.additions} -${file.deletions ?? 0}`;
}

/** Sums up the conflict and names the ways to resolve it. */
export function conflictAdvice({ id, branch, into, base, tip, total }: CommissionConflict): string[] {
  const target = oneLine(into, 200);
  if (base === tip) return [`${target} already has this work.`];
  return [
    `${plural(total, "file")} could not be merged into ${target}; the two branches diverged at ${base.slice(0, 12)}.`,
    `To have a worker bring it over to ${target} as it is now: guild-hall redispatch ${id}`,
    `To settle it yourself: merge ${oneLine(branch, 200)} into your own branch, and sync the project.`,
  ];
}
