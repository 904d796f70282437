// Acts on the world, as the ledger remembers them from one workbench to the next.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { resumeMessage } from "../../../src/rules/prompt/resume-message.ts";
import { commissionAfter, factOf, inProgress, someId } from "../../harness/ledger/histories.ts";

const begun = (callId: string, inputHash = "h"): FactBody => ({
  type: "effect.begun",
  callKey: `${someId}:${callId}`,
  tool: "mcp__post__send",
  inputHash,
});
const ended = (callId: string): FactBody => ({
  type: "effect.ended",
  callKey: `${someId}:${callId}`,
  isError: false,
});
const called = (callId: string): FactBody => ({
  type: "tool.called",
  callId,
  tool: "mcp__post__send",
  input: '{"text":"hello"}',
});

function facts(from: number, bench: number, ...all: FactBody[]): EventBody[] {
  return all.map((fact, at) => factOf(from + at, fact, bench));
}

const lost = (bench: number): EventBody[] => [
  { type: "workbench.lost", bench, began: true, message: "gone" },
  { type: "commission.requeued", cause: "crash", notBefore: "2026-11-15T09:00:00.000Z" },
  { type: "workbench.starting", bench: bench + 1 },
];

const recordAfter = (...more: EventBody[]) => commissionAfter([...inProgress, ...more]).record;

describe("an act that was begun", () => {
  test("and ended is forgotten; one without an end is unknown once its workbench is over, with its words", () => {
    const before = facts(3, 1, begun("a"), called("a"), ended("a"), called("b"), begun("b"));
    expect(recordAfter(...before)).toMatchObject({ acts: [{ callKey: `${someId}:b` }], unknownActs: [] });
    const after = recordAfter(...before, ...lost(1));
    expect(after.acts).toEqual([]);
    expect(after.unknownActs).toEqual([
      { callKey: `${someId}:b`, tool: "mcp__post__send", inputHash: "h", input: '{"text":"hello"}' },
    ]);
    const told = resumeMessage(after, { fresh: false });
    expect(told).toMatch(/Acts on the world, begun, outcome unknown[^]*> mcp__post__send \{"text":"hello"\}/);
    expect(told.split("Acts on the world")).toHaveLength(2);
  });

  test("stays unknown over several workbenches, and whatever the model answers, until it is begun again", () => {
    const twice = [...facts(3, 1, begun("a")), ...lost(1), ...lost(2)];
    expect(recordAfter(...twice).unknownActs).toHaveLength(1);
    const again = recordAfter(...twice, ...facts(1, 3, begun("b")));
    expect(again).toMatchObject({ acts: [{ callKey: `${someId}:b` }], unknownActs: [] });
    const other = recordAfter(...twice, ...facts(1, 3, begun("b", "other")));
    expect(other.unknownActs).toHaveLength(1);
    expect(recordAfter(...twice, ...facts(1, 3, begun("b"), ended("b"))).acts).toEqual([]);
  });

  test("and left open by a session that said how it ended is unknown too", () => {
    const stopped = facts(3, 1, begun("a"), { type: "session.ended", end: { how: "stopped" } });
    expect(recordAfter(...stopped).unknownActs).toHaveLength(1);
  });

  test("a thousand times over leaves a list that stays short", () => {
    const many = Array.from({ length: 1000 }, (_, at) => begun(`c${at}`, `h${at}`));
    expect(recordAfter(...facts(3, 1, ...many), ...lost(1)).unknownActs).toHaveLength(50);
  });
});
