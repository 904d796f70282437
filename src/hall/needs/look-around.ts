// Finds everything that needs a person, in the ledger and in the problems that the hall's parts report.
import { workerName } from "../../contract/member/member.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import type { Clock } from "../../host/clock.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { Members } from "../../guild/members/members.ts";
import type { Roster } from "../../guild/roster/discover.ts";
import type { FreshRoster } from "../../guild/roster/fresh.ts";
import { hallCauses, type HallNow, unsettledMembers } from "../../rules/show/hall-causes.ts";
import { unrecordedText } from "../../rules/course/unrecorded.ts";
import { needsKey, workCauses } from "../../rules/show/work-causes.ts";
import type { FoundCauses } from "./attention.ts";
import type { WorktreeKeeper } from "../projects/worktree-keeper.ts";
import type { ProjectProblems } from "../projects/project-problems.ts";
import type { QuotaStore } from "../operations/quota-file.ts";

export interface LookDeps {
  ledger: Pick<Ledger, "newest">;
  conductor: Pick<Conductor, "continuationOf" | "unrecorded" | "waits">;
  members: Pick<Members, "list">;
  roster: Pick<FreshRoster, "current">;
  projects: Pick<ProjectProblems, "current">;
  worktrees: Pick<WorktreeKeeper, "isInOrder">;
  quota: Pick<QuotaStore, "current">;
  /** Whether the hall has a credential for work that is not rehearsed. */
  hasModel: boolean;
  /** Returns the problems that the hall reports about itself. */
  problems(): string[];
  clock: Pick<Clock, "now">;
}

export async function lookAround(deps: LookDeps): Promise<FoundCauses> {
  const { ledger, conductor, worktrees, clock } = deps;
  const [members, roster, projects] = await Promise.all([
    deps.members.list(),
    deps.roster.current(),
    deps.projects.current(),
  ]);
  const isContinued: Parameters<typeof workCauses>[0]["isContinued"] = (id) =>
    conductor.continuationOf(id) !== undefined;
  const hall: HallNow = {
    waitForKey: deps.hasModel ? 0 : countForKey(ledger),
    quota: deps.quota.current(),
    members,
    packages: packagesIn(roster),
    passedOver: roster.problems,
    projects: projects ?? [],
    disk: fullDisk(conductor),
    problems: deps.problems(),
    unrecorded: [...conductor.unrecorded()].map(([id, each]) => ({ id, message: unrecordedText(each) })),
    now: clock.now(),
  };
  return {
    causes: [...workCauses({ summaries: ledger.newest(), isContinued }), ...hallCauses(hall)],
    unknown: [
      ...unsettledMembers(members),
      ...(projects === null ? ["project:"] : []),
      // Problems of the worktrees are known only after the first check at start-up.
      ...(worktrees.isInOrder() ? [] : ["hall:"]),
    ],
  };
}

function countForKey(ledger: LookDeps["ledger"]): number {
  let count = 0;
  for (const summary of ledger.newest()) if (needsKey(summary)) count += 1;
  return count;
}

function packagesIn({ workers, toolboxes }: Roster): HallNow["packages"] {
  return [
    ...workers.map(({ metadata, problems }) => {
      const { name } = metadata.identity;
      return { name, worker: workerName.parse(name), problems };
    }),
    ...toolboxes.map(({ metadata, problems }) => ({ name: metadata.identity.name, worker: null, problems })),
  ];
}

function fullDisk({ waits }: LookDeps["conductor"]): string | null {
  const { all } = waits();
  return all?.reason === "disk" ? all.message : null;
}
