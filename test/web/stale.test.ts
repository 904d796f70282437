// What is asked for again after each message of the stream: whatever could say something else now, and not everything.
import { describe, expect, test } from "bun:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import { hallPart } from "../../src/contract/api/stream.ts";
import { createAskAgain } from "../../web/store/ask-again.ts";
import { staleAfterHall, staleAfterWork } from "../../web/store/stale.ts";
import { idOf, listed, summary } from "./listed.ts";

const keys = (stale: readonly (readonly string[])[]) => stale.map((each) => each.join(" "));
const always = [`commission ${idOf(2)}`, "attention", "spending", "status"];
const after = (type: LedgerEvent["type"], continues: string | null = null) =>
  keys(
    staleAfterWork(
      { type: "commission", commission: summary(2, { continues }), event: { type } as LedgerEvent },
      undefined,
    ),
  );

describe("what is no longer true", () => {
  test.each<[LedgerEvent["type"], string[]]>([
    ["session.said", []],
    ["commission.created", ["waits"]],
    ["commission.dispatched", ["projects", "waits"]],
    ["tree.made", ["projects"]],
    ["finish.applied", ["projects"]],
    ["commission.paused", ["waits"]],
    ["commission.completed", ["projects", "review", "roster", "waits"]],
    ["commission.failed", ["projects", "review", "roster", "waits"]],
    ["commission.cancelled", ["projects", "review", "roster", "waits"]],
  ])("after %s of a commission", (type, also) => {
    expect(after(type)).toEqual([...always, ...also]);
  });

  test("of work that another took up, and of work whose next attempt was deleted", () => {
    expect(after("commission.created", idOf(1))).toContain(`commission ${idOf(1)}`);
    expect(after("session.said", idOf(1))).not.toContain(`commission ${idOf(1)}`);
    const { id } = summary(2);
    const gone = keys(staleAfterWork({ type: "deleted", id }, listed(2, { continues: idOf(1) })));
    expect(gone).toEqual([...always, `commission ${idOf(1)}`, "projects", "review", "roster"]);
  });

  test.each([
    ["config", ["", "waits"]],
    ["members", ["members", "roster", "status", "waits"]],
    ["roster", ["roster", "status"]],
    ["quota", ["status", "waits"]],
    ["projects", ["projects", "review"]],
  ] as const)("after the hall’s word about %s", (what, stale) => {
    expect(keys(staleAfterHall(what))).toEqual([...stale]);
  });

  test("is known of every word of the hall’s, and of one that no release has yet", () => {
    for (const what of hallPart.options) expect(staleAfterHall(what).length).toBeGreaterThan(0);
    expect(staleAfterHall("weather" as "memory")).toEqual([["weather"]]);
  });
});

/** Answers when the test lets it, with how often it was asked by then. */
function asked() {
  const waiting: (() => void)[] = [];
  let times = 0;
  let aborted = 0;
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false, networkMode: "always" } },
  });
  const observer = new QueryObserver(queries, {
    queryKey: ["memory", "global"],
    queryFn: ({ signal }) => {
      times += 1;
      const own = times;
      signal.addEventListener("abort", () => (aborted += 1));
      return new Promise<number>((resolve) => waiting.push(() => resolve(own)));
    },
  });
  const leave = observer.subscribe(() => undefined);
  const turn = async () => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  return {
    queries,
    again: createAskAgain(queries),
    answer: async () => {
      waiting.shift()?.();
      await turn();
    },
    turn,
    seen: () => ({ times, aborted, data: observer.getCurrentQuery().state.data }),
    leave,
  };
}

describe("asking again", () => {
  test("asks once more where the news came before the first answer: it may be from before", async () => {
    const one = asked();
    one.again.about(["memory"]);
    one.again.about(["memory"]);
    await one.answer();
    expect(one.seen()).toMatchObject({ times: 2, data: 1 });
    await one.answer();
    expect(one.seen()).toEqual({ times: 2, aborted: 0, data: 2 });
    one.leave();
  });

  test("shows each answer as it comes, however fast the news is", async () => {
    const one = asked();
    for (let round = 1; round < 5; round += 1) {
      one.again.about([]);
      one.again.about(["memory", "global"]);
      await one.answer();
      expect(one.seen()).toEqual({ times: round + 1, aborted: 0, data: round });
    }
    one.leave();
  });

  test("asks at once where nothing is on its way, and of nothing else", async () => {
    const one = asked();
    await one.answer();
    one.again.about(["projects"]);
    expect(one.seen().times).toBe(1);
    one.again.about(["memory"]);
    expect(one.seen().times).toBe(2);
    one.leave();
  });

  test("gives up what was asked on a line that was lost, and asks for it anew", async () => {
    const one = asked();
    one.again.afterLoss();
    await one.turn();
    expect(one.seen()).toMatchObject({ times: 2, aborted: 1 });
    one.leave();
  });

  test("leaves what is true alone after a loss", async () => {
    const one = asked();
    await one.answer();
    one.again.afterLoss();
    await one.turn();
    expect(one.seen().times).toBe(1);
    one.leave();
  });
});
