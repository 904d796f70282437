// One picture of the commissions, of pages of the list and messages of the stream that race each other.
import { describe, expect, test } from "bun:test";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { createShelf, type CommissionIndex } from "../../web/store/commission-index.ts";
import { type Given, idOf, listed, summary } from "./listed.ts";

const event = {} as LedgerEvent;
const told = (n: number, given: Given = {}): StreamMessage => ({
  type: "commission",
  commission: summary(n, given),
  event,
});
const deleted = (n: number): StreamMessage => ({ type: "deleted", id: summary(n).id });
const page = (...numbers: number[]) => ({ commissions: numbers.map((n) => listed(n)), nextCursor: null });
const titles = (shelf: CommissionIndex) => shelf.now().newest.map(({ title }) => title);

describe("the shelf", () => {
  test("keeps the newest first, whatever the order they come in", () => {
    const shelf = createShelf();
    shelf.begin();
    shelf.page(page(5, 3));
    expect(titles(shelf)).toEqual(["Title 5", "Title 3"]);
    for (const n of [4, 9, 1, 6]) shelf.apply(told(n));
    shelf.apply(told(3, { title: "Three" }));
    shelf.apply(deleted(5));
    expect(titles(shelf)).toEqual(["Title 9", "Title 6", "Title 4", "Three", "Title 1"]);
    expect([...shelf.now().commissions.keys()].sort()).toEqual([1, 3, 4, 6, 9].map(idOf));
  });

  test("knows which of them another one goes on with, for as long as that one is there", () => {
    const shelf = createShelf();
    const continued = () => [...shelf.now().continued];
    shelf.begin();
    shelf.page({ commissions: [listed(2, { continues: idOf(1), attempt: 2 }), listed(1)], nextCursor: null });
    shelf.end();
    expect(continued()).toEqual([idOf(1)]);
    shelf.apply(told(3, { continues: idOf(2), attempt: 3 }));
    expect(continued()).toEqual([1, 2].map(idOf));
    shelf.apply(deleted(3));
    expect(continued()).toEqual([idOf(1)]);
    shelf.begin();
    shelf.page(page(1));
    shelf.end();
    expect(continued()).toEqual([]);
  });

  test("believes the stream more than a page of a load that was under way", () => {
    const shelf = createShelf();
    shelf.begin();
    shelf.apply(told(2, { title: "newer" }));
    shelf.apply(deleted(1));
    shelf.page(page(2, 1));
    shelf.end();
    expect(titles(shelf)).toEqual(["newer"]);
  });

  test("believes a page more than what the stream said before that load began", () => {
    const shelf = createShelf();
    shelf.begin();
    shelf.apply(told(2, { title: "older" }));
    shelf.begin();
    shelf.page(page(2));
    expect(titles(shelf)).toEqual(["Title 2"]);
  });

  test("drops what a whole load named no more, and keeps what came meanwhile", () => {
    const shelf = createShelf();
    shelf.begin();
    shelf.page(page(3, 2, 1));
    shelf.end();
    shelf.begin();
    shelf.page(page(3));
    shelf.apply(told(4));
    expect(titles(shelf)).toEqual(["Title 4", "Title 3", "Title 2", "Title 1"]);
    shelf.end();
    expect(titles(shelf)).toEqual(["Title 4", "Title 3"]);
  });

  test("gives a picture that does not change afterwards", () => {
    const shelf = createShelf();
    shelf.apply(told(1));
    const before = shelf.now();
    shelf.apply(told(2));
    expect([before.newest.length, before.commissions.size]).toEqual([1, 1]);
    expect(shelf.now().newest).not.toBe(before.newest);
  });

  test.each([
    ["is kept as long as it stands where it stood", { status: "pending" }, "a free slot"],
    ["goes when it is at work", { status: "in_progress" }, null],
    ["is what blocks it", { status: "blocked", blockedBy: ["a fails", "b runs"] }, "a fails; b runs"],
  ])("what one waits for %s", (_what, given, waitingFor) => {
    const shelf = createShelf();
    shelf.page({
      commissions: [listed(1, { status: "pending", waitingFor: "a free slot" })],
      nextCursor: null,
    });
    shelf.apply(told(1, given));
    expect(shelf.now().newest[0]?.waitingFor ?? null).toBe(waitingFor);
  });

  test("takes over what they wait for now, of those that still stand where the list has them", () => {
    const shelf = createShelf();
    for (const n of [1, 2, 3]) shelf.apply(told(n, { status: n === 3 ? "in_progress" : "pending" }));
    const why = (n: number) => listed(n, { status: "pending", title: "older", waitingFor: "a free slot" });
    shelf.waits({ commissions: [4, 3, 2].map(why), nextCursor: null });
    expect(shelf.now().newest.map(({ title, waitingFor }) => [title, waitingFor])).toEqual([
      ["Title 3", null],
      ["Title 2", "a free slot"],
      ["Title 1", null],
    ]);
    expect([...shelf.statuses()].sort()).toEqual(["in_progress", "pending"]);
  });

  test("makes the words of workers plain, from both sides", () => {
    const shelf = createShelf();
    const words = { title: "a\u202eb", latest: { at: "2026-11-16T10:00:00.000Z", text: "\x1b[31mred" } };
    shelf.page({ commissions: [listed(1, words)], nextCursor: null });
    shelf.apply(told(2, words));
    for (const { title, latest } of shelf.now().newest)
      expect([title, latest?.text]).toEqual(["a‹U+202E›b", "red"]);
  });

  test("says the same as sorting anew, after a thousand changes", () => {
    const shelf = createShelf();
    let seed = 7;
    for (let i = 0; i < 1000; i += 1) {
      seed = (seed * 48271) % 2147483647;
      const n = seed % 200;
      shelf.apply(seed % 3 === 0 ? deleted(n) : told(n));
    }
    const { commissions, newest } = shelf.now();
    expect(newest.map(({ id }) => id as string)).toEqual([...commissions.keys()].sort().reverse());
  });
});
