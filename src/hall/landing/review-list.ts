// Lists finished work that is not yet on the person's branch: what waits for a decision, and what is merged and not yet
// taken over.
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type {
  ChangeStat,
  ReviewItem,
  ReviewList,
  ReviewProject,
} from "../../contract/commission/review-list.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import { findProject } from "../../contract/home/config.ts";
import { type CommissionId, type ProjectName, projectName } from "../../contract/home/ids.ts";
import type { Ahead } from "../../git/review/ahead.ts";
import { refusalsOfState } from "../../rules/commission/decide-landing.ts";
import { isInReview, waitsForPerson } from "../../rules/show/in-review.ts";

export interface ReviewListDeps {
  /** Newest first. */
  newest(): Iterable<CommissionSummary>;
  /** Returns the last later commission that has this one's work, or is at work on it; `null` if there is none. */
  heirOf(id: CommissionId): CommissionId | null;
  projects(): HallConfig["projects"];
  /** Returns `null` if the project has no repository, or git cannot tell. */
  ahead(project: ProjectName): Promise<Ahead | null>;
  /** Returns the size of each work by its commit; a commit that git does not know is left out. */
  stats(project: ProjectName, works: readonly MeasuredWork[]): Promise<ReadonlyMap<string, ChangeStat>>;
}

/** Finished work whose size is shown. */
export interface MeasuredWork {
  id: CommissionId;
  commit: string;
  /** The branch that the work would be merged to, together with the attempt before it; `null` for other work. */
  continuesInto: string | null;
}

export interface ReviewOrder {
  project?: ProjectName | undefined;
  seen: boolean;
  limit: number;
}

export async function listReview(deps: ReviewListDeps, order: ReviewOrder): Promise<ReviewList> {
  const ahead = await aheadOf(deps, order);
  const all = inReview(deps, order, ahead);
  const unseen = all.filter(({ landing }) => landing?.seen !== true);
  const listed = order.seen ? all : unseen;
  const waiting = listed.filter(waitsForPerson);
  const items = [...waiting, ...listed.filter((each) => !waitsForPerson(each))].slice(0, order.limit);
  return {
    items: await withStats(deps, items),
    total: listed.length,
    waiting: waiting.length,
    seen: all.length - unseen.length,
    projects: projectsOf(deps, order, ahead),
  };
}

type AheadByProject = ReadonlyMap<string, Ahead | null>;

async function aheadOf(deps: ReviewListDeps, { project }: ReviewOrder): Promise<AheadByProject> {
  const names = Object.entries(deps.projects())
    .filter(([name, { path }]) => path !== undefined && (project === undefined || name === project))
    .map(([name]) => projectName.parse(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await deps.ahead(name)] as const)));
}

function inReview(
  deps: ReviewListDeps,
  { project }: ReviewOrder,
  ahead: AheadByProject,
): CommissionSummary[] {
  const found: CommissionSummary[] = [];
  for (const summary of deps.newest()) {
    if (summary.landing === null || summary.project === null) continue;
    if (project !== undefined && summary.project !== project) continue;
    const commits = ahead.get(summary.project)?.commits ?? null;
    if (isInReview(summary, commits) && deps.heirOf(summary.id) === null) found.push(summary);
  }
  return found;
}

async function withStats(deps: ReviewListDeps, listed: readonly CommissionSummary[]): Promise<ReviewItem[]> {
  const stats = new Map<string, ChangeStat>();
  for (const [name, works] of worksByProject(listed))
    for (const [commit, stat] of await deps.stats(name, works)) stats.set(commit, stat);
  return listed.map((commission) => {
    const { branch, landing } = commission;
    if (landing === null) throw new Error("Work in review has a landing.");
    const refusals = refusalsOfState({ state: landing.state, commit: landing.commit, as: null });
    return { commission, stat: stats.get(branch?.commit ?? "") ?? null, refusals };
  });
}

function worksByProject(listed: readonly CommissionSummary[]): Map<ProjectName, MeasuredWork[]> {
  const found = new Map<ProjectName, MeasuredWork[]>();
  for (const summary of listed) {
    const { id, project, branch, continues } = summary;
    if (project === null || !branch?.commit) continue;
    const continuesInto = continues !== null && waitsForPerson(summary) ? branch.into : null;
    found.set(project, [...(found.get(project) ?? []), { id, commit: branch.commit, continuesInto }]);
  }
  return found;
}

function projectsOf(deps: ReviewListDeps, { project }: ReviewOrder, ahead: AheadByProject): ReviewProject[] {
  return [...ahead].flatMap(([key, known]) => {
    const name = projectName.parse(key);
    const settings = findProject(deps.projects(), name);
    if (!settings || (project === undefined && known?.commits.size === 0)) return [];
    return [
      {
        project: name,
        branch: known?.branch ?? settings.branch ?? null,
        integration: known?.integration ?? settings.integration,
        ahead: known?.commits.size ?? null,
      },
    ];
  });
}
