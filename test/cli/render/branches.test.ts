// What a person is told of a commission's branch and of the checks of its work, from ledgers as a hall leaves them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { openCli } from "../../../src/cli/open-cli.ts";
import { readCommission } from "../../../src/cli/read/read-commission.ts";
import { commissionTable } from "../../../src/cli/render/commission/commission-table.ts";
import { detailLines } from "../../../src/cli/render/commission/detail.ts";
import { endingLines } from "../../../src/cli/render/commission/ending.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";
import { createTimeline, timelineEntry } from "../../../src/cli/render/commission/timeline.ts";
import type { Trust } from "../../../src/contract/commission/commission.ts";
import type { CommissionOutcome, EventBody } from "../../../src/contract/commission/events.ts";
import { commissionLayout, homeLayout, workLayout } from "../../../src/contract/home/home-layout.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import type { TreeOutcome } from "../../../src/contract/project/tree.ts";
import { checkRan, keptAt, someChecks, someTree, withChecks } from "../../harness/ledger/checked.ts";
import { TestHome } from "../../harness/hall.ts";
import { factOf, inProgress, someRequest, stamp } from "../../harness/ledger/histories.ts";
import { detail, event, startedAt } from "./samples.ts";
import { fakeConsole, hostile, runHere, steers } from "../support.ts";

const home = new TestHome();
const hall = (...args: string[]) => runHere(args, { home: home.root, directory: home.root });
const refuted = commissionId.parse("0197f3a2-7c1b-7abc-8def-00000000000a");
const conflict = commissionId.parse("0197f3a2-7c1b-7abc-8def-00000000000b");
const unchanged = commissionId.parse("0197f3a2-7c1b-7abc-8def-00000000000d");
const left = commissionId.parse("0197f3a2-7c1b-7abc-8def-00000000000c");
const oid = "0123456789abcdef".repeat(3).slice(0, 40);
const kept = keptAt(oid);
/** When facts of histories are taken. */
const ranAt = "2026-11-15T09:01:00.000Z";

function ended(id: CommissionId, trust: Trust, tree: TreeOutcome): EventBody[] {
  const how = { endedBy: "normal", anomaly: null, source: "final_text", trust } as const;
  const outcome: CommissionOutcome = { status: "completed", ...how };
  const facts = [
    { type: "work.finished" as const, end: { how: "normal" as const, finalText: "Done." }, snapshot: oid },
    ...someChecks.map((check) => checkRan(check, trust === "refuted" ? 3 : 0)),
    { type: "session.ended" as const, end: { how: "normal" as const, finalText: "Done." } },
  ];
  return [
    { type: "commission.created", request: { ...someRequest, id } },
    ...withChecks(inProgress.slice(1)),
    ...facts.map((fact, i) => factOf(i + 3, fact)),
    { type: "finish.planned", plan: { outcome, copy: [], tree: trust === "refuted" ? "keep" : "merge" } },
    { type: "finish.applied", artifacts: [], problems: [], tree },
    { type: "commission.completed", ...how },
  ];
}

function store(id: CommissionId, history: EventBody[]): void {
  const layout = commissionLayout(homeLayout(home.root), id);
  mkdirSync(layout.directory, { recursive: true });
  writeFileSync(
    layout.events,
    stamp(history)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
  );
}

beforeAll(async () => {
  store(refuted, ended(refuted, "refuted", kept));
  store(conflict, ended(conflict, "verified", { ...kept, state: "conflict", conflicts: ["src/a.ts"] }));
  store(left, ended(left, "verified", { ...kept, state: "merged", commit: oid, keptWorktree: true }));
  store(unchanged, ended(unchanged, "claimed", { ...kept, state: "unchanged", tip: null, branch: null }));
  await home.open();
}, 30_000);

afterAll(() => home.dispose());

describe.each([["watch"], ["result"]])("%s", (command) => {
  test.each([
    ["refuted", refuted, 4, "refuted"],
    ["in conflict", conflict, 4, "conflict"],
    ["unchanged", unchanged, 0, "changed nothing"],
    ["merged", left, 0, ""],
  ] as const)("of work that is %s tells it and exits as it stands", async (_what, id, code, word) => {
    const seen = await hall(command, id);
    expect(seen.code).toBe(code);
    expect(seen.out + seen.err).toContain(word);
    expect(await hall(command, id, "--json")).toMatchObject({ code });
  });
});

test("watch tells of work that could not be merged neither that it is verified nor that it is done", async () => {
  const { out } = await hall("watch", conflict);
  expect(out).not.toContain("verified");
  expect(out).toMatch(/^completed, conflict {2}/m);
});

test("show has the evidence: each command, how it ended and what it printed", async () => {
  const { code, out } = await hall("show", refuted);
  expect(code).toBe(0);
  expect(out).toContain(`make test: failed, exit code 3 (0:00, ${ranAt}, tree ${oid.slice(0, 12)})`);
  for (const text of [/status +completed \(refuted\)/, /make test: failed, exit code 3/, /^ {4}said$/m])
    expect(out).toMatch(text);
  expect(out).toMatch(new RegExp(`branch +not merged: kept as ${someTree.branch} at ${oid.slice(0, 12)}`));
  const shown: unknown = JSON.parse((await hall("show", refuted, "--json")).out);
  expect(shown).toMatchObject({
    trust: "refuted",
    branch: { state: "kept", commit: oid },
    tree: { worktree: null, outcome: kept },
    checks: [
      { command: "make test", exitCode: 3, output: "said", from: "project", tree: oid, at: ranAt },
      { from: "commission", tree: oid },
    ],
  });
});

test("a conflict names the files, in show and in the list", async () => {
  const { out } = await hall("show", conflict);
  expect(out).toMatch(/branch +in conflict with claude\/main: not merged, and kept as /);
  expect(out).toMatch(/\nConflicts\n {2}src\/a\.ts\n/);
  expect(out).toMatch(/status +completed \(conflict\)/);
  expect((await hall("list")).out).toMatch(
    /completed, changed nothing .*\n.*completed, verified .*\n.*completed, conflict .*\n.*completed, refuted /,
  );
});

test("the list is narrowed to what can be trusted, and what cannot", async () => {
  const idsOf = async (trust: string) => {
    const { out } = await hall("list", "--trust", trust, "--json");
    return (JSON.parse(out) as { commissions: { id: string }[] }).commissions.map(({ id }) => id);
  };
  expect(await idsOf("verified")).toEqual([left]);
  expect(await idsOf("conflict")).toEqual([conflict]);
  expect(await idsOf("unchanged")).toEqual([unchanged]);
  expect(await idsOf("refuted")).toEqual([refuted]);
  expect((await hall("list", "--trust", "claimed")).out).toBe("No commissions match.\n");
  expect(await hall("list", "--trust", "proven")).toMatchObject({
    code: 2,
    err: expect.stringContaining("claimed, verified, refuted, conflict, unchanged"),
  });
});

test("a worktree that was kept is shown as long as it is there, and the branch with it", async () => {
  const { work } = workLayout(homeLayout(home.root), left, someTree);
  mkdirSync(work, { recursive: true });
  const there = (await hall("show", left)).out;
  expect(there).toContain(`worktree   ${work}`);
  expect(there).toMatch(/ is kept$/m);
  rmdirSync(work);
  expect((await hall("show", left)).out).not.toMatch(/worktree| is kept/);
});

const style = { paint: createPaint(false), width: 100, now: startedAt };
const { branch: name, into } = someTree;

test.each([
  ["open", null, `${name}, to be merged into claude/main`],
  ["merged", oid, "merged into claude/main as 0123456789ab"],
  ["kept", null, `not merged: kept as ${name}`],
  ["unchanged", null, "nothing was changed"],
] as const)("a branch that is %s", (state, commit, text) => {
  const lines = endingLines(detail({ status: "completed", branch: { name, into, state, commit } }), style);
  expect(lines).toContain(`branch: ${text}`);
});

test("the end of refuted work shows what failed, and of verified work nothing of its checks", () => {
  const run = {
    command: "make test",
    timedOut: false,
    output: "",
    cut: false,
    ms: 1,
    from: "project",
    at: null,
    tree: null,
  } as const;
  const lines = (exitCode: number) =>
    endingLines(detail({ status: "completed", checks: [{ ...run, exitCode }] }), style).join("\n");
  expect(lines(2)).toContain("make test: failed, exit code 2");
  expect(lines(0)).not.toContain("make test");
});

test("the end of work whose check printed much shows the first failure, and only little of the end", () => {
  const noise = "tidying up\n".repeat(400);
  const run = { command: "npm test", exitCode: 1, timedOut: false, cut: true, ms: 1, at: null, tree: null };
  const told = (output: string) =>
    endingLines(detail({ status: "completed", checks: [{ ...run, output, from: "project" }] }), style);
  const lines = told(`ok 1\n\u001b[31mnot ok 2 - adds\u001b[0m\n  error: '2 == 3'\nok 3\n${noise}the end\n`);
  const at = lines.indexOf("    first failure, at line 2:");
  expect(lines.slice(at, at + 4)).toEqual([
    "    first failure, at line 2:",
    "    not ok 2 - adds",
    "    error: '2 == 3'",
    "    [...]",
  ]);
  expect(lines).toContain("    the end");
  expect(lines.filter((line) => line.includes("tidying up"))).toHaveLength(5);
  const without = told(`${noise}the end\n`); // nothing looks like a failure: then the end, as far as it fits
  expect(without.filter((line) => line.includes("tidying up"))).toHaveLength(19);
});

test("the timeline tells a merge, a conflict and a refutation", () => {
  const applied = (tree: TreeOutcome) =>
    event(1, { type: "finish.applied", artifacts: [], problems: [], tree });
  const tell = (told: Parameters<typeof timelineEntry>[0]) => timelineEntry(told)?.word;
  expect(tell(applied({ ...kept, state: "merged", commit: oid }))).toBe("merged");
  expect(tell(applied({ ...kept, state: "conflict", conflicts: ["a"] }))).toBe("conflict");
  const how = { endedBy: "normal", anomaly: null, source: "final_text", trust: "refuted" } as const;
  expect(tell(event(1, { type: "commission.completed", ...how }))).toBe("refuted");
});

test("the timeline does not end work that could not be merged, or that is not there, as verified", () => {
  const how = { endedBy: "normal", anomaly: null, source: "final_text", trust: "verified" } as const;
  const told = (state: TreeOutcome["state"]) => {
    const tell = createTimeline();
    const limits = { maxTurns: 1, maxBudgetUsd: 1 };
    const tree = someTree;
    tell(event(1, { type: "commission.dispatched", sandbox: "process", limits, tree, checks: [] }));
    tell(event(2, { type: "finish.applied", artifacts: [], problems: [], tree: { ...kept, state } }));
    return tell(event(3, { type: "commission.completed", ...how }));
  };
  expect(told("merged")).toMatchObject({ text: "verified: its checks passed", brush: "green" });
  expect(told("conflict")).toMatchObject({ text: "in conflict: not merged", brush: "red" });
  expect(told("unchanged")).toMatchObject({ text: "it changed nothing", brush: "dim" });
});

test("the timeline tells of a check that was stopped at its time limit as failed, however it ended", () => {
  const run = { command: "make", exitCode: 0, timedOut: true, output: "", cut: false, ms: 1 };
  const at = "2026-11-16T09:00:00.000Z";
  const told = timelineEntry(
    event(1, { type: "check.ran", bench: 1, benchSeq: 1, at, from: "project", run }),
  );
  expect(told).toMatchObject({ text: "make: its time was up" });
});

test("nothing of it steers the terminal", () => {
  const run = { command: hostile, exitCode: 1, timedOut: false, output: hostile, cut: true, ms: 1 };
  const told = detail({
    status: "completed",
    trust: "refuted",
    branch: { name: hostile, into: hostile, state: "conflict", commit: null },
    tree: { ...someTree, worktree: hostile, outcome: { ...kept, conflicts: [hostile], trashed: hostile } },
    setup: run,
    checks: [{ ...run, from: "project", at: hostile, tree: hostile }],
  });
  const lines = [
    ...detailLines({ detail: told, result: undefined }, style),
    ...endingLines(told, style),
    ...commissionTable([told], style),
  ];
  expect(lines.join("\n")).not.toMatch(steers);
});

test("--check and --keep-worktree reach the request, and an empty check is refused by its option", async () => {
  const cli = openCli(fakeConsole(["commission"]));
  const options = { check: ["make a", "make b"], "keep-worktree": true };
  expect(await readCommission(cli, { parameters: ["researcher", "Look"], options })).toMatchObject({
    checks: [{ command: "make a" }, { command: "make b" }],
    keepWorktree: true,
  });
  const wrong = await hall("commission", "researcher", "Look", "--check", " ");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.err).toContain("--check:");
});
