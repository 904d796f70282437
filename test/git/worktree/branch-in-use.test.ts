// A commission's branch stays as long as a person uses it, also when its work is merged.
import { expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { gitIn } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { openTestProject } from "../project.ts";
import { close, commit, startWork, write } from "../worktree.ts";

/** Work whose commit is merged as it is, by a commit that has all of it. */
async function merged() {
  const work = await startWork(await openTestProject());
  write(work, { "a.txt": "by the worker\n" });
  const { tip } = await commit(work);
  const { checkout } = work.project;
  const commitId = gitIn(checkout, "commit-tree", `${tip}^{tree}`, "-p", work.tree.base, "-m", "merged");
  return { work, tip, commitId };
}

test.each([
  ["in the person's checkout", () => null],
  ["in a worktree of the person's", tempDir],
])("a branch stays where it is checked out %s, and goes after they have left it", async (_where, beside) => {
  const { work, tip, commitId } = await merged();
  const { branch } = work.tree;
  await close(work, { tip });
  const { checkout } = work.project;
  const directory = beside();
  const at = directory === null ? checkout : `${directory}/tried`;
  if (directory === null) gitIn(checkout, "switch", "-q", branch);
  else gitIn(checkout, "worktree", "add", "-q", at, branch);
  expect(await close(work, { tip, merged: commitId })).toEqual({
    branch,
    trashed: null,
    notes: [`The branch ${branch} is kept, because it is in use in ${realpathSync(at)}.`],
  });
  expect(gitIn(at, "rev-parse", "HEAD")).toBe(tip ?? "");
  expect(gitIn(at, "status", "--porcelain")).toBe("");
  gitIn(at, "switch", "-q", "--detach");
  expect((await close(work, { tip, merged: commitId })).branch).toBe(null);
  expect(gitIn(checkout, "branch", "--list", branch)).toBe("");
});

test("a branch stays while a rebase of it is under way", async () => {
  const { work, tip, commitId } = await merged();
  const { checkout } = work.project;
  await close(work, { tip });
  gitIn(checkout, "switch", "-q", work.tree.branch);
  gitIn(checkout, "-c", "sequence.editor=sed -i 1ibreak", "rebase", "-q", "-i", "HEAD~1");
  expect(gitIn(checkout, "rev-parse", "--abbrev-ref", "HEAD")).toBe("HEAD");
  expect((await close(work, { tip, merged: commitId })).branch).toBe(work.tree.branch);
  gitIn(checkout, "rebase", "--abort");
  expect(gitIn(checkout, "rev-parse", "HEAD")).toBe(tip ?? "");
});
