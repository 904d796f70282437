// Checks the tree that an act would put on the integration branch. If checks fail, it finds out whether they fail
// without the act too, because then the work is not the cause.
import type { StoppedLanding } from "../../contract/commission/landing.ts";
import type { AcceptanceCheck, CheckResult } from "../../contract/project/tree.ts";
import { hasPassed } from "../../rules/checks/has-passed.ts";
import { isProvedOn } from "../../rules/checks/landing.ts";
import { describeFailures, failSame } from "../../rules/checks/proof.ts";
import { type ActOrder, type ProvedTree, stopped, type ToCheck } from "./act-order.ts";
import type { LandingDeps, ProvedLanding, LandingCheckOrder } from "./deps.ts";

export type LandingCheck = "stopped" | { proved: ProvedTree } | { stop: StoppedLanding };

export async function checkLanding(
  deps: LandingDeps,
  order: ActOrder & ToCheck & { signal: AbortSignal },
): Promise<LandingCheck> {
  const { act, checked, commission } = order;
  const checks = checksFor(deps, order);
  if (checks === null) return { stop: stopped(act, { cause: "gone", message: noProject(order) }) };
  if (checks.length === 0) return { proved: { tree: checked, checks: [] } };
  if (act === "accept" && isKnown(order, checks))
    return { proved: { tree: checked, checks: commission.record.proof?.runs ?? [] } };
  const proved = await deps.prove(orderFor(order, checks, checked));
  if (proved.how === "stopped") return "stopped";
  if (proved.how === "setup")
    return {
      stop: stopped(act, { cause: "setup", message: proved.message }, { checks: [...proved.results] }),
    };
  const { results } = proved;
  if (results.every(hasPassed)) return { proved: { tree: checked, checks: results } };
  const alone = await deps.prove(orderFor(order, checks, null));
  if (alone.how === "stopped") return "stopped";
  return judge(order, results, alone);
}

/**
 * Returns the project's checks as they are now. Work that is accepted is held to the commission's own checks too, which
 * would fail without the work. `null` if the project is not in config.yaml any more.
 */
function checksFor(deps: LandingDeps, { act, tree, commission }: ActOrder): AcceptanceCheck[] | null {
  const own = act === "accept" ? commission.record.checks.filter(({ from }) => from === "commission") : [];
  const ofProject = deps.projectChecks(tree.project);
  if (ofProject === null) return null;
  return [
    ...ofProject,
    ...own.filter(({ command }) => ofProject.every((check) => check.command !== command)),
  ];
}

function noProject({ tree }: ActOrder): string {
  return `Project "${tree.project}" is no longer in config.yaml.`;
}

/** Whether exactly these checks passed on exactly this tree when the commission ended. */
function isKnown({ commission, checked }: ActOrder & ToCheck, checks: readonly AcceptanceCheck[]): boolean {
  const { record } = commission;
  const ran = record.checks;
  const isSame =
    ran.length === checks.length && checks.every((check) => ran.some((one) => isEqual(one, check)));
  return isSame && isProvedOn(record, checked);
}

function isEqual(a: AcceptanceCheck, b: AcceptanceCheck): boolean {
  return a.command === b.command && a.timeoutSeconds === b.timeoutSeconds;
}

function orderFor(
  order: ActOrder & ToCheck & { signal: AbortSignal },
  checks: readonly AcceptanceCheck[],
  tree: string | null,
): LandingCheckOrder {
  const { id, expected, signal, commission } = order;
  const { project, repository } = order.tree;
  return { id, project, repository, tree, head: expected, checks, limits: commission.record.limits, signal };
}

/** Judges failed checks. Documents alone are not the cause of a check that fails without them too. */
function judge(
  { act, tree, checked, commission }: ActOrder & ToCheck,
  results: readonly CheckResult[],
  alone: Exclude<ProvedLanding, { how: "stopped" }>,
): LandingCheck {
  const checks = [...results];
  const isSame = alone.how === "proved" && failSame(results, alone.results);
  const { readOnly, proof } = commission.record;
  if (isSame && act === "accept" && readOnly && proof?.documents)
    return { proved: { tree: checked, checks } };
  if (isSame) {
    const message = `${tree.into} fails the same checks without it, so nothing is known about this work. Repair ${tree.into} first.`;
    return { stop: stopped(act, { cause: "base", message }, { checks }) };
  }
  const together = act === "accept" ? `Together with ${tree.into}, ` : `Without this work, `;
  const message = `${together}its checks fail: ${describeFailures({ runs: checks })}`;
  return { stop: stopped(act, { cause: "checks", message }, { checks }) };
}
