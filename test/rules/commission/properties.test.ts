// Random histories: whatever order facts and commands come in, the end is one the matrix allows, and never changes.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { LedgerEvent } from "../../../src/contract/commission/events.ts";
import { ledgerEvent } from "../../../src/contract/commission/events.ts";
import { isTooMuch } from "../../../src/rules/limits/breach.ts";
import { landingStateOf, nothingAfterEnd } from "../../../src/rules/commission/after-end.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import { evolve, fold } from "../../../src/rules/commission/evolve.ts";
import { isProvedOn } from "../../../src/rules/checks/landing.ts";
import { proofOf } from "../../../src/rules/checks/proof.ts";
import { type Commission, isEnded } from "../../../src/rules/commission/state.ts";
import { commands, histories } from "../../harness/ledger/random-histories.ts";

const runs = 2000;

test("an ended commission stays exactly as it ended, whatever is asked or arrives", () => {
  let endedOnes = 0;
  fc.assert(
    fc.property(histories, fc.array(commands, { maxLength: 20 }), ({ events, states }, later) => {
      const last = states.at(-1) ?? null;
      if (!last || !isEnded(last)) return;
      endedOnes += 1;
      for (const command of later) {
        const verdict = decide(last, command);
        const events = verdict.ok ? verdict.events : [];
        // What a person says to a question, and does with finished work, is all that is still taken.
        expect(events.filter(({ type }) => !isPersons(type))).toEqual([]);
      }
      // A stray line in the file changes nothing either, but for what people said.
      for (const event of events) {
        const after = evolve(last, event);
        if (!isPersons(event.type)) expect(after).toBe(last);
        else expect(after && withoutPersons(after)).toEqual(withoutPersons(last));
      }
    }),
    { numRuns: runs },
  );
  expect(endedOnes).toBeGreaterThan(runs / 20); // else this would prove nothing
});

/** Whether only a person's act after the end causes such a line, which changes neither status nor trust. */
function isPersons(type: string): boolean {
  return type === "question.answered" || type.startsWith("landing.");
}

function withoutPersons(commission: Commission) {
  return { ...commission, record: { ...commission.record, answers: [], afterEnd: nothingAfterEnd } };
}

test("each act on finished work counts once, and only on work that is there", () => {
  const seen = { accepted: 0, undone: 0, sent_back: 0, returned: 0, rejected: 0, stopped: 0, planned: 0 };
  fc.assert(
    fc.property(histories, ({ events, states }) => {
      const acts = events.flatMap(({ type }) => (type.startsWith("landing.") ? [type.slice(8)] : []));
      const last = states.at(-1) ?? null;
      if (last === null || landingStateOf(last) === null) expect(acts).toEqual([]);
      for (const act of ["accepted", "undone", "rejected"])
        expect(acts.filter((each) => each === act).length).toBeLessThanOrEqual(1);
      // Work is sent back again only after the commission that continued it came to nothing.
      const journeys = acts.filter((each) => each === "sent_back" || each === "returned");
      expect(journeys).toEqual(journeys.map((_, at) => (at % 2 === 0 ? "sent_back" : "returned")));
      for (const act of acts) if (act in seen) seen[act as keyof typeof seen] += 1;
      if (acts.includes("rejected")) expect(acts).not.toContain("accepted");
      // Nothing is undone that was not merged, and nothing is accepted that was not asked for.
      const merged = acts.includes("accepted") || last?.record.applied?.tree?.state === "merged";
      if (acts.includes("undone")) expect(merged).toBe(true);
      const asked = acts.filter((act) => act === "requested").length;
      expect(
        acts.filter((act) => ["accepted", "undone", "stopped"].includes(act)).length,
      ).toBeLessThanOrEqual(asked);
    }),
    { numRuns: 4 * runs },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5); // else this would prove nothing
});

test("only comments that there are get an answer, and the last one counts", () => {
  let answered = 0;
  fc.assert(
    fc.property(histories, ({ events, states }) => {
      const known = states.at(-1)?.record.commentAnswers ?? new Map();
      const given = events.flatMap((event) => (event.type === "comment.answered" ? [event] : []));
      const last = given.findLast(({ number }) => number === 1);
      expect([...known]).toEqual(last ? [[1, { outcome: last.outcome, answer: last.answer }]] : []);
      answered += known.size;
    }),
    { numRuns: runs },
  );
  expect(answered).toBeGreaterThan(runs / 50); // else this would prove nothing
});

test("there is at most one terminal event, only a person's acts follow it, and it is the planned one", () => {
  fc.assert(
    fc.property(histories, ({ events }) => {
      const terminal = events.filter((event) =>
        /^commission\.(completed|failed|cancelled)$/.test(event.type),
      );
      expect(terminal.length).toBeLessThanOrEqual(1);
      if (terminal.length === 0) return;
      const later = events.slice(events.indexOf(terminal[0] as LedgerEvent) + 1);
      expect(later.filter(({ type }) => !isPersons(type))).toEqual([]);
      const plan = events.find((event) => event.type === "finish.planned");
      expect(`commission.${plan?.plan.outcome.status}`).toBe(terminal[0]?.type ?? "");
    }),
    { numRuns: runs },
  );
});

test("a commission cancelled before its finish was planned never ends otherwise", () => {
  fc.assert(
    fc.property(histories, ({ events, states }) => {
      const last = states.at(-1) ?? null;
      if (!last || !isEnded(last)) return;
      const asked = events.findIndex((event) => event.type === "cancel.requested");
      expect(last.status === "cancelled").toBe(asked !== -1);
    }),
    { numRuns: runs },
  );
});

test("a submitted result is never thrown away", () => {
  fc.assert(
    fc.property(histories, ({ events, states }) => {
      const last = states.at(-1) ?? null;
      if (!last || !isEnded(last) || last.record.submission === null) return;
      const excused =
        last.status === "cancelled" || (last.status === "failed" && last.outcome.reason === "rehearsal");
      expect(excused || last.status === "completed").toBe(true);
      expect(events.some((event) => event.type === "result.submitted")).toBe(true);
    }),
    { numRuns: runs },
  );
});

test("work is merged only where nothing speaks against it, and verified only where every check passed", () => {
  const seen = { merge: 0, keep: 0, refuted: 0, verified: 0 };
  fc.assert(
    fc.property(histories, ({ events, states }) => {
      const last = states.at(-1) ?? null;
      const plan = last?.record.plan;
      if (!last || !plan) return;
      const { outcome } = plan;
      const trust = outcome.status === "completed" ? outcome.trust : null;
      if (plan.tree) seen[plan.tree] += 1;
      if (trust === "refuted" || trust === "verified") seen[trust] += 1;
      expect(plan.tree === "merge").toBe(
        last.record.tree !== null &&
          outcome.status === "completed" &&
          trust !== "refuted" &&
          last.record.land === "integration" &&
          !isTooMuch({ how: outcome.endedBy }),
      );
      if (trust === "verified") expect(proofOf(last.record)).toBe("passed");
      if (plan.merge) expect(isProvedOn(last.record, plan.merge.tree)).toBe(true);
      if (trust === "claimed") expect(last.record.checks).toEqual([]);
      if (events.some(({ type }) => type === "merge.planned")) expect(plan.tree).toBe("merge");
    }),
    { numRuns: runs },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5); // else this would prove nothing
});

test("folding any prefix, any subset and any order never throws", () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), ({ events }, numbers) => {
      for (let length = 0; length <= events.length; length += 1) fold(events.slice(0, length));
      const shuffled = [...events].sort(() => ((numbers.next().value ?? 0) % 3) - 1);
      fold(shuffled);
      fold(shuffled.filter(() => (numbers.next().value ?? 0) % 2 === 0));
    }),
    { numRuns: 500 },
  );
});

test("the ledger's own lines parse back to what was written", () => {
  fc.assert(
    fc.property(histories, ({ events }) => {
      for (const event of events) expect(ledgerEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }),
    { numRuns: 300 },
  );
});

test("folding the file gives the state that was held in memory", () => {
  fc.assert(
    fc.property(histories, ({ events, states }) => {
      expect(fold(events)).toEqual(states.at(-1) ?? null);
    }),
    { numRuns: runs },
  );
});
