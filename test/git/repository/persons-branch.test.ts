// Two entries of the config that reach one repository by different paths: what workers leave on the integration branch of
// the one is not the person's in the other, for set-ups and for marks.
import { afterEach, describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { type HallConfig, hallConfig } from "../../../src/contract/home/config.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { findPersonsBranch } from "../../../src/git/repository/persons-branch.ts";
import { openRepository } from "../../../src/git/repository/repository.ts";
import { syncProject } from "../../../src/git/projects/sync.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { personsBranch } from "../../../src/rules/project/persons-branch.ts";
import { createSetUpTools } from "../../../src/workbench/checks/set-up-tools.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { integration, numbered, openTestProject, type TestProject, work } from "../project.ts";

afterEach(removeTempDirs);

const other = projectName.parse("other");

/** Other ways to the repository of a checkout. */
const ways: [string, (checkout: string) => string][] = [
  ["the same path", (checkout) => checkout],
  ["another spelling of it", (checkout) => `${checkout}/./`],
  [
    "a symbolic link",
    (checkout) => {
      const link = `${tempDir()}/link`;
      symlinkSync(checkout, link);
      return link;
    },
  ],
  [
    "a linked worktree",
    (checkout) => {
      const path = `${tempDir()}/beside`;
      gitIn(checkout, "worktree", "add", "-q", "--detach", path, "main");
      return path;
    },
  ],
  [
    "a symbolic link to a linked worktree",
    (checkout) => {
      const root = tempDir();
      gitIn(checkout, "worktree", "add", "-q", "--detach", `${root}/beside`, "main");
      symlinkSync(`${root}/beside`, `${root}/link`);
      return `${root}/link`;
    },
  ],
];

/** The second entry calls the integration branch of the first the person's. */
function entriesOf({ name, checkout }: TestProject, path: string): HallConfig["projects"] {
  const first = { path: checkout, branch: "main", integration };
  const second = { path, branch: integration, integration: "claude/other" };
  return hallConfig.parse({ projects: { [name]: first, [other]: second } }).projects;
}

describe.each(ways)("an entry that reaches the repository by %s", (_, wayTo) => {
  test("has no branch of the person's where it names the integration branch of another", async () => {
    const project = await openTestProject();
    const projects = entriesOf(project, wayTo(project.checkout));
    expect(await findPersonsBranch(projects, other)).toBeNull();
    expect(await findPersonsBranch(projects, project.name)).toBe("main");
  });

  test("gets no network for what a worker left there, and is marked by it", async () => {
    const project = await openTestProject();
    const projects = entriesOf(project, wayTo(project.checkout));
    const deps = { ...project.deps, projects: () => projects };
    await openRepository(deps, { project: other, path: projects[other]?.path ?? "" });
    const commit = work(project, { "brief.md": "words of strangers\n" });
    const trees = createTrees(deps);
    await trees.mark({ id: numbered(1), project: project.name, commit, at: "2026-11-16T19:00:00.000Z" });
    const proxy = { http: null, https: null, no: null };
    const tools = createSetUpTools({
      ...deps,
      git: deps,
      disk: systemDisk,
      clock: systemClock,
      proxy,
      certificates: [],
    });
    expect(await tools.ownTree(other, new AbortController().signal)).toBeNull();
    expect(await trees.marked({ project: other, commit })).toEqual([commit]);
  });
});

test("control: by their paths alone the two are strangers, and the worker's branch is called the person's", async () => {
  const project = await openTestProject();
  for (const [name, wayTo] of ways.slice(1)) {
    const found = personsBranch(entriesOf(project, wayTo(project.checkout)), other, (path) => path);
    expect([name, found]).toEqual([name, integration]);
  }
});

test("a clone is another repository: a branch of that name is the person's there", async () => {
  const project = await openTestProject();
  const clone = `${tempDir()}/clone`;
  gitIn(project.checkout, "clone", "-q", project.checkout, clone);
  expect(await findPersonsBranch(entriesOf(project, clone), other)).toBe(integration);
});

test("a sync takes no mark away for a branch that the hall itself moves", async () => {
  const project = await openTestProject();
  const { checkout, name } = project;
  const commit = work(project, { "brief.md": "words of strangers\n" });
  gitIn(checkout, "branch", "claude/other", "main");
  const path = `${tempDir()}/link`;
  symlinkSync(checkout, path);
  const projects = entriesOf(project, path);
  const deps = { ...project.deps, projects: () => projects };
  await openRepository(deps, { project: other, path });
  const trees = createTrees(deps);
  // The same work on the other's integration branch, by another commit: a sync finds it by its files.
  gitIn(checkout, "checkout", "-q", "claude/other");
  gitIn(checkout, "cherry-pick", commit);
  gitIn(checkout, "commit", "-q", "--amend", "-m", "By other words");
  const copied = gitIn(checkout, "rev-parse", "HEAD");
  gitIn(checkout, "checkout", "-q", "main");
  await trees.mark({ id: numbered(1), project: name, commit: copied, at: "2026-11-16T19:00:00.000Z" });
  expect((await syncProject(deps, { project: other, dryRun: false })).kind).toBe("squash-merged");
  expect(await trees.marked({ project: other, commit: copied })).toEqual([copied]);
});
