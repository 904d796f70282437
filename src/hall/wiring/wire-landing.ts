// Wires the part of the hall that accepts and undoes finished work with git, the checks and the ledger.
import type { ChangeStat } from "../../contract/commission/review-list.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { findProject } from "../../contract/home/config.ts";
import { type HomeLayout, projectChecks as checksLayout } from "../../contract/home/home-layout.ts";
import { projectChecks } from "../dispatch/dispatch-plan.ts";
import { changeStat, findAhead } from "../../git/review/ahead.ts";
import { commitStats } from "../../git/review/commit-stats.ts";
import { startOfWork } from "../../git/review/start-of-work.ts";
import { treeOf } from "../../git/merge/merge-trees.ts";
import { findBranch } from "../../git/repository/refs.ts";
import { projectOf } from "../../git/repository/repository.ts";
import type { TreesDeps } from "../../git/trees.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import { proveTree } from "../../workbench/checks/prove-tree.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import type { LandingDeps, ProvedLanding, LandingCheckOrder } from "../landing/deps.ts";
import { type ContinuedWork, createKnownAhead } from "../landing/known-ahead.ts";
import { createLandings, type Landings } from "../landing/landings.ts";
import type { ReviewListDeps } from "../landing/review-list.ts";
import { beginsAtEarlier } from "../../rules/project/review.ts";
import { heirOf } from "../../rules/commission/heir.ts";
import { noteSetUp } from "../projects/base-set-up.ts";
import type { BaseCheckDeps } from "../projects/check-base.ts";
import type { HallParts } from "./parts.ts";

export interface LandingParts {
  home: HomeLayout;
  ledger: Ledger;
  trees: LandingDeps["trees"];
  git: TreesDeps;
  /** The parts that run checks: the same as for the base of a project. */
  checks: BaseCheckDeps;
  config(): HallConfig;
  continuationOf: Conductor["continuationOf"];
}

export function openLandings({ clock, log }: HallParts, parts: LandingParts): Landings {
  const { ledger, trees, config } = parts;
  return createLandings({
    ledger,
    trees,
    projectChecks: (project) => {
      const settings = findProject(config().projects, project);
      return settings?.path === undefined ? null : projectChecks(settings);
    },
    continuationOf: parts.continuationOf,
    prove: (order) => prove(parts, order),
    clock,
    log,
  });
}

async function prove(
  { checks: deps, git, config, home }: LandingParts,
  order: LandingCheckOrder,
): Promise<ProvedLanding> {
  const { id, project, head, signal } = order;
  const opened = await projectOf(git, project);
  const { copy, setup, network } = findProject(config().projects, project) ?? {};
  const proved = await proveTree(deps.stage, {
    project,
    repository: order.repository,
    tree: order.tree ?? (await treeOf(git, opened.place, head)),
    head,
    copy: copy ?? [],
    from: opened.path,
    area: checksLayout(home, project).landing,
    limits: order.limits ?? config().limits,
    probe: deps.probe,
    signal,
    checks: order.checks,
    setup: setup ?? null,
    allow: network?.allow ?? [],
    ran: async () => undefined,
    setUp: async ({ by, on, hosts = [] }) => noteSetUp(deps.log, { project, by, on, hosts }),
    note: (text) => deps.log.warn(text, { id }),
  });
  if (proved.how !== "setup") return proved;
  const { message, run } = proved;
  return {
    how: "setup",
    message,
    results: run === null ? [] : [{ ...run, from: "project", at: null, tree: null }],
  };
}

type ReviewParts = Pick<LandingParts, "git" | "config"> & {
  ledger: Pick<Ledger, "newest" | "find" | "summary">;
};

export function wireReviewList(
  { log }: Pick<HallParts, "log">,
  { ledger, git, config }: ReviewParts,
  conductor: Pick<Conductor, "continuationOf">,
): ReviewListDeps {
  const known = createKnownAhead({
    findAhead: (project) => findAhead(git, project),
    commitStats: async (project, commits) => {
      const { place } = await projectOf(git, project);
      return commitStats(git, place, commits);
    },
    findTip: async (project, branch) =>
      (await findBranch(git, (await projectOf(git, project)).place, branch)) ?? null,
    continuedStat: (project, order) => continuedStat({ ledger, git }, project, order),
    log,
  });
  return {
    ...known,
    newest: ledger.newest,
    heirOf: (id) => heirOf({ continuationOf: conductor.continuationOf, find: ledger.summary }, id),
    projects: () => config().projects,
  };
}

/** Returns the size of all that accepting the work would merge, as its diff shows it. */
async function continuedStat(
  { ledger, git }: Pick<ReviewParts, "ledger" | "git">,
  project: ProjectName,
  { id, commit, into }: ContinuedWork,
): Promise<ChangeStat | null> {
  const { place } = await projectOf(git, project);
  const record = (await ledger.find(id))?.record;
  if (!record?.tree || !beginsAtEarlier(record))
    return (await commitStats(git, place, [commit])).get(commit) ?? null;
  const from = await startOfWork(git, place, { base: record.tree.base, tip: commit, into });
  return changeStat(git, { place, from, to: commit });
}
