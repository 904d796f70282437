// Which commissions are shown, where the keys lead to, and what the palette finds.
import { describe, expect, test } from "bun:test";
import type { Seal } from "../../src/contract/commission/commission.ts";
import { type PaletteEntry, findEntries } from "../../web/shell/palette-find.ts";
import { type Choice, choose, offers, parseChoice } from "../../web/views/commissions/choice.ts";
import { placeIn, stepAcross, stepDown } from "../../web/views/commissions/step.ts";
import { listed } from "./listed.ts";

const three = [
  listed(3, {
    title: "Retry webhooks",
    worker: "writer",
    labels: ["api"],
    trust: "verified",
    cost: { usd: 2, rehearsed: false },
  }),
  listed(2, { title: "Audit", status: "failed", project: "lantern", cost: { usd: null, rehearsed: false } }),
  listed(1, { title: "Zebra", labels: ["api", "docs"], trust: "claimed", cost: { usd: 9, rehearsed: true } }),
];

test("each seal is chosen by itself: a conflict is not among what is verified", () => {
  const branch = (state: string) => ({ name: "claude/1", state, into: "claude/main", commit: null });
  const sealed = [
    listed(4, { trust: "verified", branch: branch("merged") }),
    listed(3, { trust: "verified", branch: branch("conflict") }),
    listed(2, { trust: "claimed", branch: branch("unchanged") }),
    listed(1, { trust: "claimed", branch: branch("conflict") }),
  ];
  const numbers = (trust: Seal) => choose(sealed, { trust }).map(({ id }) => Number(id.slice(0, 8)));
  expect(numbers("verified")).toEqual([4]);
  expect(numbers("claimed")).toEqual([]);
  expect(numbers("conflict")).toEqual([3, 1]);
  expect(numbers("unchanged")).toEqual([2]);
});

test("an address may say anything: what is no choice is left out", () => {
  expect(parseChoice({ view: "x", status: "gone", sort: 1, q: 42, worker: "", turned: "yes" })).toEqual({
    q: "42",
  });
  expect(parseChoice({ status: "constructor", trust: "toString" })).toEqual({});
  expect(parseChoice({ status: "completed", trust: "refuted" })).toEqual({
    status: "completed",
    trust: "refuted",
  });
});

const chosen: [Choice, number[]][] = [
  [{}, [3, 2, 1]],
  [{ turned: true }, [1, 2, 3]],
  [{ q: "WEB  retry" }, [3]],
  [{ q: "nothing" }, []],
  [{ label: "api", worker: "researcher" }, [1]],
  [{ status: "failed", project: "lantern" }, [2]],
  [{ trust: "verified" }, [3]],
  [{ trust: "claimed", label: "api" }, [1]],
  [{ trust: "refuted" }, []],
  [{ sort: "title" }, [2, 3, 1]],
  [{ sort: "cost" }, [3, 2, 1]],
];
test.each(chosen)("of %p the list is %p", (choice, numbers) => {
  const titles = numbers.map((n) => three[3 - n]?.title ?? "");
  expect(choose(three, choice).map(({ title }) => title)).toEqual(titles);
});

test("what can be chosen from is what there is", () => {
  expect(offers(three)).toEqual({
    workers: ["researcher", "writer"],
    projects: ["lantern"],
    labels: ["api", "docs"],
  });
});

describe("a step of the keys", () => {
  const columns = [[], [{ id: "a" }, { id: "b" }, { id: "c" }], [], [{ id: "d" }]];
  test("begins at the first there is, and stays within its column", () => {
    expect(stepDown(columns, null, 1)).toEqual({ column: 1, row: 0 });
    expect(stepDown(columns, { column: 1, row: 2 }, 1)).toEqual({ column: 1, row: 2 });
    expect(stepDown(columns, { column: 1, row: 1 }, Infinity)).toEqual({ column: 1, row: 2 });
    expect(stepDown([], null, 1)).toBeNull();
  });
  test("leads over empty columns, as far down as the next one goes", () => {
    expect(stepAcross(columns, { column: 1, row: 2 }, 1)).toEqual({ column: 3, row: 0 });
    expect(stepAcross(columns, { column: 3, row: 0 }, 1)).toEqual({ column: 3, row: 0 });
    expect(placeIn(columns, "d")).toEqual({ column: 3, row: 0 });
  });
});

describe("the palette", () => {
  const entry = (key: string, group: string, says: string): PaletteEntry => ({
    key,
    group,
    says,
    beside: "",
    act: () => undefined,
  });
  const many = Array.from({ length: 10_000 }, (_, n) => entry(`commission:${n}`, "Commissions", `Work ${n}`));
  const all = [entry("go:/memory", "Go to", "Memory"), ...many, entry("do:theme", "Do", "Theme: dark")];

  test("finds one of ten thousand by its title or id, and few of each group", () => {
    expect(findEntries(all, { typed: "work 9999", recent: [] })[0]?.items[0]?.key).toBe("commission:9999");
    expect(findEntries(all, { typed: "work", recent: [] })[0]?.items.length).toBe(7);
    expect(findEntries(all, { typed: "nothing like it", recent: [] })).toEqual([]);
  });

  test("shows the best group first, and what was chosen lately before its equals", () => {
    expect(findEntries(all, { typed: "them", recent: [] })[0]?.value).toBe("Do");
    const recent = ["commission:77", "gone"];
    expect(findEntries(all, { typed: "work", recent })[0]?.items[0]?.key).toBe("commission:77");
    expect(findEntries(all, { typed: "", recent })[0]).toMatchObject({
      value: "Recent",
      items: [{ key: "commission:77" }],
    });
  });
});
