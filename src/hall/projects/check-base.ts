// Checks the tip of one project's integration branch, or finds the known outcome for its tree, and records
// the outcome.
import {
  conditionsOf as resultConditions,
  proveTree,
  type Proved,
} from "../../workbench/checks/prove-tree.ts";
import { findResults } from "../../workbench/checks/results.ts";
import type { SetUpDeps } from "../../workbench/checks/set-up.ts";
import type { BaseRecord } from "../../contract/project/base.ts";
import type { HallConfig, ProjectSettings } from "../../contract/home/config.ts";
import { type HomeLayout, projectChecks } from "../../contract/home/home-layout.ts";
import { treeOf } from "../../git/merge/merge-trees.ts";
import type { OpenProject } from "../../git/repository/repository.ts";
import type { TreesDeps } from "../../git/trees.ts";
import type { Log } from "../../host/log.ts";
import { failedOf, sinceOf } from "../../rules/checks/bases.ts";
import type { SandboxProbe } from "../../workbench/sandbox/probe.ts";
import type { BaseRecords } from "./base-records.ts";
import { checksOf, conditionsOf } from "./base-conditions.ts";
import { refusedText } from "../../rules/network/hosts.ts";
import { noteSetUp, stillKnown } from "./base-set-up.ts";

export interface BaseCheckDeps {
  home: HomeLayout;
  git: TreesDeps;
  stage: SetUpDeps;
  probe: SandboxProbe;
  config(): HallConfig;
  log: Log;
}

/** The tip of a project's integration branch, and the settings it is checked with. */
export interface BaseTip {
  opened: OpenProject;
  settings: ProjectSettings;
  tip: string;
}

interface BaseCheck {
  deps: BaseCheckDeps;
  records: BaseRecords;
  stopping: AbortController;
}

/**
 * Returns the known outcome of the checks for exactly this tree under the same conditions; `null` if it has to be
 * checked. After a merge of checked work the outcome is known, because the merge was checked too.
 */
export async function knownRecord(base: BaseCheck, order: BaseTip): Promise<BaseRecord | null> {
  const { deps } = base;
  const { opened, settings, tip } = order;
  const kept = await stillKnown(deps.stage, {
    project: opened.name,
    record: await base.records.read(opened.name),
    signal: base.stopping.signal,
  });
  const conditions = conditionsOf(base.deps, settings);
  if (kept?.conditions === conditions && kept.commit === tip) return kept;
  const tree = await treeOf(deps.git, opened.place, tip);
  if (kept?.conditions === conditions && kept.tree === tree) return kept;
  if (settings.copy.length > 0) return null;
  const asked = {
    project: opened.name,
    tree,
    head: tip,
    setup: settings.setup ?? null,
    allow: settings.network.allow,
    probe: deps.probe,
    checks: checksOf(settings),
    signal: base.stopping.signal,
  };
  const found = await findResults(deps.stage, opened.name, {
    ...(await resultConditions(deps.stage, asked, {})),
    limits: deps.config().limits,
  });
  if (found === null) return null;
  const results = found.map(({ run, again, at }) => ({
    ...run,
    from: "project" as const,
    at,
    tree,
    ...(again && { again }),
  }));
  return remember(base, order, { tree, checks: results });
}

/** Runs the checks on the tip and records the outcome. Returns `null` if the hall stops before the outcome is known. */
export async function checkTip(
  base: BaseCheck,
  order: BaseTip & { isAgain?: boolean },
): Promise<BaseRecord | null> {
  const { deps, stopping } = base;
  const { opened, settings, tip, isAgain = false } = order;
  const tree = await treeOf(deps.git, opened.place, tip);
  const proved = await proveTree(deps.stage, {
    project: opened.name,
    repository: opened.repository,
    tree,
    head: tip,
    copy: settings.copy,
    from: opened.path,
    area: projectChecks(deps.home, opened.name).stage,
    limits: deps.config().limits,
    probe: deps.probe,
    signal: stopping.signal,
    isAgain,
    checks: checksOf(settings),
    setup: settings.setup ?? null,
    allow: settings.network.allow,
    ran: async () => undefined,
    setUp: async ({ by, on, hosts = [] }) => noteSetUp(deps.log, { project: opened.name, by, on, hosts }),
    note: (text) => deps.log.warn(text, { project: opened.name }),
  });
  if (proved.how === "stopped") return null;
  const approve = proved.how === "setup" ? proved.approve : null;
  return remember(base, order, { tree, checks: resultsOf(proved), ...(approve && { approve }) });
}

/** Returns the results of the checks. A failed set-up counts as a failed check, so it makes the base red. */
function resultsOf(proved: Exclude<Proved, { how: "stopped" }>): BaseRecord["checks"] {
  if (proved.how === "proved") return [...proved.results];
  if (proved.run === null) throw new Error(proved.message);
  const { hosts, ...run } = proved.run;
  const refused = refusedText(hosts);
  const output = refused === null ? run.output : `${run.output.trimEnd()}\n${refused}\n`;
  return [{ ...run, output, from: "project", at: null, tree: null }];
}

async function remember(
  base: BaseCheck,
  { opened, settings, tip }: BaseTip,
  { tree, checks, approve }: Pick<BaseRecord, "tree" | "checks" | "approve">,
): Promise<BaseRecord> {
  const { name } = opened;
  const before = await base.records.read(name);
  const at = new Date(base.deps.stage.clock.now()).toISOString();
  const isRed = failedOf(checks).length > 0;
  const record: BaseRecord = {
    version: 1,
    commit: tip,
    tree,
    conditions: conditionsOf(base.deps, settings),
    state: isRed ? "red" : "green",
    since: sinceOf(before, { isRed, commit: tip, at }),
    checks,
    ...(approve && { approve }),
    at,
  };
  await base.records.keep(name, record);
  return record;
}
