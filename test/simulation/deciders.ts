// The people who decide on finished work: they accept, reject, undo and send it back, tick it and call acts off, often two
// of them at the same moment, and they are told whether their act counts.
import type { CommissionId } from "../../src/contract/home/ids.ts";
import type { Problem } from "../../src/contract/api/problem.ts";
import type { Known } from "./known.ts";
import { actCounts, actRefused } from "./promises/acts-once.ts";
import type { OpenHall, World } from "./world.ts";

const acts = ["accept", "undo", "reject", "sendBack", "seen", "unseen", "callOff", "redispatch"] as const;
export type PersonsAct = (typeof acts)[number];

export interface Decision {
  wants: "decide";
  act: PersonsAct;
  /** The work, as soon as it was chosen: a person who asks again asks for the same. */
  id: CommissionId | null;
  key: string;
  /** How often this person looks again for work on which the act is possible. */
  patience: number;
}

const often: readonly PersonsAct[] = ["accept", "accept", "accept", "undo", "reject", "sendBack", "sendBack"];

export function* drawDecisions({ deciders, reviews }: World): Iterable<Decision> {
  if (!reviews) return;
  for (let n = deciders.between(2, 14); n > 0; n -= 1)
    yield {
      wants: "decide",
      act: deciders.pick(deciders.chance(0.7) ? often : acts),
      id: null,
      key: `act-${n}`,
      patience: 12,
    };
}

export type Answer = { ok: true } | { ok: false; problem: Pick<Problem, "code" | "message"> };

/** What is asked of one hall, as long as it answers. */
export interface Asked {
  act: PersonsAct;
  known: Known;
  key: string | null;
}

/** Returns true if this person comes back later, because there is nothing to decide on yet. */
export async function decide(world: World, hall: OpenHall, decision: Decision): Promise<boolean> {
  const { deciders } = world;
  decision.id ??= choose(world, hall, decision);
  const known = decision.id && world.known.get(decision.id);
  if (!known) return decision.patience > 0;
  const rivals = deciders.chance(0.35) ? [deciders.pick(often)] : [];
  const all = [
    { act: decision.act, key: decision.key as string | null },
    ...rivals.map((act) => ({ act, key: null })),
  ];
  const done = await Promise.allSettled(all.map((one) => askOne(world, hall, { ...one, known })));
  for (const each of done) if (each.status === "rejected") throw each.reason;
  return false;
}

/** Most often work on which the act is possible, now and then any. */
function choose({ known, deciders }: World, { ledger }: OpenHall, decision: Decision): CommissionId | null {
  const all = [...known.values()].filter(({ ended }) => ended !== null);
  const likely = all.filter(({ id }) => isLikely[decision.act].has(ledger.summary(id)?.landing?.state ?? ""));
  decision.patience -= 1;
  const some = deciders.chance(0.95) && decision.patience > 0 ? likely : all;
  return some.length === 0 ? null : deciders.pick(some).id;
}

const merged = ["merged", "accepted"];
const isLikely: Readonly<Record<PersonsAct, ReadonlySet<string>>> = {
  accept: new Set(["ready"]),
  undo: new Set([...merged, "sent_back"]),
  reject: new Set(["ready", ...merged]),
  sendBack: new Set(["ready", ...merged]),
  seen: new Set(["ready", ...merged]),
  unseen: new Set(["ready", ...merged]),
  callOff: new Set(["accepting", "undoing"]),
  redispatch: new Set(["ready", "rejected", "undone"]),
};

async function askOne(world: World, hall: OpenHall, asked: Asked): Promise<void> {
  const lines = asked.known.announced.length;
  const answer = await answerOf(hall, asked);
  if (answer === null || asked.known.deletion !== null || asked.known.harmed.size > 0) return;
  if (answer.ok) actCounts(world, asked);
  else
    actRefused(world, { ...asked, problem: answer.problem, isStill: asked.known.announced.length === lines });
}

/** `null`: there was nothing to call off. */
async function answerOf(hall: OpenHall, { act, known: { id }, key }: Asked): Promise<Answer | null> {
  const { operations, conductor, landings } = hall;
  const at = { params: { id }, query: {}, key: null };
  switch (act) {
    case "accept":
      return operations.accept({ ...at, body: {} });
    case "undo":
      return operations.undo({ ...at, body: {} });
    case "reject":
      return operations.reject({ ...at, body: { reason: "Not like this." } });
    case "seen":
    case "unseen":
      return operations.seen({ ...at, body: { seen: act === "seen" } });
    case "callOff":
      return landings.callOff(id);
    case "sendBack":
      return conductor.sendBack({ id, note: "Once more.", comments: [comment] }, key);
    case "redispatch":
      return conductor.redispatch({ id }, key);
  }
}

const comment = { path: "shared.md", line: 1, side: "new", code: "a", text: "Say it." } as const;
