// Every change of status goes through here: a command applied to the current state gives events to write, or a refusal.
// Pure and defined for every state; an ended commission accepts nothing except answers and acts on its finished work.
import type { EventBody } from "../../contract/commission/events.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { AcceptanceCheck } from "../../contract/project/tree.ts";
import { answer } from "./answers.ts";
import { assertNever } from "../../base/assert-never.ts";
import type { Command } from "./commands.ts";
import { decideLanding, isLandingCommand, type LandingCommand } from "./decide-landing.ts";
import { block, unblock } from "./decide-waiting.ts";
import {
  cancel,
  conclude,
  planMerge,
  recordApplied,
  reject,
  settle,
  stop,
  withdraw,
} from "./decide-ending.ts";
import { tell } from "./notes.ts";
import { type Commission, type CommissionRecord, isEnded, isRunning } from "./state.ts";
import { not, nothing, type Verdict, write } from "./verdict.ts";

export function decide(commission: Commission | null, command: Command): Verdict {
  if (command.do === "create") return create(commission, command);
  if (commission === null) return refuse("not_found", "There is no such commission.");
  if (command.do === "answer") return answer(commission, command);
  if (command.do === "tell") return tell(commission, command);
  if (isLandingCommand(command)) return decideLanding(commission, command);
  if (isEnded(commission)) return absorb(commission.status, command);
  switch (command.do) {
    case "block":
      return block(commission, command);
    case "unblock":
      return unblock(commission);
    case "dispatch":
      return dispatch(commission, command);
    case "take-fact":
      return takeFact(commission, command);
    case "lose-workbench":
      return loseWorkbench(commission, command);
    case "cancel":
      return cancel(commission, command);
    case "stop":
      return stop(commission, command.by);
    case "conclude":
      return conclude(commission, command);
    case "reject":
      return reject(commission, command.message);
    case "withdraw":
      return withdraw(commission, command.reason);
    case "plan-merge":
      return planMerge(commission, command);
    case "record-applied":
      return recordApplied(commission, command);
    case "settle":
      return settle(commission);
    case "wake":
      return commission.status === "paused"
        ? write({
            type: "commission.requeued",
            cause: "quota",
            notBefore: new Date(command.now).toISOString(),
          })
        : not("be woken", commission);
    default:
      return assertNever(command);
  }
}

function create(commission: Commission | null, command: Extract<Command, { do: "create" }>): Verdict {
  if (commission !== null) return refuse("wrong_state", "A commission with this id exists already.");
  const { request, waitingFor = [] } = command;
  const created: EventBody = { type: "commission.created", request };
  return waitingFor.length === 0
    ? write(created)
    : write(created, { type: "commission.blocked", waitingFor: [...waitingFor] });
}

const quietly: ReadonlySet<string> = new Set(["take-fact", "cancel", "stop", "lose-workbench"]);

/**
 * Handles commands on an ended commission. Late facts and late requests to end it are ignored; other commands
 * are refused.
 */
function absorb(
  status: string,
  command: Exclude<Command, { do: "create" | "answer" | "tell" } | LandingCommand>,
): Verdict {
  return quietly.has(command.do)
    ? nothing
    : refuse("wrong_state", `The commission has ended: it is ${status}.`);
}

function dispatch(commission: Commission, command: Extract<Command, { do: "dispatch" }>): Verdict {
  if (commission.status !== "pending" || commission.record.cancel || commission.record.plan) {
    return not("be dispatched", commission);
  }
  const { sandbox, limits, readOnly = false, marked = [], landing, instructions, shell = [] } = command;
  const { bench, tree } = commission.record;
  const checks = checksOf(commission.record, command);
  return write(
    {
      type: "commission.dispatched",
      sandbox,
      limits,
      ...(tree === null && command.tree && { tree: command.tree }),
      ...(checks.length > 0 && { checks: [...checks] }),
      ...(bench === 0 && { readOnly }),
      ...(marked.length > 0 && { marked: [...marked] }),
      ...(bench === 0 && tree === null && command.tree && landing),
      ...(bench === 0 && tree === null && command.tree && instructions && { instructions }),
      ...(bench === 0 && shell.length > 0 && { shell: [...shell] }),
    },
    { type: "workbench.starting", bench: bench + 1 },
  );
}

/**
 * Keeps the checks of the first dispatch: if the settings changed later, results of different checks would be mixed.
 */
function checksOf({ bench, checks }: CommissionRecord, command: { checks?: readonly AcceptanceCheck[] }) {
  return bench === 0 ? (command.checks ?? []) : checks;
}

/** Accepts each fact once, in order, and only from the current workbench. */
function takeFact(commission: Commission, command: Extract<Command, { do: "take-fact" }>): Verdict {
  const { bench, benchSeq, at, fact } = command;
  const expected =
    isRunning(commission) && bench === commission.record.bench && commission.record.end === null;
  if (!expected || benchSeq <= commission.record.benchSeq) return nothing;
  return write({ ...fact, bench, benchSeq, at });
}

function loseWorkbench(commission: Commission, command: Extract<Command, { do: "lose-workbench" }>): Verdict {
  const { bench, began, message, storage = false, hung = false } = command;
  if (!isRunning(commission) || bench !== commission.record.bench || commission.record.end) return nothing;
  return write({ type: "workbench.lost", bench, began, message, storage, hung });
}
