// Keeps the ledger of finished work in step with the commission that continues it: that the work was sent back, and that
// it can be decided on again because the other ended without any work. Each line follows from the other commission's
// ledger, so a hall that is killed before it writes the line writes it at its next start.
import { messageOf } from "../../../base/text/message-of.ts";
import type { CommissionChange } from "../../../contract/commission/meta.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import { storageCodeOf } from "../../../contract/home/storage-fault.ts";
import { type Refusal, refuse } from "../../../contract/api/problem.ts";
import type { Command } from "../../../rules/commission/commands.ts";
import { cameToNothing, isGivenBack } from "../../../rules/commission/heir.ts";
import type { Executed } from "../../../rules/commission/verdict.ts";
import { oneByOne } from "../accept.ts";
import type { ConductorState } from "../deps.ts";

/**
 * Runs acts on one ended commission one after another, so that each finds what the one before it did: a new attempt,
 * or the work accepted, undone, rejected or sent back. An act also finds how the commission that continues it ended.
 */
export function inTurn(
  conductor: ConductorState,
  id: CommissionId,
  act: () => Promise<Executed>,
): Promise<Executed> {
  return oneByOne(conductor, turnOf(id), async () => {
    const settled = await settle(conductor, id);
    return settled?.ok === false ? settled : act();
  });
}

/** Cannot collide with a caller's idempotency key, because such a key has no spaces. */
const turnOf = (id: CommissionId): string => `continues ${id}`;

/**
 * Deletes a commission that continues another in turn with the acts on the other one. Without the deleted commission,
 * nothing would tell the earlier work that it can be decided on again, so the line is written first. If the commission is
 * not deleted after that, the next act or the next start writes that the work is sent back.
 */
export function removeInTurn<T>(
  conductor: ConductorState,
  { id, continues }: { id: CommissionId; continues: CommissionId | null },
  remove: () => Promise<T>,
): Promise<T> {
  if (continues === null) return remove();
  const { deps, dependencies } = conductor;
  return oneByOne(conductor, turnOf(continues), async () => {
    await settle(conductor, continues);
    const lineage = { continuationOf: dependencies.continuationOf, find: deps.ledger.summary };
    if (isGivenBack(lineage, { earlier: continues, later: id }))
      await deps.ledger.execute(continues, [{ do: "take-back", as: id }]);
    return remove();
  });
}

/** Writes the line that the ledger of this commission lacks; `null` if it lacks none. Must be called in turn. */
export async function settle(conductor: ConductorState, id: CommissionId): Promise<Executed | null> {
  const command = missingLine(conductor, id);
  return command && conductor.deps.ledger.execute(id, [command]);
}

function missingLine({ deps, dependencies }: ConductorState, id: CommissionId): Command | null {
  const next = dependencies.continuationOf(id);
  const later = next === undefined ? undefined : deps.ledger.summary(next);
  if (later === undefined) return null;
  const state = deps.ledger.summary(id)?.landing?.state ?? "";
  if (cameToNothing(later)) return mayComeBack.has(state) ? { do: "take-back", as: later.id } : null;
  if (later.comments === null || !canBeSentBack.has(state)) return null;
  return { do: "send-back", as: later.id, comments: later.comments.total, by: "person" };
}

/** Work that was not finished is redispatched, with the comments that it was given before. */
const canBeSentBack: ReadonlySet<string> = new Set(["ready", "merged", "accepted"]);
/** The merge of work that was sent back may be undone, which may stop without an effect. */
const mayComeBack: ReadonlySet<string> = new Set(["sent_back", "undoing"]);

/**
 * Writes the lines that an earlier hall could not. Must be called before any act on finished work is accepted; such acts
 * then wait for it.
 */
export function settleAll(conductor: ConductorState): void {
  const { ledger } = conductor.deps;
  const followed = [...ledger.summaries()].flatMap(({ continues }) => continues ?? []);
  for (const id of new Set(followed)) if (missingLine(conductor, id) !== null) settleSoon(conductor, id);
}

/** Looks after the commission that another continues, when that other one has ended. */
export function noteEnd(conductor: ConductorState, { summary, event }: CommissionChange): void {
  const { continues } = summary;
  if (continues === null || !endings.has(event.type) || !cameToNothing(summary)) return;
  settleSoon(conductor, continues);
}

const endings: ReadonlySet<string> = new Set([
  "commission.completed",
  "commission.failed",
  "commission.cancelled",
] satisfies CommissionChange["event"]["type"][]);

const retryMs = 30_000;

function settleSoon(conductor: ConductorState, id: CommissionId): void {
  const { deps, stopping } = conductor;
  if (stopping.aborted) return;
  const find = async (): Promise<Executed> => {
    const commission = await deps.ledger.find(id);
    return commission ? { ok: true, commission } : noCommission(id);
  };
  inTurn(conductor, id, find).catch((error: unknown) => {
    const reason = messageOf(error);
    deps.log.error("finished work could not be told of the commission that continues it", { id, reason });
    if (storageCodeOf(error) === null) return;
    const timer = deps.clock.after(retryMs, () => settleSoon(conductor, id));
    stopping.addEventListener("abort", () => timer.cancel(), { once: true });
  });
}

export function noCommission(id: CommissionId): Refusal {
  return refuse("not_found", `There is no commission ${id}.`);
}
