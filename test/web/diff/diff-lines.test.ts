// A patch as rows: what each line is, what its lines do not show, what is folded, and what was left out.
import { describe, expect, test } from "bun:test";
import type {
  ChangedFile,
  CommissionConflict,
  CommissionDiff,
} from "../../../src/contract/commission/diff.ts";
import { sidedRows } from "../../../web/views/commission/changes/conflict-rows.ts";
import { type DiffRow, diffRows } from "../../../web/views/commission/changes/diff-lines.ts";

const file = (given: Partial<ChangedFile> = {}): ChangedFile => ({
  path: "src/a.ts",
  from: null,
  change: "modified",
  additions: 1,
  deletions: 1,
  patch: null,
  why: null,
  ...given,
});

const none = {
  turned: new Set<string>(),
  viewed: new Set<string>(),
  alone: new Map<ChangedFile, ChangedFile>(),
};
const rowsOf = (files: ChangedFile[], shown: Partial<typeof none> = {}): DiffRow[] =>
  diffRows({ files }, { ...none, ...shown });

const shortly = (row: DiffRow): string => {
  if (row.kind === "line") return `${row.line.before ?? ""}|${row.line.after ?? ""}|${row.line.content}`;
  return "text" in row ? `${row.kind}: ${row.text}` : row.kind;
};

const patchOf = (head: string, hunks = "") => `diff --git a/src/a.ts b/src/a.ts\n${head}${hunks}`;
const names = "index 1..2 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n";
const noNewline = "\\ No newline at end of file\n";

test("a patch is its lines, each with its numbers and the side of the text that it is part of", () => {
  const hunk = "@@ -1,3 +1,3 @@ over\n one\n-/* two\n+/* zwei\n three */\n";
  const rows = rowsOf([file({ patch: patchOf(names, hunk) })]);
  expect(rows.map(shortly)).toEqual([
    "file",
    "hunk: @@ -1,3 +1,3 @@ over",
    "1|1|one",
    "2||/* two",
    "|2|/* zwei",
    "3|3|three */",
    "end",
  ]);
  const lines = rows.flatMap((row) => (row.kind === "line" ? [row.line] : []));
  expect(lines.map(({ of, at }) => of.code().split("\n")[at])).toEqual(lines.map(({ content }) => content));
  expect(lines[1]?.of.code()).toBe("one\n/* two\nthree */");
  expect(lines[0]?.of.language).toBe("typescript");
});

const asked: [string, Partial<ChangedFile>, string[]][] = [
  [
    "a file made executable",
    { patch: patchOf("old mode 100644\nnew mode 100755\n") },
    ["It was a plain file, and is an executable now."],
  ],
  [
    "a new executable",
    {
      change: "added",
      patch: patchOf(
        "new file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/src/a.ts\n",
        "@@ -0,0 +1 @@\n+a\n",
      ),
    },
    ["It is an executable."],
  ],
  [
    "a link in the place of a file",
    {
      change: "type",
      patch: `${patchOf("deleted file mode 100644\n--- a/src/a.ts\n+++ /dev/null\n", "@@ -1 +0,0 @@\n-a\n")}${patchOf(`new file mode 120000\n--- /dev/null\n+++ b/src/a.ts\n`, `@@ -0,0 +1 @@\n+/etc\n${noNewline}`)}`,
    },
    ["It is a symbolic link now.", "There is no newline at its end."],
  ],
  [
    "a newline put at the end",
    { patch: patchOf(names, `@@ -1 +1 @@\n-a\n${noNewline}+a\n`) },
    ["There is a newline at its end now."],
  ],
  [
    "a newline taken from the end",
    { patch: patchOf(names, `@@ -1 +1 @@\n-a\n+a\n${noNewline}`) },
    ["There is no newline at its end any more."],
  ],
  [
    "an end without a newline before and after",
    { patch: patchOf(names, `@@ -1,2 +1,2 @@\n-a\n+b\n c\n${noNewline}`) },
    ["There is no newline at its end."],
  ],
  [
    "an empty new file",
    { change: "added", patch: patchOf("new file mode 100644\nindex 0..1\n") },
    ["It is empty."],
  ],
  [
    "an empty deleted file",
    { change: "deleted", patch: patchOf("deleted file mode 100644\n") },
    ["It was empty."],
  ],
  [
    "a renamed file",
    {
      change: "renamed",
      from: "b.ts",
      patch: patchOf("similarity index 100%\nrename from b.ts\nrename to src/a.ts\n"),
    },
    ["Renamed from b.ts; nothing in it changed."],
  ],
  [
    "a line that would pass for the head of a patch",
    { patch: patchOf(names, "@@ -1 +1 @@\n-a\n+a\rold mode 100644\rnew mode 100755\n") },
    [],
  ],
];

test("what is no patch is shown as it is", () => {
  for (const patch of ["nothing of the kind", patchOf(names, "@@ neither\n+a")])
    expect(rowsOf([file({ patch })]).map(shortly)).toEqual([
      "file",
      ...patch.split("\n").map((line) => `||${line}`),
      "end",
    ]);
});

test.each(asked)("%s is told for what it is", (_, given, words) => {
  const rows = rowsOf([file(given)]);
  expect(rows.flatMap((row) => (row.kind === "word" ? [row.text] : []))).toEqual(words);
});

describe("what is shown", () => {
  const big = file({ path: "big.ts", additions: 401, deletions: 0, patch: patchOf(names) });
  const record = file({ path: ".lore/commissions/x.md", patch: patchOf(names) });
  const opened = (rows: DiffRow[]) =>
    rows.flatMap((row) => (row.kind === "file" ? [[row.file.path, row.isOpen]] : []));

  test("is folded where it is long or the hall's own, which comes last, until somebody turns it", () => {
    const files = [record, big, file({ patch: patchOf(names) })];
    expect(opened(rowsOf(files))).toEqual([
      ["big.ts", false],
      ["src/a.ts", true],
      [".lore/commissions/x.md", false],
    ]);
    expect(opened(rowsOf(files, { turned: new Set(["big.ts", "src/a.ts"]) })).slice(0, 2)).toEqual([
      ["big.ts", true],
      ["src/a.ts", false],
    ]);
  });

  test("of one that was left out can be asked for, and is then in its place", () => {
    const why = "Its patch is longer than 256 KiB; ask for this file alone.";
    const listed = file({ why });
    expect(rowsOf([listed]).map(shortly)).toEqual(["file", `left-out: ${why}`, "end"]);
    const own = file({ patch: patchOf(names, "@@ -1 +1 @@\n-a\n+b\n") });
    expect(rowsOf([listed], { alone: new Map([[listed, own]]) }).map(shortly)).toContain("|1|b");
    // Asked for by itself it is too long still: there is nothing more to ask.
    const still = file({ why: "Its patch is longer than 4 MiB." });
    expect(rowsOf([listed], { alone: new Map([[listed, still]]) }).map(shortly)[1]).toStartWith("word:");
    expect(rowsOf([file({ additions: null, deletions: null, why })]).map(shortly)[1]).toStartWith("word:");
  });
});

test("what could not be merged comes first, as each side changed it, and once", () => {
  const [theirs, ours, renamed] = [file(), file(), file({ path: "new.ts", from: "old.ts" })];
  const conflict = {
    files: [
      { path: "src/a.ts", other: theirs, own: ours },
      { path: "old.ts", other: null, own: renamed },
      { path: "new.ts", other: null, own: renamed },
    ],
  } as unknown as CommissionConflict;
  const diff = { files: [file({ path: "b.ts" }), file(), file({ path: "new.ts" })] } as CommissionDiff;
  const [other, own, work] = [new Set<string>(), new Set(["src/a.ts"]), new Set<string>()];
  const rows = sidedRows(
    { diff, conflict },
    { turned: { other, own, work }, alone: none.alone, viewed: none.viewed },
  );
  expect(
    rows.flatMap(({ side, row }) => (row.kind === "file" ? [[side, row.file.path, row.isOpen]] : [])),
  ).toEqual([
    ["other", "src/a.ts", true],
    ["own", "src/a.ts", false],
    ["own", "new.ts", true],
    ["work", "b.ts", true],
  ]);
});
