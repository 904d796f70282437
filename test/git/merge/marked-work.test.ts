// Which work counts as read by whoever begins at a commit: marked commits below it, followed through merges and syncs by
// their ids, and through history that somebody rewrote by the content of their files.
import { afterEach, describe, expect, test } from "bun:test";
import { createTrees } from "../../../src/git/trees.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import {
  integration,
  leaveWork,
  numbered,
  openTestProject,
  push,
  sync,
  type TestProject,
  tipOf,
  work,
} from "../project.ts";

afterEach(removeTempDirs);

const at = "2026-11-16T19:00:00.000Z";

const mark = ({ deps, name }: TestProject, commit: string, number = 1) =>
  createTrees(deps).mark({ id: numbered(number), project: name, commit, at });
const markedIn = ({ deps, name }: TestProject, ref: string, checkout: string) =>
  createTrees(deps).marked({ project: name, commit: gitIn(checkout, "rev-parse", ref) });

/** A tainted commission: one commit on its own branch, and one on the integration branch. */
async function strange(project: TestProject, files: Record<string, string>, number = 1): Promise<string> {
  const { tip } = leaveWork(project, number, files);
  await mark(project, tip, number);
  work(project, { "others.txt": "landed meanwhile\n" });
  const merged = work(project, files);
  await mark(project, merged, number);
  return merged;
}

function squash({ checkout }: TestProject): void {
  gitIn(checkout, "merge", "-q", "--squash", integration);
  gitIn(checkout, "commit", "-qm", "Squashed");
}

interface Case {
  arrange(project: TestProject, merged: string): Promise<void> | void;
  isMarked: boolean;
}

const cases: Record<string, Case> = {
  "work that was merged": { arrange: () => undefined, isMarked: true },
  "clean work on top of it": {
    arrange: (project) => void work(project, { "more.txt": "clean\n" }),
    isMarked: true,
  },
  "a later change of the same file by somebody else": {
    arrange: (project) => void work(project, { "brief.md": "words, edited\n" }),
    isMarked: true,
  },
  "a branch of the person's that has merged it": {
    arrange: ({ checkout }) => void gitIn(checkout, "merge", "-q", "--no-ff", "-m", "Merged", integration),
    isMarked: false,
  },
  "the same, edited by the person since": {
    arrange: (project) => {
      gitIn(project.checkout, "merge", "-q", integration);
      push(project, { "brief.md": "shorter\n" });
    },
    isMarked: false,
  },
  "a squash that was not synced yet": { arrange: squash, isMarked: true },
  "a squash that was synced": {
    arrange: async (project) => {
      squash(project);
      expect((await sync(project)).kind).toBe("squash-merged");
    },
    isMarked: false,
  },
  "a squash that was synced, edited by the person since": {
    arrange: async (project) => {
      squash(project);
      await sync(project);
      push(project, { "brief.md": "shorter\n" });
    },
    isMarked: false,
  },
  "a look at the plan of such a sync": {
    arrange: async (project) => {
      squash(project);
      await sync(project, true);
    },
    isMarked: true,
  },
  "a sync that brings the person's own work": {
    arrange: async (project) => {
      push(project, { "a.txt": "pushed\n" });
      expect((await sync(project)).kind).toBe("merge");
    },
    isMarked: true,
  },
  "an integration branch that was rebased by hand": {
    arrange: (project) => {
      const { checkout } = project;
      push(project, { "a.txt": "pushed\n" });
      gitIn(checkout, "checkout", "-q", "--detach", integration);
      gitIn(checkout, "rebase", "-q", "main");
      gitIn(checkout, "update-ref", `refs/heads/${integration}`, "HEAD");
      gitIn(checkout, "checkout", "-q", "main");
    },
    isMarked: true,
  },
  "an integration branch that was set back by hand": {
    arrange: ({ checkout }) => void gitIn(checkout, "update-ref", `refs/heads/${integration}`, "main"),
    isMarked: false,
  },
};

describe("a commission that begins at the integration branch", () => {
  for (const [what, { arrange, isMarked }] of Object.entries(cases))
    test(`${isMarked ? "is marked by" : "is not marked by"} ${what}`, async () => {
      const project = await openTestProject();
      const merged = await strange(project, { "brief.md": "words\n" });
      await arrange(project, merged);
      const found = await markedIn(project, integration, project.checkout);
      expect(found.length > 0).toBe(isMarked);
    });

  test("control: the same work without a mark marks nobody", async () => {
    const project = await openTestProject();
    work(project, { "brief.md": "words\n" });
    expect(await markedIn(project, integration, project.checkout)).toEqual([]);
  });

  test("is marked where the project names no branch of the person's", async () => {
    const project = await openTestProject();
    const merged = await strange(project, { "brief.md": "words\n" });
    const deps = { ...project.deps, projects: () => ({}) };
    expect(await markedIn({ ...project, deps }, integration, project.checkout)).toEqual([merged]);
  });
});

test("work that was kept marks whoever goes on from it, or takes its files over, and nobody else", async () => {
  const project = await openTestProject();
  const { checkout } = project;
  const { tip } = leaveWork(project, 1, { "brief.md": "words\n" });
  await mark(project, tip);
  expect(await markedIn(project, tip, checkout)).toEqual([tip]);
  expect(await markedIn(project, integration, checkout)).toEqual([]);
  gitIn(checkout, "checkout", "-q", "--detach", integration);
  gitIn(checkout, "cherry-pick", tip);
  gitIn(checkout, "commit", "-q", "--amend", "-m", "By other words");
  gitIn(checkout, "update-ref", `refs/heads/${integration}`, "HEAD");
  expect(tipOf(project, integration)).not.toBe(tip);
  expect(await markedIn(project, integration, checkout)).toEqual([tip]);
});

test("an empty file marks nobody", async () => {
  const project = await openTestProject();
  const { tip } = leaveWork(project, 1, { "empty.txt": "" });
  await mark(project, tip);
  work(project, { "also-empty.txt": "" });
  expect(await markedIn(project, integration, project.checkout)).toEqual([]);
});
