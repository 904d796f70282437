// A worker may leave anything in its worktree: nothing outside of it is taken, nobody waits, and odd names stay themselves.
import { expect, test } from "bun:test";
import { rmSync, symlinkSync } from "node:fs";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { openTestProject, type TestProject } from "../project.ts";
import { close, commit, pathsIn, startWork, type TestWork, write } from "../worktree.ts";

const files = { "a.txt": "a\n", "src/b.txt": "b\n", "src/c.txt": "c\n" };

const take = ({ project, id, tree }: TestWork) => snapshotTree(project.deps, { id, tree });

test("names that are no text are kept in a sparse one too", async () => {
  const project = await openTestProject(files);
  putInBase(project, { mode: "100644", oid: gitIn(project.checkout, "rev-parse", "HEAD:a.txt") });
  const work = await startWork(project, { checkout: "sparse" });
  expect((await take(work)).tree).toBe(gitIn(project.checkout, "rev-parse", `${work.tree.base}^{tree}`));
});

test("a submodule whose name is no text stays as it was", async () => {
  const project = await openTestProject(files);
  putInBase(project, { mode: "160000", oid: gitIn(project.checkout, "rev-parse", "HEAD") });
  const work = await startWork(project);
  const sub = `cd "$1" && mkdir -p "$(printf 's\\377')" && cd "$(printf 's\\377')" && git init -q && echo x > x`;
  Bun.spawnSync(["sh", "-c", sub, "sh", work.place.workTree]);
  const { tree, notes } = await take(work);
  expect(tree).toBe(gitIn(project.checkout, "rev-parse", `${work.tree.base}^{tree}`));
  expect(notes.join()).toContain("whose names are not UTF-8");
});

/** On the integration branch, under a name that is no text. */
function putInBase({ checkout }: TestProject, { mode, oid }: { mode: string; oid: string }): void {
  const input = Buffer.concat([Buffer.from(`${mode} ${oid}\ts`), Buffer.from([0xff, 0])]);
  Bun.spawnSync(["git", "-C", checkout, "update-index", "-z", "--add", "--index-info"], { stdin: input });
  gitIn(checkout, "commit", "-qm", "Add an odd name");
  gitIn(checkout, "update-ref", "refs/heads/claude/main", "HEAD");
}

/** Where git gives up on adding files, each is looked at by itself. */
const givesUp = { ".gitattributes": "*.bad working-tree-encoding=UTF-16\n", "x.bad": "no such text" };

test("no file of the machine is taken through a directory that became a link, also where git gives up", async () => {
  const work = await startWork(await openTestProject(files));
  const elsewhere = tempDir();
  writeFiles(elsewhere, { "b.txt": "of the machine", "c.txt": "of the machine" });
  write(work, givesUp);
  rmSync(`${work.place.workTree}/src`, { recursive: true });
  symlinkSync(elsewhere, `${work.place.workTree}/src`);
  const { tree } = await take(work);
  expect(pathsIn(work, tree)).toEqual([".gitattributes", "a.txt", "src", "x.bad"]);
  expect(gitIn(work.project.checkout, "ls-tree", tree, "src")).toStartWith("120000");
});

test.each([".gitignore", ".gitattributes", "src/.gitignore", "src/.gitattributes"])(
  "nobody waits at a pipe in the place of %s",
  async (name) => {
    const work = await startWork(await openTestProject(files));
    const pipe = `${work.place.workTree}/${name}`;
    const plant = () => {
      rmSync(pipe, { force: true });
      Bun.spawnSync(["mkfifo", pipe]);
    };
    plant();
    write(work, { "src/b.txt": "changed" });
    const { tree, notes } = await take(work);
    expect(notes.join()).toContain(`${JSON.stringify(name)} were pipes`);
    plant();
    write(work, { "src/b.txt": "by a check" });
    const { tip } = await commit(work, { snapshot: tree });
    expect((await close(work, { tip })).trashed).not.toBeNull();
  },
  10_000,
);
