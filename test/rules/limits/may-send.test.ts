// Which requests may go to the model, by what is used up and what is in flight.
import { describe, expect, test } from "bun:test";
import type { GatewayVerdict } from "../../../src/contract/course/session-end.ts";
import type { RequestKind } from "../../../src/contract/course/model-request.ts";
import {
  maySend,
  mostAtOnce,
  mustWait,
  type SessionLimits,
  type SpentSoFar,
} from "../../../src/rules/limits/may-send.ts";

const limits: SessionLimits = { maxTurns: 10, maxBudgetUsd: 1, mostFailures: 3 };
const fresh: SpentSoFar = { turns: 0, usd: 0, failures: 0 };
const cancelled: GatewayVerdict = { how: "api", status: 401, message: "The key was refused." };

function howOf(kind: RequestKind, use: Partial<SpentSoFar>, verdict: GatewayVerdict | null = null) {
  const { refusal, ends } = maySend(kind, { use: { ...fresh, ...use }, limits, verdict });
  return { how: refusal?.how ?? null, ends };
}

describe("a request goes out", () => {
  test.each(["main", "page_summary", "memory"] as const)("of kind %s while nothing is used up", (kind) => {
    expect(howOf(kind, { turns: 9, usd: 0.99, failures: 2 })).toEqual({ how: null, ends: false });
  });

  test("of the main conversation however many others have failed", () => {
    expect(howOf("main", { failures: 50 })).toEqual({ how: null, ends: false });
  });

  test("that condenses memory after the last turn, and after the session has ended", () => {
    expect(howOf("memory", { turns: 10 }, cancelled)).toEqual({ how: null, ends: false });
  });
});

describe("a request is refused", () => {
  test.each(["main", "page_summary", "memory"] as const)("of kind %s once the budget is spent", (kind) => {
    expect(howOf(kind, { usd: 1 })).toEqual({ how: "budget", ends: true });
  });

  test("after the last turn, which only a main request makes the end of the session", () => {
    expect(howOf("main", { turns: 10 })).toEqual({ how: "turns", ends: true });
    expect(howOf("page_summary", { turns: 10 })).toEqual({ how: "turns", ends: false });
  });

  test.each(["page_summary", "memory"] as const)("of kind %s after too many failures in a row", (kind) => {
    expect(howOf(kind, { failures: 3 })).toEqual({ how: "api", ends: false });
  });

  test("for the reason that ended the session first", () => {
    expect(maySend("main", { use: { ...fresh, usd: 2 }, limits, verdict: cancelled }).refusal).toBe(
      cancelled,
    );
  });
});

describe("a request waits", () => {
  const waits = (
    kind: RequestKind,
    use: Partial<SpentSoFar>,
    underWay: { all: number; main: number; usd: number },
  ) => mustWait(kind, { use: { ...fresh, ...use }, limits, underWay });

  test("for a place among those that are sent at once", () => {
    expect(waits("main", {}, { all: mostAtOnce - 1, main: 0, usd: 0 })).toBe(false);
    expect(waits("main", {}, { all: mostAtOnce, main: 0, usd: 0 })).toBe(true);
  });

  test("while those in flight may spend the rest of the budget", () => {
    expect(waits("page_summary", { usd: 0.5 }, { all: 1, main: 0, usd: 0.49 })).toBe(false);
    expect(waits("page_summary", { usd: 0.5 }, { all: 1, main: 0, usd: 0.5 })).toBe(true);
  });

  test("while those in flight may use the last turns, if it is a turn itself", () => {
    expect(waits("main", { turns: 8 }, { all: 2, main: 2, usd: 0 })).toBe(true);
    expect(waits("main", { turns: 8 }, { all: 2, main: 1, usd: 0 })).toBe(false);
    expect(waits("page_summary", { turns: 8 }, { all: 2, main: 2, usd: 0 })).toBe(false);
  });

  test("for nothing if it is alone, so that the last money can be spent", () => {
    expect(waits("main", { usd: 0.999 }, { all: 0, main: 0, usd: 0 })).toBe(false);
  });
});
