// Remembers what is ahead of a person's branch and how large commits are, so that home does not run git again for
// branches that have not moved.
import { messageOf } from "../../base/text/message-of.ts";
import type { ChangeStat } from "../../contract/commission/review-list.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Log } from "../../host/log.ts";
import type { Ahead } from "../../git/review/ahead.ts";
import type { MeasuredWork, ReviewListDeps } from "./review-list.ts";

export interface KnownAheadDeps {
  findAhead(project: ProjectName): Promise<Ahead | null>;
  commitStats(project: ProjectName, commits: readonly string[]): Promise<ReadonlyMap<string, ChangeStat>>;
  /** Returns the tip of a branch; `null` if there is no such branch. */
  findTip(project: ProjectName, branch: string): Promise<string | null>;
  /** Returns the size of work that may begin at an earlier attempt; `null` if git cannot tell. */
  continuedStat(project: ProjectName, order: ContinuedWork): Promise<ChangeStat | null>;
  log: Pick<Log, "warn">;
}

export interface ContinuedWork {
  id: CommissionId;
  commit: string;
  /** The tip of the branch that the work would be merged to. */
  into: string;
}

/** A commit never changes, so its size is remembered; the oldest are dropped beyond this many. */
const mostStats = 5000;

export function createKnownAhead(deps: KnownAheadDeps): Pick<ReviewListDeps, "ahead" | "stats"> {
  const known = new Map<string, ChangeStat>();
  const asking = new Map<ProjectName, Promise<Ahead | null>>();
  return {
    ahead: (project) => {
      const running = asking.get(project) ?? orNull(deps, project, () => deps.findAhead(project));
      asking.set(project, running);
      return running.finally(() => asking.delete(project));
    },
    stats: async (project, works) => {
      const alone = works.filter(({ continuesInto }) => continuesInto === null);
      const commits = alone.map(({ commit }) => commit);
      return new Map([
        ...(await statsAlone(deps, { project, commits, known })),
        ...(await statsContinued(deps, { project, works, known })),
      ]);
    },
  };
}

interface Asked {
  project: ProjectName;
  known: Map<string, ChangeStat>;
}

async function statsAlone(
  deps: KnownAheadDeps,
  { project, commits, known }: Asked & { commits: readonly string[] },
): Promise<[string, ChangeStat][]> {
  const missing = commits.filter((commit) => !known.has(commit));
  const found =
    missing.length === 0 ? null : await orNull(deps, project, () => deps.commitStats(project, missing));
  for (const [commit, stat] of found ?? []) remember(known, commit, stat);
  return commits.flatMap((commit): [string, ChangeStat][] => {
    const stat = known.get(commit);
    return stat ? [[commit, stat]] : [];
  });
}

/** Measures work together with the attempt that it continues. The size may change when the branch `into` moves. */
async function statsContinued(
  deps: KnownAheadDeps,
  { project, works, known }: Asked & { works: readonly MeasuredWork[] },
): Promise<[string, ChangeStat][]> {
  const tips = new Map<string, string | null>();
  const found: [string, ChangeStat][] = [];
  for (const { id, commit, continuesInto: branch } of works) {
    if (branch === null) continue;
    if (!tips.has(branch)) tips.set(branch, await orNull(deps, project, () => deps.findTip(project, branch)));
    const into = tips.get(branch) ?? null;
    if (into === null) continue;
    const key = `${commit} for ${into}`;
    const stat =
      known.get(key) ??
      (await orNull(deps, project, () => deps.continuedStat(project, { id, commit, into })));
    if (stat === null) continue;
    if (!known.has(key)) remember(known, key, stat);
    found.push([commit, stat]);
  }
  return found;
}

function remember(known: Map<string, ChangeStat>, commit: string, stat: ChangeStat): void {
  known.set(commit, stat);
  const oldest = known.keys().next().value;
  if (known.size > mostStats && oldest !== undefined) known.delete(oldest);
}

/** A repository that cannot be read hides nothing else: its problem is shown with the project. */
async function orNull<T>(
  { log }: KnownAheadDeps,
  project: ProjectName,
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    log.warn("what is ahead of a person's branch could not be read", { project, reason: messageOf(error) });
    return null;
  }
}
