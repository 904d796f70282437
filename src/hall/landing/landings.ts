// Carries out what a person decides on finished work: accepting, rejecting and undoing it. An act is durable before it
// is acknowledged, and the next hall continues an act that this one could not finish.
import { messageOf } from "../../base/text/message-of.ts";
import { createSerial, type Serial } from "../../base/async/serial.ts";
import { createUnderway, type Underway } from "../../base/async/underway.ts";
import type { LandingAct } from "../../contract/commission/landing.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { landingStateOf } from "../../rules/commission/after-end.ts";
import { refusalsOfLanding } from "../../rules/commission/decide-landing.ts";
import { heirOf } from "../../rules/commission/heir.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Timer } from "../../host/clock.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import { stopped as stoppedAct } from "./act-order.ts";
import { carryOut } from "./carry-out.ts";
import type { LandingDeps } from "./deps.ts";
import { createRetries, type Retries } from "./retries.ts";

export interface Landings {
  /** Asks for the merge of the work. Resolves when the request is durable; the merge follows. */
  accept(id: CommissionId): Promise<Executed>;
  undo(id: CommissionId): Promise<Executed>;
  /** Rejects the work. If it is merged already, asks to undo that. */
  reject(id: CommissionId, reason: string | null): Promise<Executed>;
  markSeen(id: CommissionId, seen: boolean): Promise<Executed>;
  /** Calls off an act whose branch has not moved. Returns `null` if none is under way. */
  callOff(id: CommissionId): Promise<Executed | null>;
  /** Continues the acts that an earlier hall did not finish. */
  recover(): void;
  stop(): Promise<void>;
}

export interface LandingsState {
  deps: LandingDeps;
  /** The acts of one project run one after another. */
  lines: Map<ProjectName, Serial>;
  /** The acts that wait or run, each with the means to end its checks. */
  acting: Map<CommissionId, AbortController>;
  underway: Underway;
  retries: Retries;
  /** The timers of acts that are tried again. */
  timers: Set<Timer>;
  stopping: AbortController;
}

export function createLandings(deps: LandingDeps): Landings {
  const state: LandingsState = {
    deps,
    lines: new Map(),
    acting: new Map(),
    underway: createUnderway(),
    retries: createRetries(),
    timers: new Set(),
    stopping: new AbortController(),
  };
  return {
    accept: (id) => ask(state, { id, act: "accept" }),
    undo: (id) => ask(state, { id, act: "undo" }),
    reject: (id, reason) => reject(state, id, reason),
    markSeen: (id, seen) => deps.ledger.execute(id, [{ do: "mark-seen", seen, by: person }]),
    callOff: (id) => callOff(state, id),
    recover: () => recover(state),
    stop: async () => {
      state.stopping.abort();
      for (const timer of state.timers) timer.cancel();
      for (const ending of state.acting.values()) ending.abort();
      await state.underway.settled();
    },
  };
}

const person = "person";

interface Wanted {
  id: CommissionId;
  act: LandingAct;
  /** Why the person rejected merged work. */
  reason?: string | null;
}

async function ask(state: LandingsState, wanted: Wanted): Promise<Executed> {
  const { id, act, reason = null } = wanted;
  const refusal = await whyNot(state, wanted);
  if (refusal) return refusal;
  const asked = await state.deps.ledger.execute(id, [{ do: "request-landing", act, by: person, reason }]);
  if (asked.ok) begin(state, id);
  return asked;
}

/** Returns why the act is refused although the commission itself allows it. */
async function whyNot({ deps }: LandingsState, { id, act }: Wanted): Promise<Refusal | null> {
  const commission = await deps.ledger.find(id);
  // The ledger refuses it, with a better reason.
  if (!commission || refusalsOfLanding(commission)[act] !== null) return null;
  const project = commission.record.tree?.project;
  if (project !== undefined && deps.projectChecks(project) === null)
    return refuse("unknown_project", `Project "${project}" is no longer in config.yaml.`);
  return act === "accept" ? whyContinued(deps, id) : null;
}

/** Refuses to decide on work that a later commission has or is at work on. */
function whyContinued({ ledger, continuationOf }: LandingDeps, id: CommissionId): Refusal | null {
  const heir = heirOf({ continuationOf, find: ledger.summary }, id);
  if (heir === null) return null;
  return refuse("wrong_state", `It is continued by ${heir}, which has its work: decide on that instead.`);
}

async function reject(state: LandingsState, id: CommissionId, reason: string | null): Promise<Executed> {
  const { deps } = state;
  const commission = await deps.ledger.find(id);
  const landed = commission && landingStateOf(commission);
  if (landed === "merged" || landed === "accepted") return ask(state, { id, act: "undo", reason });
  const refusal = landed === "ready" ? whyContinued(deps, id) : null;
  return refusal ?? deps.ledger.execute(id, [{ do: "turn-down", reason, by: person }]);
}

async function callOff(state: LandingsState, id: CommissionId): Promise<Executed | null> {
  const acting = (await state.deps.ledger.find(id))?.record.afterEnd.acting;
  if (!acting || acting.planned !== null) return null;
  const message = acting.act === "accept" ? "You called the merge off." : "You called the undoing off.";
  const stop: Command = {
    do: "stop-landing",
    stop: stoppedAct(acting.act, { cause: "cancelled", message }),
  };
  const stopped = await state.deps.ledger.execute(id, [stop]);
  if (!stopped.ok) return stopped;
  state.acting.get(id)?.abort();
  state.acting.delete(id); // the act may be asked for again while its checks are still ending
  return stopped;
}

function recover(state: LandingsState): void {
  for (const { id, landing } of state.deps.ledger.summaries())
    if (landing?.state === "accepting" || landing?.state === "undoing") begin(state, id);
}

/** Puts the act into the line of its project. */
function begin(state: LandingsState, id: CommissionId): void {
  if (state.acting.has(id) || state.stopping.signal.aborted) return;
  const ending = new AbortController();
  state.acting.set(id, ending);
  const isOwn = () => state.acting.get(id) === ending;
  const done = inLine(state, id, ending.signal)
    .then(() => state.retries.over(id))
    .catch((error: unknown) => (isOwn() ? tryLater(state, id, error) : undefined))
    .finally(() => {
      if (isOwn()) state.acting.delete(id);
    });
  void state.underway.add(done);
}

async function inLine(state: LandingsState, id: CommissionId, signal: AbortSignal): Promise<void> {
  const project = (await state.deps.ledger.find(id))?.record.tree?.project;
  if (project === undefined) return;
  const line = state.lines.get(project) ?? createSerial();
  state.lines.set(project, line);
  await line(() => carryOut(state.deps, id, signal));
}

/** Tries the act again after a while. An act that keeps failing ends without an effect, with the reason on record. */
async function tryLater(state: LandingsState, id: CommissionId, error: unknown): Promise<void> {
  const { deps, stopping, timers } = state;
  if (stopping.signal.aborted) return;
  const reason = messageOf(error);
  const afterMs = state.retries.failed(id, error);
  deps.log.error("an act on finished work failed", { id, reason });
  if (afterMs === null) return giveUp(state, id, reason);
  const timer = deps.clock.after(afterMs, () => {
    timers.delete(timer);
    begin(state, id);
  });
  timers.add(timer);
}

async function giveUp({ deps, retries }: LandingsState, id: CommissionId, reason: string): Promise<void> {
  retries.over(id);
  const acting = (await deps.ledger.find(id))?.record.afterEnd.acting;
  if (!acting) return;
  const { act, planned } = acting;
  const unsure =
    planned === null ? "" : ` The hall could not find out whether ${planned.into} is at ${planned.commit}.`;
  const message = `The hall gave up after several tries: ${reason}${unsure}`;
  const stop: Command = { do: "stop-landing", stop: stoppedAct(act, { cause: "gone", message }) };
  await deps.ledger.execute(id, [stop]);
}
