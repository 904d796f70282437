// What a person decides on finished work: each act that a person was told of counts, exactly once; a person who comes too
// late is told; and status and seal stay as they were at the end.
import type { Problem } from "../../../src/contract/api/problem.ts";
import type { LedgerEvent } from "../../../src/contract/commission/events.ts";
import { isLandingEvent } from "../../../src/rules/commission/after-end.ts";
import { cameToNothing } from "../../../src/rules/commission/heir.ts";
import { fold } from "../../../src/rules/commission/evolve.ts";
import { type Ended, isEnded } from "../../../src/rules/commission/state.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import { integration, lineOf, tipOf } from "../../fakes/repository.ts";
import type { Asked } from "../deciders.ts";
import type { Known } from "../known.ts";
import { foldable, ledgerLines, storedIds } from "../ledger-lines.ts";
import { breaks, type World } from "../world.ts";
import { mayBeGone } from "./acknowledged.ts";

/** The line that an act leaves, as the ledger on the safe disk must have it when the person is told. */
function linesOf({ act }: Pick<Asked, "act">, events: readonly LedgerEvent[]): number {
  return events.filter((event) => {
    switch (act) {
      case "accept":
        return event.type === "landing.requested" && event.act === "accept";
      case "undo":
        return event.type === "landing.requested" && event.act === "undo" && event.reason === undefined;
      case "reject":
        return (
          event.type === "landing.rejected" ||
          (event.type === "landing.requested" && event.reason !== undefined)
        );
      case "callOff":
        return event.type === "landing.stopped" && event.cause === "cancelled";
      case "sendBack":
        return event.type === "landing.sent_back";
      case "seen":
      case "unseen":
        return event.type === "landing.seen" && event.seen === (act === "seen");
      case "redispatch":
        return false;
    }
  }).length;
}

/** A tick that is there already and a new attempt leave no line here. */
const leavesLine = (act: Asked["act"]): boolean => act !== "seen" && act !== "unseen" && act !== "redispatch";

/** Called when a person is told that the act counts. */
export function actCounts(world: World, asked: Asked): void {
  const { act, known, key } = asked;
  if (!leavesLine(act)) return;
  const isRepeated = act === "sendBack" && key !== null && known.acts.has(`sendBack ${key}`);
  if (act === "sendBack" && key !== null) known.acts.set(`sendBack ${key}`, 1);
  const told = (known.acts.get(act) ?? 0) + (isRepeated ? 0 : 1);
  known.acts.set(act, told);
  const events = foldable(ledgerLines(world.machine.tree, known.id, "safe") ?? []);
  const safe = linesOf(asked, events);
  if (safe < told)
    breaks(
      world,
      "acts",
      `${told} times it was told that ${act} of ${known.id} counts, and ${safe} lines say so.`,
    );
}

export interface Refused extends Asked {
  problem: Pick<Problem, "code" | "message">;
  /** Whether no line was announced between the question and the answer. */
  isStill: boolean;
}

/** Called when a person is told that the act is refused: there must be a reason for that, and the person hears it. */
export function actRefused(world: World, { act, known, problem, isStill }: Refused): void {
  const { code, message } = problem;
  if (code !== "wrong_state" || message.trim() === "")
    return breaks(world, "acts", `${act} of ${known.id} was refused with ${code}: ${message}`);
  if (!isStill || act === "callOff" || act === "redispatch" || isContinued(world, known)) return;
  const walked = walk(world, known);
  // A line that is on the disk and not announced yet is news that this answer could not know.
  const state = walked?.events.length === known.announced.length ? walked.state : null;
  if (state !== null && possible[act].has(state))
    breaks(world, "acts", `${act} of ${known.id}, which is ${state}, was refused: ${message}`);
}

const possible = {
  accept: new Set(["ready"]),
  undo: new Set(["merged", "accepted"]),
  reject: new Set(["ready", "merged", "accepted"]),
  sendBack: new Set(["ready", "merged", "accepted"]),
  seen: new Set(["ready", "merged", "accepted", "rejected", "undone", "accepting", "undoing", "sent_back"]),
  unseen: new Set(["ready", "merged", "accepted", "rejected", "undone", "accepting", "undoing", "sent_back"]),
} as const satisfies Partial<Record<Asked["act"], ReadonlySet<string>>>;

/**
 * Whether any commission on the disk, also one that no hall has shown yet, continues this one. One that is being deleted
 * may have, and is counted for that.
 */
function isContinued({ machine, known }: World, { id }: Known): boolean {
  if ([...known.values()].some(({ deletion }) => deletion !== null)) return true;
  return storedIds(machine.tree).some((other) =>
    ledgerLines(machine.tree, other)?.[0]?.includes(`"continues":"${id}"`),
  );
}

type State =
  "ready" | "merged" | "accepted" | "accepting" | "undoing" | "sent_back" | "rejected" | "undone" | null;

interface Walked {
  state: State;
  commission: Ended;
  events: LedgerEvent[];
  /** The commits of the integration branch that its ledger speaks of. */
  commits: string[];
  sentBackAs: string | null;
}

/** Follows the lines after the end, by a table of this file alone. */
function walk(world: World, known: Known): Walked | null {
  const events = foldable(ledgerLines(world.machine.tree, known.id) ?? []);
  const at = events.findIndex(({ type }) => isTerminal(type));
  const commission = at === -1 ? null : fold(events.slice(0, at + 1));
  if (!commission || !isEnded(commission)) return null;
  const tree = commission.record.applied?.tree ?? null;
  const isReady = tree?.state === "kept" && tree.tip !== null && isSound(commission);
  let state: State = tree?.state === "merged" ? "merged" : isReady ? "ready" : null;
  const walked: Walked = { state, commission, events, commits: [], sentBackAs: null };
  if (tree?.state === "merged" && tree.commit !== null) walked.commits.push(tree.commit);
  if (commission.status !== "completed") state = null;
  let [resume, base]: State[] = [state, state];
  for (const event of events.slice(at + 1)) {
    const next = after(event, { state, resume, base });
    if (next === "wrong") {
      breaks(world, "acts", `${known.id} was ${state} when ${event.type} was written (line ${event.seq}).`);
      return null;
    }
    if (event.type === "landing.requested") resume = state;
    if (event.type === "landing.returned") resume = base;
    if (event.type === "landing.sent_back") [base, walked.sentBackAs] = [state, event.as];
    if (event.type === "landing.accepted" || event.type === "landing.undone")
      walked.commits.push(event.commit);
    state = next;
  }
  return { ...walked, state };
}

const isTerminal = (type: LedgerEvent["type"]): boolean =>
  type === "commission.completed" || type === "commission.failed" || type === "commission.cancelled";

function isSound({ outcome }: Ended): boolean {
  return outcome.status === "completed" && outcome.trust !== "refuted";
}

interface Before {
  state: State;
  /** What the work is if the act that is under way stops, and if the commission that continues it comes to nothing. */
  resume: State | undefined;
  base: State | undefined;
}

function after(event: LedgerEvent, { state, resume = null, base = null }: Before): State | "wrong" {
  const must = (allowed: readonly State[], next: State) => (allowed.includes(state) ? next : "wrong");
  if (!isLandingEvent(event)) return "wrong";
  switch (event.type) {
    case "landing.requested":
      return event.act === "accept"
        ? must(["ready"], "accepting")
        : must(["merged", "accepted", "sent_back"], "undoing");
    case "landing.planned":
      return must([event.act === "accept" ? "accepting" : "undoing"], state);
    case "landing.stopped":
      return must([event.act === "accept" ? "accepting" : "undoing"], resume);
    case "landing.accepted":
      return must(["accepting"], "accepted");
    case "landing.undone":
      return must(["undoing"], "undone");
    case "landing.rejected":
      return must(["ready"], "rejected");
    case "landing.sent_back":
      return must(["ready", "merged", "accepted"], "sent_back");
    case "landing.seen":
      return state === null ? "wrong" : state;
    case "landing.returned":
      return state === "undoing" ? state : must(["sent_back"], base);
  }
}

export function actsAtRest(world: World): void {
  const told = new Set<string>();
  const open = [...world.known.values()].filter((known) => !mayBeGone(known));
  for (const known of open) {
    const walked = walk(world, known);
    if (walked === null) continue;
    sameEnd(world, known, walked);
    actIsOver(world, known, walked);
    for (const commit of walked.commits) told.add(commit);
  }
  branchAsTold(world, told, open.length === world.known.size);
}

/** Status and seal are what they were at the end. */
function sameEnd(world: World, { id }: Known, { commission, events }: Walked): void {
  const now = fold(events);
  if (!now) return;
  const [then, today] = [summaryOf(commission), summaryOf(now)];
  if (then.status !== today.status || then.trust !== today.trust)
    breaks(world, "acts", `${id} was ${then.status}, ${then.trust}, and is ${today.status}, ${today.trust}.`);
}

function actIsOver(world: World, known: Known, { state, sentBackAs }: Walked): void {
  if (state === "accepting" || state === "undoing")
    return breaks(world, "acts", `${known.id} is ${state} for ever.`);
  if (state !== "sent_back") return;
  const later = world.known.get(sentBackAs as Known["id"]);
  if (!later || mayBeGone(later)) return;
  const found = fold(foldable(ledgerLines(world.machine.tree, later.id) ?? []));
  if (found && cameToNothing(summaryOf(found)))
    breaks(world, "acts", `${known.id} was sent back, and ${later.id}, which continues it, came to nothing.`);
}

/** Every commit of the hall on the integration branch is in a ledger, and every one in a ledger is on the branch. */
function branchAsTold(world: World, told: ReadonlySet<string>, isAll: boolean): void {
  const { repository, theirs } = world;
  const line = [...lineOf(repository, tipOf(repository, integration))].slice(0, -1).map(([name]) => name);
  const lost = [...told].find((commit) => !line.includes(commit));
  if (lost) breaks(world, "acts", `${lost} is on record, and not on the branch.`);
  const unknown = isAll ? line.find((name) => !told.has(name) && !theirs.includes(name)) : undefined;
  if (unknown) breaks(world, "acts", `${unknown} is on the branch, and on no record.`);
}
