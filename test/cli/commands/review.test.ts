// A person reviews work from the command line: what it changed and the files it left, by a real hall and repository.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffTotals, patchLines, statLines } from "../../../src/cli/render/commission/diff.ts";
import { artifactTable } from "../../../src/cli/render/commission/artifacts.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";
import {
  commissionConflict,
  commissionDiff,
  type CommissionDiff,
} from "../../../src/contract/commission/diff.ts";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { commissionId, type CommissionId } from "../../../src/contract/home/ids.ts";
import { commissionBranch, type TreeOutcome } from "../../../src/contract/project/tree.ts";
import { keptAt, someTree } from "../../harness/ledger/checked.ts";
import { TestHome } from "../../harness/hall.ts";
import { inProgress, someRequest, stamp } from "../../harness/ledger/histories.ts";
import { commitFiles, gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { hostile, runHere, steers, withoutOwnSequences } from "../support.ts";

const home = new TestHome();
const hall = (...args: string[]) => runHere(args, { home: home.root, directory: home.root });
const id = commissionId.parse("0197f3a2-7c1b-7abc-8def-00000000000a");
const plain = commissionId.parse("0197f3a2-7c1b-7abc-8def-00000000000b");
const long = Array.from({ length: 9000 }, (_, at) => `line ${at} of a file that is long\n`).join("");
const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
const checkout = mkdtempSync(join(tmpdir(), "guild-hall-test-")); // for all tests: a tempDir() goes after each

const torn = commissionId.parse("0197f3a2-7c1b-7abc-8def-00000000000c");

/** With the commits of its work, and of somebody else's who came first. */
function makeCommits(): { base: string; tip: string } {
  gitIn(checkout, "init", "-q", "-b", "main");
  const base = commitFiles(checkout, { "a.txt": "one\ntwo\n", "old.txt": "the same\n".repeat(9) });
  gitIn(checkout, "mv", "old.txt", "new.txt");
  const tip = commitFiles(checkout, {
    "a.txt": `one\n2 ${hostile}\n`,
    "long.txt": long,
    "\u202egnp.exe": "x\n",
  });
  gitIn(checkout, "checkout", "-q", "-b", someTree.into, base);
  commitFiles(checkout, { "a.txt": "one\nzwei\n" });
  gitIn(checkout, "checkout", "-q", "main");
  return { base, tip };
}

function history(id: CommissionId, base: string, outcome: TreeOutcome): EventBody[] {
  const tree = { ...someTree, repository: `${checkout}/.git`, base, branch: commissionBranch(id) };
  const how = { endedBy: "normal", anomaly: null, source: "final_text", trust: "claimed" } as const;
  return [
    { type: "commission.created", request: { ...someRequest, id, project: tree.project } },
    ...inProgress.slice(1).map((body) => (body.type === "commission.dispatched" ? { ...body, tree } : body)),
    { type: "finish.planned", plan: { outcome: { status: "completed", ...how }, copy: [], tree: "keep" } },
    { type: "finish.applied", artifacts: [], problems: [], tree: outcome },
    { type: "commission.completed", ...how },
  ];
}

function store(name: typeof id, bodies: readonly EventBody[]): void {
  const { directory, events } = commissionLayout(homeLayout(home.root), name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    events,
    stamp(bodies)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
  );
}

beforeAll(async () => {
  const { base, tip } = makeCommits();
  store(id, history(id, base, keptAt(tip)));
  store(torn, history(torn, base, { ...keptAt(tip), state: "conflict", conflicts: ["a.txt"] }));
  store(plain, [
    { type: "commission.created", request: { ...someRequest, id: plain } },
    { type: "commission.cancelled", endedBy: "cancel", reason: "enough" },
  ]);
  const { artifacts } = commissionLayout(homeLayout(home.root), id);
  writeFiles(artifacts, { "report.md": `# Done\n${hostile}\n`, "data/long.txt": long });
  writeFileSync(`${artifacts}/chart.png`, png);
  await home.open();
}, 30_000);

afterAll(async () => {
  await home.dispose();
  rmSync(checkout, { recursive: true });
});

test("in a terminal diff prints the patch alone, safe for it, and says the rest on the other stream", async () => {
  const terminal = { window: { columns: 80, rows: 24 }, env: { NO_COLOR: "1" } };
  const { code, out, err } = await runHere(["diff", id], { home: home.root, ...terminal });
  expect(code).toBe(0);
  expect(out).toStartWith("diff --git a/a.txt b/a.txt\n");
  expect(out).toContain("\n-two\n+2 \\x1b]52;");
  expect(out).toContain("rename from old.txt\nrename to new.txt\n");
  expect(out).not.toMatch(steers);
  expect(err).toContain("long.txt: Its patch is longer than 256 KiB; ask for this file alone.");
  expect(err).toContain("4 files changed: 9002 lines added, 1 deleted, for claude/main, against ");
});

test("one file is shown alone, however long its patch is, and one that was not changed is refused", async () => {
  const { out } = await hall("diff", id, "long.txt");
  expect(out.split("\n").filter((line) => line.startsWith("+line"))).toHaveLength(9000);
  expect(await hall("diff", id, "none.txt")).toMatchObject({
    code: 1,
    err: expect.stringContaining('It did not change "none.txt".'),
  });
});

test("diff --stat names the files, and --json is the contract's", async () => {
  const { out } = await hall("diff", id, "--stat");
  expect(out).toMatch(/^changed +\+1 +-1 +a\.txt$/m);
  expect(out).toMatch(/^renamed +\+0 +-0 +old\.txt -> new\.txt$/m);
  expect(out).toContain("\\u202egnp.exe");
  const told = commissionDiff.parse(JSON.parse((await hall("diff", id, "--json")).out));
  expect(told.files.map(({ path }) => path)).toEqual(["a.txt", "long.txt", "new.txt", "\u202egnp.exe"]);
});

test("diff --conflict shows both sides of what could not be merged, and how to go on", async () => {
  const { code, out, err } = await hall("diff", torn, "--conflict");
  expect(code).toBe(0);
  const [theirs = "", ours = ""] = out.split("# a.txt, as changed by the commission:\n");
  expect(theirs).toStartWith("# a.txt, as changed by claude/main:\ndiff --git a/a.txt b/a.txt\n");
  expect(theirs).toEndWith("\n-two\n+zwei\n");
  expect(ours).toContain("\n-two\n+2 \\x1b]52;");
  expect(out).not.toMatch(steers);
  expect(err).toContain("1 file could not be merged into claude/main");
  expect(err).toContain(
    `To have a worker bring it over to claude/main as it is now: guild-hall redispatch ${torn}\n`,
  );
  const stat = await hall("diff", torn, "a.txt", "--conflict", "--stat");
  expect(stat.out).toBe("a.txt: +1 -1 by claude/main, +1 -1 by the commission\n");
  const told = JSON.parse((await hall("diff", torn, "--conflict", "--json")).out);
  expect(commissionConflict.parse(told)).toMatchObject({ total: 1, files: [{ path: "a.txt" }] });
  for (const [args, why] of [
    [[id, "--conflict"], "Its work is not in conflict."],
    [[torn, "new.txt", "--conflict"], '"new.txt" is not in conflict with claude/main.'],
  ] as const)
    expect(await hall("diff", ...args)).toMatchObject({ code: 1, err: expect.stringContaining(why) });
});

test("of a commission without a branch it is said why there is nothing", async () => {
  expect(await hall("diff", plain)).toMatchObject({
    code: 1,
    err: expect.stringContaining("It works in a directory of its own, and changes no repository."),
  });
});

test("the person's repository is not changed by looking at it", async () => {
  const before = gitIn(checkout, "for-each-ref") + gitIn(checkout, "count-objects", "-v");
  await hall("diff", id);
  expect(gitIn(checkout, "for-each-ref") + gitIn(checkout, "count-objects", "-v")).toBe(before);
});

test("artifacts are listed, printed safely, and kept byte for byte in a new file", async () => {
  const { out } = await hall("artifacts", id);
  expect(out).toMatch(/^image +16 B +chart\.png$/m);
  expect(out).toMatch(/^markdown .+ report\.md$/m);
  const printed = await hall("artifacts", id, "report.md");
  expect(printed.out).toStartWith("# Done\n\\x1b]52;");
  expect((await hall("artifacts", id, "data/long.txt")).out).toBe(long);
  expect(await hall("artifacts", id, "chart.png")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--out FILE"),
  });
  expect(await hall("artifacts", id, "chart.png", "--out", "kept.png")).toMatchObject({ code: 0 });
  expect(readFileSync(`${home.root}/kept.png`)).toEqual(png);
  expect(await hall("artifacts", id, "report.md", "--out", "kept.png")).toMatchObject({
    code: 2,
    err: expect.stringContaining("the file exists already"),
  });
  expect(readFileSync(`${home.root}/kept.png`)).toEqual(png);
});

test("an artifact that is not there is refused, and leaves no empty file behind", async () => {
  const asked = await hall("artifacts", id, "../meta.json", "--out", "stolen.json");
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining("may not go up") });
  expect(() => readFileSync(`${home.root}/stolen.json`)).toThrow();
  expect(await hall("artifacts", id, "--out", "x")).toMatchObject({ code: 2 });
  expect((await hall("artifacts", plain)).out).toBe("The commission left no files.\n");
});

const sample = (patch: string, path = "x"): CommissionDiff => ({
  id,
  branch: commissionBranch(id),
  into: "claude/main",
  base: "a".repeat(40),
  earlier: false,
  tip: null,
  files: [{ path, from: path, change: "renamed", additions: 1, deletions: 1, patch, why: null }],
  total: 1,
  additions: 1,
  deletions: 1,
});

test("the sentence about a diff says whether the work of the attempt before is in it", () => {
  const alone =
    "1 file changed: 1 line added, 1 deleted, for claude/main, against aaaaaaaaaaaa, as it is now";
  expect(diffTotals(sample(""))).toBe(`${alone}.`);
  expect(diffTotals({ ...sample(""), earlier: true })).toBe(`${alone}, with the work of the attempt before.`);
});

test("colours follow the marks, and a deleted line that looks like a head is no head", () => {
  const paint = createPaint(true);
  const patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n same\n--- a/y\n+++ b/y\n";
  expect(patchLines(sample(patch), paint)).toEqual([
    ...["diff --git a/x b/x", "--- a/x", "+++ b/x"].map(paint.bold),
    paint.cyan("@@ -1,2 +1 @@"),
    " same",
    paint.red("--- a/y"),
    paint.green("+++ b/y"),
  ]);
});

test("nothing that a worker wrote steers the terminal", () => {
  const style = { paint: createPaint(true), width: 80 };
  const diff = sample(`diff --git a/x b/x\n@@ -1 +1 @@\n+${hostile}\n`, hostile);
  const list = { id, artifacts: [{ path: hostile, bytes: 1, kind: "text" as const }], total: 1, left: [] };
  const lines = [...patchLines(diff, style.paint), ...statLines(diff, style), ...artifactTable(list, style)];
  expect(withoutOwnSequences(lines.join("\n"))).not.toMatch(steers);
});
