// One picture of the commissions, of pages of the list and messages of the stream that race each other.
import { describe, expect, test } from "bun:test";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { createCommissionIndex, type CommissionIndex } from "../../web/store/commission-index.ts";
import { type Given, idOf, listed, summary } from "./listed.ts";

const event = {} as LedgerEvent;
const told = (n: number, given: Given = {}): StreamMessage => ({
  type: "commission",
  commission: summary(n, given),
  event,
});
const deleted = (n: number): StreamMessage => ({ type: "deleted", id: summary(n).id });
const page = (...numbers: number[]) => ({ commissions: numbers.map((n) => listed(n)), nextCursor: null });
const titles = (index: CommissionIndex) => index.now().newest.map(({ title }) => title);

describe("the index of commissions", () => {
  test("keeps the newest first, whatever the order they come in", () => {
    const index = createCommissionIndex();
    index.begin();
    index.page(page(5, 3));
    expect(titles(index)).toEqual(["Title 5", "Title 3"]);
    for (const n of [4, 9, 1, 6]) index.apply(told(n));
    index.apply(told(3, { title: "Three" }));
    index.apply(deleted(5));
    expect(titles(index)).toEqual(["Title 9", "Title 6", "Title 4", "Three", "Title 1"]);
    expect([...index.now().commissions.keys()].sort()).toEqual([1, 3, 4, 6, 9].map(idOf));
  });

  test("knows which of them another one goes on with, for as long as that one is there", () => {
    const index = createCommissionIndex();
    const continued = () => [...index.now().continued];
    index.begin();
    index.page({ commissions: [listed(2, { continues: idOf(1), attempt: 2 }), listed(1)], nextCursor: null });
    index.end();
    expect(continued()).toEqual([idOf(1)]);
    index.apply(told(3, { continues: idOf(2), attempt: 3 }));
    expect(continued()).toEqual([1, 2].map(idOf));
    index.apply(deleted(3));
    expect(continued()).toEqual([idOf(1)]);
    index.begin();
    index.page(page(1));
    index.end();
    expect(continued()).toEqual([]);
  });

  test("believes the stream more than a page of a load that was under way", () => {
    const index = createCommissionIndex();
    index.begin();
    index.apply(told(2, { title: "newer" }));
    index.apply(deleted(1));
    index.page(page(2, 1));
    index.end();
    expect(titles(index)).toEqual(["newer"]);
  });

  test("believes a page more than what the stream said before that load began", () => {
    const index = createCommissionIndex();
    index.begin();
    index.apply(told(2, { title: "older" }));
    index.begin();
    index.page(page(2));
    expect(titles(index)).toEqual(["Title 2"]);
  });

  test("drops what a whole load named no more, and keeps what came meanwhile", () => {
    const index = createCommissionIndex();
    index.begin();
    index.page(page(3, 2, 1));
    index.end();
    index.begin();
    index.page(page(3));
    index.apply(told(4));
    expect(titles(index)).toEqual(["Title 4", "Title 3", "Title 2", "Title 1"]);
    index.end();
    expect(titles(index)).toEqual(["Title 4", "Title 3"]);
  });

  test("gives a picture that does not change afterwards", () => {
    const index = createCommissionIndex();
    index.apply(told(1));
    const before = index.now();
    index.apply(told(2));
    expect([before.newest.length, before.commissions.size]).toEqual([1, 1]);
    expect(index.now().newest).not.toBe(before.newest);
  });

  test.each([
    ["is kept as long as it stands where it stood", { status: "pending" }, "a free slot"],
    ["goes when it is at work", { status: "in_progress" }, null],
    ["is what blocks it", { status: "blocked", blockedBy: ["a fails", "b runs"] }, "a fails; b runs"],
  ])("what one waits for %s", (_what, given, waitingFor) => {
    const index = createCommissionIndex();
    index.page({
      commissions: [listed(1, { status: "pending", waitingFor: "a free slot" })],
      nextCursor: null,
    });
    index.apply(told(1, given));
    expect(index.now().newest[0]?.waitingFor ?? null).toBe(waitingFor);
  });

  test("takes over what they wait for now, of those that still stand where the list has them", () => {
    const index = createCommissionIndex();
    for (const n of [1, 2, 3]) index.apply(told(n, { status: n === 3 ? "in_progress" : "pending" }));
    const why = (n: number) => listed(n, { status: "pending", title: "older", waitingFor: "a free slot" });
    index.waits({ commissions: [4, 3, 2].map(why), nextCursor: null });
    expect(index.now().newest.map(({ title, waitingFor }) => [title, waitingFor])).toEqual([
      ["Title 3", null],
      ["Title 2", "a free slot"],
      ["Title 1", null],
    ]);
    expect([...index.statuses()].sort()).toEqual(["in_progress", "pending"]);
  });

  test("makes the words of workers plain, from both sides", () => {
    const index = createCommissionIndex();
    const words = { title: "a\u202eb", latest: { at: "2026-11-16T10:00:00.000Z", text: "\x1b[31mred" } };
    index.page({ commissions: [listed(1, words)], nextCursor: null });
    index.apply(told(2, words));
    for (const { title, latest } of index.now().newest)
      expect([title, latest?.text]).toEqual(["a‹U+202E›b", "red"]);
  });

  test("says the same as sorting anew, after a thousand changes", () => {
    const index = createCommissionIndex();
    let seed = 7;
    for (let i = 0; i < 1000; i += 1) {
      seed = (seed * 48271) % 2147483647;
      const n = seed % 200;
      index.apply(seed % 3 === 0 ? deleted(n) : told(n));
    }
    const { commissions, newest } = index.now();
    expect(newest.map(({ id }) => id as string)).toEqual([...commissions.keys()].sort().reverse());
  });
});
