// Finished work on a real repository as the project wants it: where it stays, where its record is, how its commits look.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { documentPath } from "../../../src/rules/project/commission-document.ts";
import { integration } from "../../git/project.ts";
import { closeConductors, settled, stopConductor } from "../../harness/conductor.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { asItWas, outcomeOf, seen, setUp, type Death, type Settings, type Stage } from "./git-finish.ts";

afterEach(closeConductors);

describe("work that waits for a person, or stays on its branch", () => {
  test.each<[NonNullable<Settings["land"]>, NonNullable<Settings["record"]>]>([
    ["review", "hall"],
    ["review", "commit"],
    ["branch", "notes"],
  ])(
    "is committed as the tree that was checked (%s, record: %s)",
    async (land, record) => {
      for (const how of ["before", "after"] as const) {
        const stage = await setUp({ around: "commit", how }, { land, record });
        const { id, checkout, deps } = stage;
        await stage.work();
        await settled(async () => stage.errors.length > 0 || (await stage.isOver()));
        await stopConductor();
        stage.open().recover();
        await settled(stage.isOver);
        const commission = await stage.ledger.find(id);
        expect(commission?.record).toMatchObject({ land, recordMode: record });
        expect(await outcomeOf(stage)).toMatchObject({
          state: "kept",
          branch: commissionBranch(id),
          commit: null,
        });
        expect(seen(stage)).toEqual({ ...asItWas, commits: 0, work: "work" });
        expect(gitIn(checkout, "rev-parse", integration)).toBe(gitIn(checkout, "rev-parse", "main"));
        const checked = commission?.record.proof?.tree;
        expect(gitIn(checkout, "rev-parse", `${commissionBranch(id)}^{tree}`)).toBe(checked ?? "");
        const paths = gitIn(checkout, "ls-tree", "-r", "--name-only", commissionBranch(id)).split("\n");
        expect(paths.includes(documentPath(id))).toBe(record === "commit");
        expect(readFileSync(commissionLayout(deps.home, id).record, "utf8")).toContain("## Checked");
        await closeConductors();
      }
    },
    60_000,
  );

  test("is kept with what remained of it if the checks refuted it", async () => {
    const stage = await setUp(null, { land: "review" });
    await stage.work({ exitCode: 1 });
    await settled(stage.isOver);
    expect(await outcomeOf(stage)).toMatchObject({ state: "kept", commit: null });
    const { id, checkout } = stage;
    expect(() => gitIn(checkout, "show", `${commissionBranch(id)}:${documentPath(id)}`)).toThrow();
  });
});

describe("the record as a git note", () => {
  const noteOn = ({ checkout }: Stage, commit: string) =>
    gitIn(checkout, "notes", "--ref=guild-hall", "show", commit);

  test.each<[string, Death | null]>([
    ["without a fault", null],
    ["killed before its note", { around: "note", how: "before" }],
    ["killed after its note", { around: "note", how: "after" }],
    ["killed after its merge", { around: "merge", how: "after" }],
  ])("is on the merge, once: %s", async (_what, death) => {
    const stage = await setUp(death, { record: "notes" });
    const { id, checkout } = stage;
    await stage.work();
    await settled(async () => stage.errors.length > 0 || (await stage.isOver()));
    await stopConductor();
    stage.open().recover();
    await settled(stage.isOver);
    const outcome = await outcomeOf(stage);
    expect(outcome).toMatchObject({ state: "merged" });
    expect(noteOn(stage, outcome?.commit ?? "")).toContain(`commission: ${id}`);
    expect(gitIn(checkout, "notes", "--ref=guild-hall", "list").split("\n")).toHaveLength(1);
    expect(gitIn(checkout, "ls-tree", "-r", "--name-only", integration)).not.toContain(".lore");
    expect(seen(stage)).toEqual({ ...asItWas, commits: 1, work: "work" });
    gitIn(checkout, "fsck", "--strict");
  });

  test("is on the branch of work that is kept, and a note that cannot be written holds nothing back", async () => {
    const stage = await setUp(null, { record: "notes" });
    await stage.work({ exitCode: 1 });
    await settled(stage.isOver);
    expect(noteOn(stage, (await outcomeOf(stage))?.tip ?? "")).toContain("Refuted: the checks did not pass.");
    await closeConductors();

    const other = await setUp(null, { record: "notes" });
    mkdirSync(`${other.repository}/refs/notes/guild-hall/in-the-way`, { recursive: true });
    writeFileSync(`${other.repository}/refs/notes/guild-hall/in-the-way/x`, "x");
    await other.work();
    await settled(other.isOver);
    expect((await other.ledger.find(other.id))?.record.applied).toMatchObject({
      tree: { state: "merged" },
      problems: [expect.stringContaining("could not be written as a git note")],
    });
  });
});

test("commits are the project's own author's, and a retry makes the same commit", async () => {
  for (const around of ["commit", "prepareMerge", "merge"] as const) {
    const commit = {
      author: '"Ada E." <ada@example.org>',
      committer: "Bob <bob@example.org>",
      message: "{type}: {title}\n\n{summary}",
      signOff: true,
    };
    const stage = await setUp({ around, how: "after" }, { commit });
    const { id, checkout } = stage;
    await stage.work();
    await settled(async () => stage.errors.length > 0 || (await stage.isOver()));
    await stopConductor();
    stage.open().recover();
    await settled(stage.isOver);
    expect(seen(stage)).toEqual({ ...asItWas, commits: 1, work: "work" });
    expect(gitIn(checkout, "log", "-1", "--format=%an|%ae|%cn|%ce", integration)).toBe(
      "Ada E|ada@example.org|Bob|bob@example.org",
    );
    const message = gitIn(checkout, "log", "-1", "--format=%B", integration);
    expect(message).toStartWith("feat: ");
    expect(message).toContain(`\nCommission: ${id}\n`);
    expect(message).toEndWith("\nSigned-off-by: Ada E <ada@example.org>");
    const branches = gitIn(checkout, "for-each-ref", "--format=%(refname)", "refs/heads");
    expect(branches).not.toContain("-found-");
    await closeConductors();
  }
}, 60_000);
