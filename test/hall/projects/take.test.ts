// Taking over what landed: the person's branch moves only where no checkout has it, once, and can be moved back.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { takePath } from "../../../src/contract/home/home-layout.ts";
import { changedSince, expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { commitOn, integration, numbered, sync, tipOf, fileAt, fsck } from "../../git/project.ts";
import {
  land,
  leaveMain,
  note,
  ofMain,
  openTaking,
  refusal,
  take,
  taken,
  type Taking,
  undo,
} from "./taking.ts";

afterEach(removeTempDirs);

describe("a branch that is checked out nowhere", () => {
  test("moves forward to what landed, after a plan that leaves nothing", async () => {
    const taking = await openTaking();
    leaveMain(taking);
    const one = await land(taking, 1, { "a.txt": "one\n" });
    const two = await land(taking, 2, { "b.txt": "two\n" });
    const before = fingerprint(taking.checkout);
    const main = tipOf(taking, "main");
    const plan = await taken(taking, { dryRun: true });
    expect(plan).toMatchObject({
      dryRun: true,
      kind: "fast-forward",
      branch: { name: "main", before: main, after: two.commit },
      integration: { name: integration, tip: two.commit },
      brings: [
        { commit: two.commit, subject: "Work 2" },
        { commit: one.commit, subject: "Work 1" },
      ],
      total: 2,
      checkedOut: null,
      command: null,
      moved: false,
    });
    expectUnchanged(taking.checkout, before);
    expect(taking.told()).toBe(0);
    expect(await taken(taking)).toEqual({ ...plan, dryRun: false, moved: true });
    expect(tipOf(taking, "main")).toBe(two.commit);
    expect(changedSince(taking.checkout, before)).toEqual(ofMain);
    expect(taking.told()).toBe(1);
    expect(await taken(taking)).toMatchObject({ kind: "nothing", moved: false, total: 0 });
  });

  test("gets a merge commit if both sides have commits, and is moved back by one undo", async () => {
    const taking = await openTaking();
    commitFiles(taking.checkout, { "mine.txt": "mine\n" });
    leaveMain(taking);
    await land(taking, 1, { "a.txt": "one\n" });
    const main = tipOf(taking, "main");
    const before = fingerprint(taking.checkout);
    const plan = await taken(taking, { dryRun: true });
    expectUnchanged(taking.checkout, before);
    const report = await taken(taking);
    expect(report).toMatchObject({ kind: "merge", moved: true, branch: { after: plan.branch.after } });
    expect(gitIn(taking.checkout, "log", "-1", "--format=%P|%s|%an|%cn", "main")).toBe(
      `${main} ${tipOf(taking, integration)}|Merge branch 'claude/main' into main|Guild Hall|Guild Hall`,
    );
    expect([fileAt(taking, "main", "mine.txt"), fileAt(taking, "main", "a.txt")]).toEqual(["mine", "one"]);
    expect(changedSince(taking.checkout, before)).toEqual(ofMain);
    expect(await undo(taking, true)).toMatchObject({ ok: true, value: { moved: false, command: null } });
    expect(await undo(taking)).toMatchObject({
      value: { moved: true, branch: { before: plan.branch.after, after: main } },
    });
    expect(tipOf(taking, "main")).toBe(main);
    expect(existsSync(takePath(taking.deps.home, taking.name))).toBe(false);
    expect(await undo(taking)).toMatchObject(refusal(/nothing to undo/));
    expect(fsck(taking)).toBe("");
  });

  test("gets one commission alone as a copy, which says so, and a later sync brings both together", async () => {
    const taking = await openTaking();
    commitFiles(taking.checkout, { "mine.txt": "mine\n" });
    leaveMain(taking);
    await land(taking, 1, { "a.txt": "one\n" });
    const two = await land(taking, 2, { "b.txt": "two\n" });
    const report = await taken(taking, { commission: two.id });
    expect(report).toMatchObject({ kind: "cherry-pick", moved: true, total: 1 });
    expect(report.notes.join()).toContain("cherry-pick");
    expect(fileAt(taking, "main", "a.txt")).toBe("a");
    expect(fileAt(taking, "main", "b.txt")).toBe("two");
    const body = gitIn(taking.checkout, "log", "-1", "--format=%an|%cn|%B", "main");
    expect(body).toBe(
      `implementer (Guild Hall)|Guild Hall|Work 2\n\nCommission: ${two.id}\nTrust: verified\n(cherry picked from commit ${two.commit})`,
    );
    expect(await taken(taking, { commission: two.id })).toMatchObject({ kind: "nothing" });
    expect(await sync(taking)).toMatchObject({ kind: "merge", moved: true });
    expect(fileAt(taking, integration, "b.txt")).toBe("two");
    expect(await taken(taking)).toMatchObject({ kind: "fast-forward", moved: true });
  });

  test("gets one commission whose commit comes next as it is", async () => {
    const taking = await openTaking();
    leaveMain(taking);
    const one = await land(taking, 1, { "a.txt": "one\n" });
    await land(taking, 2, { "b.txt": "two\n" });
    expect(await taken(taking, { commission: one.id })).toMatchObject({ kind: "fast-forward", total: 1 });
    expect(tipOf(taking, "main")).toBe(one.commit);
  });

  test("stays in a conflict, whose files are named", async () => {
    const taking = await openTaking();
    commitFiles(taking.checkout, { "a.txt": "mine\n" });
    leaveMain(taking);
    const one = await land(taking, 1, { "a.txt": "one\n" });
    const before = fingerprint(taking.checkout);
    for (const body of [{}, { commission: one.id }])
      expect(await taken(taking, body)).toMatchObject({
        kind: "conflict",
        conflicts: ["a.txt"],
        moved: false,
        command: null,
      });
    expectUnchanged(taking.checkout, before);
    expect(existsSync(takePath(taking.deps.home, taking.name))).toBe(false);
  });
});

describe("a plan that is out of date moves nothing", () => {
  test.each(["main", integration])("because %s has moved", async (moved) => {
    const taking = await openTaking();
    leaveMain(taking);
    await land(taking, 1, { "a.txt": "one\n" });
    const { branch, integration: into } = await taken(taking, { dryRun: true });
    const expected = { branch: branch.before, integration: into.tip };
    if (moved === integration) await land(taking, 2, { "b.txt": "two\n" });
    else gitIn(taking.checkout, "update-ref", "refs/heads/main", tipOf(taking, integration));
    const tip = tipOf(taking, "main");
    expect(await take(taking, { expected })).toMatchObject(refusal(/has moved since you saw the plan/));
    expect(tipOf(taking, "main")).toBe(tip);
  });

  test("and of two at once one counts, the other finds nothing more to do", async () => {
    const taking = await openTaking();
    leaveMain(taking);
    await land(taking, 1, { "a.txt": "one\n" });
    const { branch, integration: into } = await taken(taking, { dryRun: true });
    const expected = { branch: branch.before, integration: into.tip };
    const answers = await Promise.all([take(taking, { expected }), take(taking, { expected })]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe("a branch that a checkout has is the person's to move", () => {
  async function checkedOut() {
    const taking = await openTaking();
    await land(taking, 1, { "a.txt": "one\n" });
    return taking;
  }
  /** Runs the command of an answer as the CLI does. */
  const run = ({ checkout }: Taking, command: readonly string[] | null) =>
    gitIn(checkout, ...(command ?? ["nothing"]));

  test("forward, noted and moved back by the person's own git", async () => {
    const taking = await checkedOut();
    const before = fingerprint(taking.checkout);
    const report = await taken(taking);
    expect(report).toMatchObject({
      kind: "fast-forward",
      moved: false,
      checkedOut: taking.checkout,
      command: ["merge", "--ff-only", tipOf(taking, integration)],
    });
    expectUnchanged(taking.checkout, before);
    run(taking, report.command);
    const moved = { before: report.branch.before, after: tipOf(taking, "main") };
    const noted = await note(taking, moved);
    expect(noted).toMatchObject({ ok: true, value: { ...moved, branch: "main", kind: "fast-forward" } });
    expect(await note(taking, moved)).toEqual(noted);
    const undone = await undo(taking);
    expect(undone).toMatchObject({
      value: { moved: false, checkedOut: taking.checkout, command: ["reset", "--keep", moved.before] },
    });
    if (undone.ok) run(taking, undone.value.command);
    expect(tipOf(taking, "main")).toBe(moved.before);
    expect(await undo(taking)).toMatchObject(refusal(/nothing to undo/));
  });

  test("as a merge, whose commit only the person's git makes", async () => {
    const taking = await checkedOut();
    commitFiles(taking.checkout, { "mine.txt": "mine\n" });
    const report = await taken(taking);
    const { tip } = report.integration;
    const subject = `Merge branch '${integration}' into main`;
    const command = ["merge", "-m", subject, tip];
    expect(report).toMatchObject({ kind: "merge", command, branch: { after: null } });
    // A tag of the branch's name, and work that lands later, do not come.
    gitIn(taking.checkout, "tag", integration, commitOn(taking.checkout, tip, { "tagged.txt": "t\n" }));
    await land(taking, 2, { "later.txt": "later\n" });
    run(taking, report.command);
    expect(gitIn(taking.checkout, "log", "-1", "--format=%P|%s", "main")).toBe(
      `${report.branch.before} ${tip}|${subject}`,
    );
    const moved = { before: report.branch.before, after: tipOf(taking, "main") };
    expect(await note(taking, moved)).toMatchObject({ value: { kind: "merge" } });
  });

  test("as a copy of one commission's commit", async () => {
    const taking = await checkedOut();
    const two = await land(taking, 2, { "b.txt": "two\n" });
    const report = await taken(taking, { commission: two.id });
    expect(report).toMatchObject({ kind: "cherry-pick", command: ["cherry-pick", "-x", two.commit] });
    run(taking, report.command);
    const moved = { before: report.branch.before, after: tipOf(taking, "main") };
    expect(await note(taking, moved)).toMatchObject({ value: { kind: "cherry-pick" } });
  });

  test("in a linked worktree, where the command belongs", async () => {
    const taking = await checkedOut();
    leaveMain(taking);
    const linked = `${tempDir()}/linked`;
    gitIn(taking.checkout, "worktree", "add", "-q", linked, "main");
    expect(await taken(taking)).toMatchObject({ moved: false, checkedOut: linked });
    gitIn(taking.checkout, "worktree", "lock", linked);
    Bun.spawnSync(["rm", "-r", linked]);
    expect(await take(taking)).toMatchObject(refusal(/git worktree prune/, "bad_project"));
  });

  test("and not while a rebase or a bisect holds it", async () => {
    const taking = await checkedOut();
    const { checkout } = taking;
    commitFiles(checkout, { "c.txt": "1\n" });
    commitFiles(checkout, { "c.txt": "2\n" });
    gitIn(checkout, "branch", "base", "HEAD~1");
    gitIn(checkout, "checkout", "-q", "-b", "onto", "HEAD~1");
    commitFiles(checkout, { "c.txt": "other\n" });
    gitIn(checkout, "checkout", "-q", "main");
    expect(() => gitIn(checkout, "rebase", "onto")).toThrow();
    expect(gitIn(checkout, "rev-parse", "--abbrev-ref", "HEAD")).toBe("HEAD");
    expect(await take(taking)).toMatchObject(refusal(/A rebase in .* holds "main"/, "bad_project"));
    gitIn(checkout, "rebase", "--abort");
    gitIn(checkout, "bisect", "start", "main", "main~2");
    expect(await take(taking)).toMatchObject(refusal(/A bisect in .* holds "main"/, "bad_project"));
    gitIn(checkout, "bisect", "reset");
    expect(await taken(taking)).toMatchObject({ checkedOut: checkout });
  });

  test.each(["more commits", "another branch", "not at it", "backwards"])(
    "and what it did is not noted if it is %s",
    async (what) => {
      const taking = await checkedOut();
      const before = tipOf(taking, "main");
      gitIn(taking.checkout, "merge", "-q", "--ff-only", integration);
      let after = tipOf(taking, "main");
      if (what === "more commits") after = commitFiles(taking.checkout, { "mine.txt": "mine\n" });
      if (what === "not at it") commitFiles(taking.checkout, { "mine.txt": "mine\n" });
      if (what === "another branch") leaveMain(taking);
      if (what === "another branch") after = commitFiles(taking.checkout, { "mine.txt": "mine\n" });
      const moved = what === "backwards" ? { before: after, after: before } : { before, after };
      expect(await note(taking, moved)).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
      expect(existsSync(takePath(taking.deps.home, taking.name))).toBe(false);
    },
  );
});

describe("refused with a sentence", () => {
  test("a remote-tracking branch, and a branch that the hall itself moves", async () => {
    const taking = await openTaking();
    gitIn(taking.checkout, "update-ref", "refs/remotes/origin/main", "main");
    const set = (branch: string) =>
      (taking.deps as never as { set(projects: object): void }).set({
        acme: { path: taking.checkout, branch },
      });
    set("origin/main");
    expect(await take(taking)).toMatchObject(refusal(/is a remote-tracking branch/, "bad_project"));
    set(integration);
    expect(await take(taking)).toMatchObject(refusal(/the hall itself moves/, "bad_project"));
    set("gone");
    expect(await take(taking)).toMatchObject(refusal(/is not there any more/, "bad_project"));
  });

  test("an unknown commission, another project's, and one that is not merged", async () => {
    const taking = await openTaking();
    const one = await land(taking, 1, { "a.txt": "one\n" });
    expect(await take(taking, { commission: numbered(9) })).toMatchObject(
      refusal(/no commission/, "not_found"),
    );
    const known = taking.commissions.get(one.id);
    if (!known) throw new Error("not landed");
    const { record } = known;
    taking.commissions.set(one.id, { ...known, record: { ...record, applied: null } });
    expect(await take(taking, { commission: one.id })).toMatchObject(refusal(/not merged/));
    taking.commissions.set(one.id, {
      ...known,
      record: { ...record, tree: record.tree && { ...record.tree, project: "other" as never } },
    });
    expect(await take(taking, { commission: one.id })).toMatchObject(refusal(/did not work on project/));
  });

  test("an unknown project", async () => {
    const taking = await openTaking();
    expect(await take({ ...taking, name: "other" as never })).toMatchObject(
      refusal(/no project "other"/, "not_found"),
    );
  });
});
