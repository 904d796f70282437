// What a sync does, by how the two branches stand to each other.
import { expect, test } from "bun:test";
import {
  candidates,
  type Footprint,
  planMerge,
  planSync,
  type SyncPlan,
} from "../../../src/rules/project/sync-plan.ts";

const sides = { person: "p", integration: "i" };

const table: [person: boolean, integration: boolean, base: string | null, plan: SyncPlan][] = [
  [true, true, "i", { kind: "nothing", after: "i" }],
  [true, false, "p", { kind: "nothing", after: "i" }],
  [false, true, "i", { kind: "fast-forward", after: "p" }],
  [false, false, "b", { kind: "diverged", base: "b" }],
  [false, false, null, { kind: "unrelated" }],
];

test.each(table)(
  "person's in: %p, integration's in: %p, parted at %p",
  (isPersonIn, isIntegrationIn, base, plan) => {
    expect(planSync({ ...sides, isPersonIn, isIntegrationIn, base })).toEqual(plan);
  },
);

test("both tips are parents of whatever is made", () => {
  for (const taken of [null, "x", "i"])
    expect([...planMerge(sides, taken).parents].sort()).toEqual(["i", "p"]);
});

test("work that was taken is not merged again", () => {
  expect(planMerge(sides, "i").tree).toBe("person");
  expect(planMerge(sides, "x").tree).toEqual({ since: "x" });
  expect(planMerge(sides, null).tree).toEqual({ since: null });
});

test("only commits that touched every path are tried, and the newest work first", () => {
  const print = (commit: string, ...paths: string[]): Footprint => ({
    commit,
    tree: commit,
    paths: new Set(paths),
  });
  const ours = [print("p2", "a", "b"), print("p1", "a")];
  const theirs = [print("i3", "a", "c"), print("i2", "a", "b"), print("i1", "a")];
  expect(
    candidates(ours, theirs).map((one) => [one.theirs.commit, one.ours.map(({ commit }) => commit)]),
  ).toEqual([
    ["i2", ["p2"]],
    ["i1", ["p2", "p1"]],
  ]);
});
