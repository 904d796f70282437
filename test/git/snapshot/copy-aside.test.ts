// A worktree is looked at while its worker works in it: what is put in the place of a file that was just looked at is not
// what git is handed.
import { expect, test } from "bun:test";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { addPlainly } from "../../../src/git/snapshot/add-plainly.ts";
import { freshIndex } from "../../../src/git/snapshot/own-index.ts";
import { git } from "../../../src/git/repository/run.ts";
import { writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { openTestProject } from "../project.ts";
import { startWork, type TestWork, write } from "../worktree.ts";

const files = { "a.txt": "a\n", "src/b.txt": "b\n", ".gitattributes": "*.txt text eol=lf\n" };

/** What is in the index after a look during which this was done, by path. */
async function lookWhile(work: TestWork, meanwhile: () => void): Promise<Record<string, string>> {
  const { project, tree, place } = work;
  const index = `${tempDir()}/index`;
  const own = await freshIndex(project.deps, { place, tree, index });
  let looks = 0;
  const isLarge = () => {
    looks += 1;
    if (looks === 2) meanwhile();
    return false;
  };
  const look = {
    aside: `${tempDir()}/files`,
    large: { oid: own.none, isLarge, mostBytes: 1000 },
  };
  await addPlainly(project.deps, { ...own, paths: ["a.txt", "src/b.txt"], look });
  const shown: Record<string, string> = {};
  for (const path of ["a.txt", "src/b.txt"])
    shown[path] = await git(project.deps, { args: ["cat-file", "blob", `:${path}`], place, index });
  return shown;
}

async function changed(): Promise<TestWork> {
  const work = await startWork(await openTestProject(files));
  write(work, { "a.txt": "changed\r\n", "src/b.txt": "changed\r\n" });
  return work;
}

function ofTheMachine(): string {
  const elsewhere = tempDir();
  writeFiles(elsewhere, { "a.txt": "of the machine", "b.txt": "of the machine" });
  return elsewhere;
}

test("files are taken as they are, with the attributes that hold for them", async () => {
  expect(await lookWhile(await changed(), () => undefined)).toEqual({
    "a.txt": "changed\n",
    "src/b.txt": "changed\n",
  });
});

const swaps: [string, (root: string) => void, Record<string, string>][] = [
  [
    "a link to a file of the machine",
    (root) => {
      rmSync(`${root}/a.txt`);
      symlinkSync(`${ofTheMachine()}/a.txt`, `${root}/a.txt`);
    },
    { "a.txt": "a\n", "src/b.txt": "changed\n" },
  ],
  [
    "a link in the place of its directory",
    (root) => {
      renameSync(`${root}/src`, `${root}/moved`);
      symlinkSync(ofTheMachine(), `${root}/src`);
    },
    { "a.txt": "changed\n", "src/b.txt": "b\n" },
  ],
  [
    "something that never ends",
    (root) => {
      rmSync(`${root}/a.txt`);
      symlinkSync("/dev/zero", `${root}/a.txt`);
    },
    { "a.txt": "a\n", "src/b.txt": "changed\n" },
  ],
  [
    "a pipe",
    (root) => {
      rmSync(`${root}/a.txt`);
      Bun.spawnSync(["mkfifo", `${root}/a.txt`]);
    },
    { "a.txt": "a\n", "src/b.txt": "changed\n" },
  ],
  [
    "far more than it was",
    (root) => writeFileSync(`${root}/a.txt`, "x".repeat(5000)),
    { "a.txt": "x".repeat(1000), "src/b.txt": "changed\n" },
  ],
];

test.each(swaps)("%s is not taken", async (_, swap, shown) => {
  const work = await changed();
  expect(await lookWhile(work, () => swap(work.place.workTree))).toEqual(shown);
});
