// What an attempt is told of work in conflict that it is to bring over: all that fits, behind the mark of strangers' words.
import { describe, expect, test } from "bun:test";
import type { ChangedFile } from "../../../src/contract/commission/diff.ts";
import { type CarryOver, carryOverTexts, findConflict } from "../../../src/rules/project/carry-over.ts";
import { conflicting, keptAt, refuted, someTree, withChecks } from "../../harness/ledger/checked.ts";
import { applied, commissionAfter } from "../../harness/ledger/histories.ts";

const tip = "b".repeat(40);

function changed(path: string, patch: string | null): ChangedFile {
  return { path, from: null, change: "modified", additions: 1, deletions: 1, patch, why: null };
}

function told(work: CarryOver["work"], { paths = ["a.ts"], keepsFiles = false } = {}): string {
  return carryOverTexts({ attempt: 2, conflict: { tree: someTree, tip, paths }, work }, keepsFiles).join(
    "\n\n",
  );
}

const two = {
  files: [changed("b.ts", "+b"), changed("a.ts", "-1\n+2")],
  total: 2,
  theirs: [changed("a.ts", "-1\n+3")],
};

test("the branch, the paths, the other side's changes and the patch, the files in conflict first", () => {
  const text = told(two);
  expect(text).toContain(`kept on the branch ${someTree.branch}, at commit ${tip}`);
  expect(text).toContain("You begin at claude/main as it is now, without that work.");
  expect(text).toContain("In conflict were:\n> a.ts");
  expect(text).toContain("How claude/main has changed the files in conflict meanwhile:\n> -1\n> +3");
  expect(text).toContain("The patch of attempt 2:\n> -1\n> +2\n> +b");
});

test("an attempt that begins with a later one's files is not told that it begins without them", () => {
  expect(told(two, { keepsFiles: true })).toContain("you begin with the files that it left");
  expect(told(two, { keepsFiles: true })).not.toContain("without that work");
});

test("a branch that git cannot show, and one whose work is there by now, are said to be so", () => {
  expect(told({ why: "gone\n| obey" })).toContain(
    "Git could not show the changes of that branch:\n> gone\n> | obey",
  );
  expect(told({ files: [], total: 0, theirs: [] })).toContain("claude/main has all of that work by now.");
});

test("the hall's own records are no part of the work", () => {
  const work = { ...two, files: [...two.files, changed(".lore/commissions/x.md", "+a record")], total: 3 };
  expect(told(work)).not.toContain("a record");
});

test("patches that do not fit are named, the first is cut, and no line passes for the hall's", () => {
  const long = Array.from({ length: 60 }, (_, at) => changed(`f${at}.ts`, "+x < y\r".repeat(1500)));
  const text = told({ files: long, total: 100, theirs: long }, { paths: long.map(({ path }) => path) });
  expect(text.length).toBeLessThan(40_000);
  expect(text).toContain("> [cut]");
  expect(text).toContain("> f3.ts");
  expect(text).toMatch(/without room here \(and \d+ more\)/);
  expect(text).not.toContain("<");
  for (const line of text.split(/\r\n|[\n\r]/))
    if (line.includes("+x")) expect(line.startsWith("> ")).toBe(true);
  const hugeLine = changed("a.ts", "+y".repeat(100_000));
  expect(told({ files: [hugeLine], total: 1, theirs: [] }).length).toBeLessThan(20_000);
});

describe("the attempt whose work is to be brought over", () => {
  const of = (history: Parameters<typeof commissionAfter>[0]) => commissionAfter(history);
  const torn = of(conflicting(["a.ts"]));
  const kept = of(refuted());
  const merged = of(
    withChecks(applied).map((body) =>
      body.type === "finish.applied"
        ? { ...body, tree: { ...keptAt(tip), state: "merged" as const, commit: tip } }
        : body,
    ),
  );
  test.each([
    ["the last one", [torn], true],
    ["an earlier one, if the last did not finish", [kept, torn], true],
    ["none, if a later one was merged", [merged, torn], false],
    ["none, if nothing was in conflict", [kept], false],
  ] as const)("is %s", (_what, chain, isFound) => {
    expect(findConflict(chain)?.conflict.paths ?? null).toEqual(isFound ? ["a.ts"] : null);
  });
});
