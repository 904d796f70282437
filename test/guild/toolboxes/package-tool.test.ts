// Tools of packages: what a handler does, or does not do, never breaks the session, and what acts on the world is on
// record before and after.
import { describe, expect, test } from "bun:test";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { systemClock } from "../../../src/host/clock.ts";
import type { ToolCall, ToolDefinition } from "../../../src/contract/kit/index.ts";
import type { OutwardAct } from "../../../src/rules/course/course.ts";
import { createOutwardGuard } from "../../../src/guild/toolboxes/outward.ts";
import { holdTool, maxAnswerCharacters } from "../../../src/guild/toolboxes/package-tool.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";

const never = () => new Promise<never>(() => undefined);

function toolOf(handle: (input: object, call: ToolCall) => unknown): ToolDefinition {
  const held = handle as ToolDefinition["handle"];
  return { name: "send", description: "Sends.", input: {}, effect: "outward", handle: held };
}

function callOf(callKey = "c:1", signal = new AbortController().signal): ToolCall {
  return { callKey, signal };
}

describe("a package's tool", () => {
  const held = (handle: () => unknown) => holdTool({ clock: systemClock, limitMs: 60_000 }, toolOf(handle));

  test("answers as it does, and its answer is cut where it is a book", async () => {
    expect(await held(() => ({ text: "sent" })).handle({}, callOf())).toEqual({
      text: "sent",
      isError: false,
    });
    const { text } = await held(() => ({ text: "x".repeat(150_000) })).handle({}, callOf());
    expect(text.length).toBeLessThan(maxAnswerCharacters + 100);
    expect(text).toEndWith("[50000 more characters were cut here]");
  });

  test.each([
    ["nothing", undefined],
    ["a text alone", "sent"],
    ["a number for a text", { text: 7 }],
    ["an error that is a word", { text: "x", isError: "yes" }],
  ])("that answers with %s is an error for the model", async (_what, answer) => {
    await expect(held(() => answer).handle({}, callOf())).rejects.toThrow(/did not answer with a text/);
  });

  test.each([
    ["nothing", undefined, "undefined"],
    ["what cannot be printed", Object.create(null), "something that cannot be printed"],
    [
      "an error without a text",
      Object.assign(new Error(), { message: { toString: null } }),
      "cannot be printed",
    ],
    ["a book", new Error("x".repeat(5_000_000)), "x…"],
    ["a book that is no error", "y".repeat(5_000_000), "y…"],
  ])("that throws %s is an error of a few words for the model", async (_what, thrown: unknown, says) => {
    const tool = held(() => {
      throw thrown;
    });
    const cause: unknown = await tool.handle({}, callOf()).catch((error: unknown) => error);
    expect(cause).toBeInstanceOf(Error);
    const { message } = cause as Error;
    expect(message).toEndWith(says);
    expect(message.length).toBeLessThan(2100);
  });

  test("that acts on the world and throws what looks late has ended all the same", async () => {
    const facts: FactBody[] = [];
    const guard = createOutwardGuard({ record: async (fact) => void facts.push(fact), unknown: [] });
    const tool = held(() => {
      throw Object.assign(new Error("no"), { code: "late" });
    });
    await expect(guard("mcp__mail__send", tool).handle({}, callOf())).rejects.toThrow("no");
    expect(facts.map(({ type }) => type)).toEqual(["effect.begun", "effect.ended"]);
  });

  test("that never answers is given up, and told so", async () => {
    const clock = createManualClock();
    let told: AbortSignal | undefined;
    const tool = holdTool(
      { clock, limitMs: 60_000 },
      toolOf((_input, { signal }) => {
        told = signal;
        return never();
      }),
    );
    const answer = tool.handle({}, callOf());
    clock.advance(60_000);
    await expect(answer).rejects.toThrow(/did not answer within 60 s/);
    expect(told?.aborted).toBe(true);
  });

  test("that never answers holds up no session that is over", async () => {
    const over = new AbortController();
    const answer = held(never).handle({}, callOf("c:1", over.signal));
    over.abort();
    await expect(answer).rejects.toThrow(/the session is over/);
  });
});

describe("a tool that acts on the world", () => {
  function setUp(
    unknown: OutwardAct[] = [],
    handle: (input: object, call: ToolCall) => unknown = () => ({ text: "sent" }),
  ) {
    const facts: (FactBody | "acted")[] = [];
    const record = async (fact: FactBody) => void facts.push(fact);
    const acting = toolOf((input, call) => {
      facts.push("acted");
      return handle(input, call);
    });
    const clock = createManualClock();
    const guard = createOutwardGuard({ record, unknown });
    const tool = guard("mcp__post__send", holdTool({ clock, limitMs: 1000 }, acting));
    const types = () => facts.map((fact) => (fact === "acted" ? fact : fact.type));
    return { tool, facts, types, clock };
  }

  /** What a workbench writes that is killed in the middle of it. */
  async function leftBy(input: Record<string, unknown>, callKey = "c:1"): Promise<OutwardAct> {
    const { tool, facts } = setUp([], never);
    void tool.handle(input, callOf(callKey));
    const [begun] = facts;
    if (begun === undefined || begun === "acted" || begun.type !== "effect.begun")
      throw new Error("not begun");
    return { callKey: begun.callKey, tool: begun.tool, inputHash: begun.inputHash, input: "" };
  }

  test("is on record before it acts, and after it", async () => {
    const { tool, facts, types } = setUp();
    await tool.handle({ to: "you" }, callOf());
    expect(types()).toEqual(["effect.begun", "acted", "effect.ended"]);
    expect(facts[0]).toEqual({
      type: "effect.begun",
      callKey: "c:1",
      tool: "mcp__post__send",
      inputHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(facts[2]).toEqual({ type: "effect.ended", callKey: "c:1", isError: false });
  });

  test("does not act where its beginning cannot be recorded", async () => {
    let acted = false;
    const guard = createOutwardGuard({ record: () => Promise.reject(new Error("disk full")), unknown: [] });
    const tool = guard(
      "t",
      toolOf(() => (acted = true)),
    );
    await expect(tool.handle({}, callOf())).rejects.toThrow("disk full");
    expect(acted).toBe(false);
  });

  test("that fails has ended, as an error", async () => {
    const boom = setUp([], () => Promise.reject(new Error("boom")));
    await expect(boom.tool.handle({}, callOf())).rejects.toThrow("boom");
    expect(boom.facts.at(-1)).toEqual({ type: "effect.ended", callKey: "c:1", isError: true });
  });

  test("that is cut off by the end of the session, or by its time, has not: nobody knows", async () => {
    const over = new AbortController();
    const cut = setUp([], never);
    const answer = cut.tool.handle({}, callOf("c:1", over.signal));
    await Promise.resolve();
    over.abort();
    await expect(answer).rejects.toThrow(/over/);
    expect(cut.types()).toEqual(["effect.begun", "acted"]);
    const late = setUp([], never);
    const waits = late.tool.handle({}, callOf());
    await Promise.resolve();
    late.clock.advance(1000);
    await expect(waits).rejects.toThrow(/within 1 s/);
    expect(late.types()).toEqual(["effect.begun", "acted"]);
  });

  test("and was left open is not repeated the first time, whether by its call or by its input, and is the second", async () => {
    const left = await leftBy({ to: "you", what: ["a", { b: 1, c: 2 }] });
    const again: [Record<string, unknown>, string][] = [
      [{ to: "you", what: ["a", { b: 1, c: 2 }] }, "c:2"],
      [{ what: ["a", { c: 2, b: 1 }], to: "you" }, "c:3"],
      [{ to: "another" }, "c:1"],
    ];
    for (const [input, callKey] of again) {
      const { tool, types } = setUp([left]);
      const first = await tool.handle(input, callOf(callKey));
      expect(first).toMatchObject({
        isError: true,
        text: expect.stringMatching(/NOT carried out.*may have happened/),
      });
      expect(types()).toEqual([]);
      expect(await tool.handle(input, callOf("c:9"))).toMatchObject({ text: "sent" });
      expect(types()).toEqual(["effect.begun", "acted", "effect.ended"]);
    }
  });

  test("with other input, or another tool, is not taken for the one that was left open", async () => {
    const left = await leftBy({ to: "you" });
    const { tool, types } = setUp([left]);
    await tool.handle({ to: "another" }, callOf("c:2"));
    const other = setUp([{ ...left, tool: "mcp__mail__send" }]);
    await other.tool.handle({ to: "you" }, callOf("c:2"));
    expect([types(), other.types()].map((each) => each.includes("acted"))).toEqual([true, true]);
  });

  test("that was left open twice is told of twice", async () => {
    const left = [await leftBy({}, "c:1"), await leftBy({}, "c:2")];
    const { tool } = setUp(left);
    const answers = [];
    for (const key of ["c:3", "c:4", "c:5"]) answers.push((await tool.handle({}, callOf(key))).isError);
    expect(answers).toEqual([true, true, false]);
  });

  test("and one that only reads is left as it is", () => {
    const reads: ToolDefinition = { ...toolOf(() => ({ text: "x" })), effect: undefined } as never;
    expect(createOutwardGuard({ record: async () => undefined, unknown: [] })("t", reads)).toBe(reads);
  });
});
