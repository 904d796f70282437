// Renders `guild-hall project sync`: first what will be done to the integration branch, then what was done.
import type { SyncReport } from "../../../contract/project/sync.ts";
import { plural } from "../../../base/text/plural.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";

export function syncPlanLines(report: SyncReport, { paint }: { paint: Paint }): string[] {
  const { conflicts, notes, kind } = report;
  if (kind !== "conflict") return planned(report);
  return [
    paint.red(`${said(report)} conflict in ${plural(conflicts.length, "file")}:`),
    ...conflicts.map((path) => `  ${oneLine(path, 1000)}`),
    "Nothing is changed.",
    ...notes.map((note) => oneLine(note, 2000)),
  ];
}

function planned(report: SyncReport): string[] {
  const { from, into, brings, taken, kind } = report;
  const more = plural(brings, "commit");
  if (kind === "nothing") return [`${into.branch} has all of ${from.branch}.`];
  if (kind === "fast-forward") return [`${into.branch} goes forward to ${from.branch}: ${more}.`];
  if (kind === "squash-merged")
    return [
      `${from.branch} has all the work of ${into.branch} in other commits.`,
      `${into.branch} takes over ${from.branch} as it is: ${more}.`,
    ];
  return [
    `${from.branch} is merged into ${into.branch}: ${more}.`,
    ...(taken === null
      ? []
      : [
          `${from.branch} already has the work of ${into.branch} up to ${short(taken)} in other commits, so the merge leaves that out.`,
        ]),
  ];
}

/** Returns the lines that are printed after the plan. */
export function syncDoneLines(report: SyncReport, { paint }: { paint: Paint }): string[] {
  const { moved, into, notes, kind, dryRun } = report;
  return [
    ...(dryRun && isChange(kind) ? ["Nothing was changed."] : []),
    ...(moved ? [paint.green(`Done: ${into.branch} is at ${short(into.after)}.`)] : []),
    ...(kind === "conflict" ? [] : notes.map((note) => paint.yellow(oneLine(note, 2000)))),
  ];
}

/**
 * Returns true if a sync of this kind changes something. For the other kinds the plan itself says that nothing changes.
 */
const isChange = (kind: SyncReport["kind"]): boolean => kind !== "nothing" && kind !== "conflict";

function said({ from, into }: SyncReport): string {
  return `${from.branch} and ${into.branch}`;
}

function short(commit: string): string {
  return commit.slice(0, 12);
}
