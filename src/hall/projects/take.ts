// Answers requests about what landed and is not on the person's branch: list it, show its changes, take it over, undo
// the last take-over.
import type { Operations } from "../../contract/api/operation.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { aheadRoutes } from "../../contract/project/ahead.ts";
import type {
  TakeRecord,
  TakeReport,
  TakeRequest,
  takeRoutes,
  TakeUndoReport,
} from "../../contract/project/take.ts";
import { type Taken, kindOfTaken, undoTake } from "../../git/projects/taken.ts";
import { openForTake, takeOver } from "../../git/projects/take.ts";
import { diffAhead, listAhead } from "../../git/review/ahead.ts";
import { codeOf } from "../../host/files/disk.ts";
import { mergedAs } from "../../rules/commission/after-end.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { orRefused } from "./change-projects.ts";
import { noProject, type ProjectOperationsDeps, settingsOf } from "./projects-now.ts";
import { findTake, forgetTake, keepTake, type TakeRecordsDeps } from "./take-records.ts";

export interface TakeDeps extends ProjectOperationsDeps {
  /** Returns the commission as the ledger has it. */
  find(id: CommissionId): Promise<Commission | undefined>;
  /** The time, in milliseconds since 1970. */
  now(): number;
}

export type TakeOperations = Pick<Operations, keyof typeof aheadRoutes | keyof typeof takeRoutes>;

export function createTakeOperations(deps: TakeDeps): TakeOperations {
  const { git } = deps;
  const of = <T>(project: ProjectName, task: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    settingsOf(deps, project) ? refused(task()) : Promise.resolve(noProject(project));
  /** Runs one task at a time on the branches of a project. */
  const alone = <T>(project: ProjectName, task: () => Promise<Outcome<T>>) =>
    of(project, () => deps.inTurn(project, task));
  return {
    projectAhead: ({ params: { name } }) => of(name, async () => done(await listAhead(git, name))),
    projectDiff: ({ params: { name }, query }) =>
      of(name, async () => done(await diffAhead(git, { project: name, ...query }))),
    projectTake: ({ params: { name }, body }) => alone(name, () => take(deps, name, body)),
    projectTaken: ({ params: { name }, body }) => alone(name, () => taken(deps, name, body)),
    projectTakeUndo: ({ params: { name }, body }) => alone(name, () => undo(deps, name, body.dryRun)),
  };
}

/** Turns a branch that is elsewhere, or a commit that is gone, into a refusal; so also a fault of the repository. */
async function refused<T>(work: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await orRefused(work);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "gone" && code !== "moved") throw error;
    return refuse("wrong_state", (error as Error).message, "Look at what is there now, and ask again.");
  }
}

async function take(
  deps: TakeDeps,
  project: ProjectName,
  { dryRun, commission, expected }: TakeRequest,
): Promise<Outcome<TakeReport>> {
  const only = commission === undefined ? null : await commitOf(deps, project, commission);
  if (only !== null && typeof only === "object") return only;
  const order = {
    project,
    dryRun,
    only,
    expected: expected ?? null,
    style: settingsOf(deps, project)?.commit ?? null,
  };
  const records = recordsOf(deps);
  const report = await takeOver(deps.git, order, async ({ before, ...noted }) => {
    const record: TakeRecord = { version: 1, ...noted, before, at: timeOf(deps) };
    await keepTake(records, project, { take: record, now: { branch: noted.branch, tip: before } });
  });
  if (report.moved) deps.changed();
  return done(report);
}

/** Returns the commit by which the integration branch has the commission's work. */
async function commitOf(
  { find }: TakeDeps,
  project: ProjectName,
  id: CommissionId,
): Promise<string | Refusal> {
  const commission = await find(id);
  if (!commission) return refuse("not_found", `There is no commission ${id}.`);
  const { tree, request } = commission.record;
  if ((tree?.project ?? request.project) !== project)
    return refuse("wrong_state", `Commission ${id} did not work on project "${project}".`);
  return (
    mergedAs(commission) ??
    refuse("wrong_state", "Its work is not merged, so there is nothing to take over.", acceptHint)
  );
}

const acceptHint = 'Work that waits for you is merged by "guild-hall review accept ID".';

async function taken(deps: TakeDeps, project: ProjectName, moved: Taken): Promise<Outcome<TakeRecord>> {
  const opened = await openForTake(deps.git, project);
  const { branch } = opened.project;
  const records = recordsOf(deps);
  const noted = await findTake(records, project, { branch, tip: opened.tip });
  if (noted?.before === moved.before && noted.after === moved.after) return done(noted);
  const kind = await kindOfTaken(deps.git, opened, moved);
  const { before, after } = moved;
  const record: TakeRecord = { version: 1, branch, before, after, kind, at: timeOf(deps) };
  await keepTake(records, project, { take: record, now: { branch, tip: before } });
  deps.changed();
  return done(record);
}

async function undo(deps: TakeDeps, project: ProjectName, dryRun: boolean): Promise<Outcome<TakeUndoReport>> {
  const opened = await openForTake(deps.git, project);
  const { branch } = opened.project;
  const records = recordsOf(deps);
  const last = await findTake(records, project, { branch, tip: opened.tip });
  if (last === null)
    return refuse(
      "wrong_state",
      `"${branch}" is not where a take-over left it, so there is nothing to undo.`,
      "Look at its history, and move it yourself if you want to.",
    );
  const report = await undoTake(deps.git, opened.project, { take: last, dryRun });
  if (!report.moved) return done(report);
  deps.changed();
  await forgetTake(records, project, { branch, tip: last.before });
  return done(report);
}

function recordsOf({ git: { home, disk } }: TakeDeps): TakeRecordsDeps {
  return { home, disk };
}

const timeOf = ({ now }: TakeDeps): string => new Date(now()).toISOString();
