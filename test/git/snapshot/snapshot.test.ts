// A snapshot holds everything in a worktree that is not ignored, as plain files, and nothing else.
import { expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { markSetUp } from "../../../src/git/worktree/set-up-mark.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { commitFiles, gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { fileAt, openTestProject, type TestProject } from "../project.ts";
import { close, pathsIn, startWork, type TestWork, write } from "../worktree.ts";

const files = {
  ".gitignore": "*.log\ndist/\n.env\n",
  ".lore/brief.md": "brief\n",
  "a.txt": "a\n",
  "src/b.txt": "b\n",
  "src/c.txt": "c\n",
};
const base = Object.keys(files).toSorted();

const take = ({ project, id, tree }: TestWork) => snapshotTree(project.deps, { id, tree });

async function taken(work: TestWork): Promise<{ paths: string[]; notes: string[]; tree: string }> {
  const { tree, notes } = await take(work);
  return { paths: pathsIn(work, tree).toSorted(), notes, tree };
}

const longPath = `${"d".repeat(90)}/${"e".repeat(90)}/${"f".repeat(90)}`;

const cases: readonly [string, (work: TestWork) => void, string[], string[]][] = [
  ["an untouched one", () => undefined, base, []],
  [
    "new files, and not those that git ignores",
    (work) => write(work, { "new/x": "x", "a.log": "l", "dist/y": "y" }),
    [...base, "new/x"],
    [],
  ],
  [
    "files that were taken away",
    ({ place }) => rmSync(`${place.workTree}/src`, { recursive: true }),
    [".gitignore", ".lore/brief.md", "a.txt"],
    [],
  ],
  [
    "names that mean something to a shell, a terminal or git",
    (work) =>
      write(work, {
        "-rf": "1",
        "a\nb": "2",
        "$(touch x)": "3",
        '"q': "4",
        "back\\slash": "5",
        ":(glob)*": "6",
        "cr\r": "7",
      }),
    [...base, "-rf", "a\nb", "$(touch x)", '"q', "back\\slash", ":(glob)*", "cr\r"],
    [],
  ],
  ["a long path", (work) => write(work, { [longPath]: "x" }), [...base, longPath], []],
  [
    "names that differ in case alone",
    (work) => write(work, { "A.txt": "A", "SRC/b.txt": "B" }),
    [...base, "A.txt", "SRC/b.txt"],
    [],
  ],
  [
    "links as links, also ones that lead out or nowhere",
    ({ place }) => {
      symlinkSync("/etc/passwd", `${place.workTree}/out`);
      symlinkSync("nowhere", `${place.workTree}/gone`);
    },
    [...base, "gone", "out"],
    [],
  ],
  [
    "a directory that became a link",
    ({ place, project }) => {
      rmSync(`${place.workTree}/src`, { recursive: true });
      symlinkSync(`${project.checkout}/src`, `${place.workTree}/src`);
    },
    [".gitignore", ".lore/brief.md", "a.txt", "src"],
    [],
  ],
  [
    "pipes and sockets not, but by name",
    ({ place }) => {
      Bun.spawnSync(["mkfifo", `${place.workTree}/pipe`]);
      rmSync(`${place.workTree}/a.txt`);
      Bun.spawnSync(["mkfifo", `${place.workTree}/a.txt`]);
    },
    base,
    ['"a.txt", "pipe" are not files (pipes, sockets or devices), and are left out.'],
  ],
  [
    "the files of a repository that was made inside",
    (work) => {
      makeNested(work, "inner");
      write(work, {
        "inner/one": "1",
        "inner/deep/two": "2",
        "inner/x.log": "ignored",
        "inner/new\nline": "3",
      });
      symlinkSync("one", `${work.place.workTree}/inner/link`);
    },
    [...base, "inner/deep/two", "inner/link", "inner/new\nline", "inner/one"],
    ['"inner" had a git repository of its own; its files are taken, its history is not.'],
  ],
  [
    "the files of one that has commits",
    (work) => {
      makeNested(work, "inner");
      commitFiles(`${work.place.workTree}/inner`, { one: "1" });
    },
    [...base, "inner/one"],
    ['"inner" had a git repository of its own; its files are taken, its history is not.'],
  ],
  [
    "changes and new files where a repository was made around tracked ones",
    (work) => {
      makeNested(work, "src");
      write(work, { "src/b.txt": "changed", "src/new": "new" });
    },
    [...base, "src/new"],
    ['"src" had a git repository of its own; its files are taken, its history is not.'],
  ],
  [
    "a bare repository as what it is, files",
    ({ place }) => void gitIn(place.workTree, "init", "-q", "--bare", "bare.git", "--template="),
    [...base, "bare.git/HEAD", "bare.git/config"],
    [],
  ],
  [
    "what was closed to its owner",
    (work) => {
      write(work, { "closed/x": "x", secret: "s" });
      chmodSync(`${work.place.workTree}/secret`, 0o000);
      chmodSync(`${work.place.workTree}/closed`, 0o000);
    },
    [...base, "closed/x", "secret"],
    ['"closed", "secret" were closed even to their owner, and were opened.'],
  ],
  [
    "everything else beside names that git refuses",
    (work) => write(work, { "git~1": "x", "sub/.GIT/y": "y", z: "z" }),
    [...base, "z"],
    ['Git does not accept "git~1", "sub/.GIT/y".'],
  ],
  [
    "files that cannot be read as their attributes say",
    (work) =>
      write(work, { ".gitattributes": "*.u working-tree-encoding=UTF-16\n", "bad.u": "odd", "z.txt": "z" }),
    [...base, ".gitattributes", "bad.u", "z.txt"],
    [],
  ],
  ["all without its `.git`", ({ place }) => rmSync(`${place.workTree}/.git`), base, []],
  [
    "all with a `.git` that leads elsewhere",
    ({ place, project }) => writeFileSync(`${place.workTree}/.git`, `gitdir: ${project.checkout}/.git\n`),
    base,
    [],
  ],
  ["all where the index is gone", ({ place }) => rmSync(`${place.gitDir}/index`), base, []],
  ["all where the index is damaged", ({ place }) => truncateSync(`${place.gitDir}/index`, 40), base, []],
];

test.each(cases)("it takes %s", async (_what, act, paths, notes) => {
  const work = await startWork(await openTestProject(files));
  act(work);
  const found = await taken(work);
  expect(found.paths).toEqual(paths.toSorted());
  expect(found.notes.map(sorted)).toEqual(notes);
  expect((await take(work)).tree).toBe(found.tree);
});

/** The order in which a directory names its files is nobody's. */
function sorted(note: string): string {
  const names = note.match(/^(?:"[^"]*"(?:, )?)+/)?.[0] ?? "";
  return names.split(", ").toSorted().join(", ") + note.slice(names.length);
}

function makeNested({ place }: TestWork, path: string): void {
  mkdirSync(`${place.workTree}/${path}`, { recursive: true });
  gitIn(`${place.workTree}/${path}`, "init", "-q", "-b", "main");
}

test("a sparse one keeps what was not checked out, and takes what was written there", async () => {
  const work = await startWork(await openTestProject(files), { checkout: "sparse" });
  write(work, { ".lore/new.md": "new", "src/b.txt": "rewritten", "other/x": "x" });
  rmSync(`${work.place.workTree}/.lore/brief.md`);
  const { paths, tree } = await taken(work);
  expect(paths).toEqual(
    [".gitignore", ".lore/new.md", "a.txt", "other/x", "src/b.txt", "src/c.txt"].toSorted(),
  );
  expect(fileAt(work.project, tree, "src/b.txt")).toBe("rewritten");
  rmSync(`${work.place.gitDir}/index`);
  expect((await take(work)).tree).toBe(tree);
});

test("a change is seen that leaves size and time as they were", async () => {
  const work = await startWork(await openTestProject(files));
  const path = `${work.place.workTree}/a.txt`;
  Bun.spawnSync([
    "sh",
    "-c",
    `touch -r "$1" "$1.t" && printf 'b\\n' > "$1" && touch -r "$1.t" "$1" && rm "$1.t"`,
    "sh",
    path,
  ]);
  expect(fileAt(work.project, (await take(work)).tree, "a.txt")).toBe("b");
});

test("submodules stay as they were, whatever is done in their place", async () => {
  const project = await openTestProject(files);
  addSubmodule(project);
  const work = await startWork(project);
  const before = gitIn(project.checkout, "rev-parse", `${work.tree.base}^{tree}`);
  expect((await take(work)).tree).toBe(before);
  rmSync(`${work.place.workTree}/sub`, { recursive: true });
  expect((await take(work)).tree).toBe(before);
  makeNested(work, "sub");
  commitFiles(`${work.place.workTree}/sub`, { one: "1" });
  expect((await take(work)).tree).toBe(before);
});

function addSubmodule({ checkout }: TestProject): void {
  const commit = gitIn(checkout, "rev-parse", "HEAD");
  gitIn(checkout, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
  writeFiles(checkout, {
    ".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ../sub\n\tignore = all\n',
  });
  gitIn(checkout, "add", ".gitmodules");
  gitIn(checkout, "commit", "-qm", "Add a submodule");
  gitIn(checkout, "update-ref", "refs/heads/claude/main", "HEAD");
}

test("copies are never taken, and what set-up left only if it was changed since", async () => {
  const project = await openTestProject(files);
  writeFiles(project.checkout, { ".env": "SECRET=1", "own.key": "key" });
  const work = await startWork(project, { copy: [".env", "own.key"] });
  write(work, { "made/one": "1", "made/two": "2" });
  makeNested(work, "cloned");
  write(work, { "cloned/x": "x" });
  await markSetUp(project.deps, work);
  write(work, { ".env": "SECRET=2", "own.key": "changed", "made/two": "changed", "made/three": "3" });
  const { paths } = await taken(work);
  expect(paths).toEqual([...base, "made/three", "made/two"].toSorted());
});

test("the worktree's own index is not touched", async () => {
  const work = await startWork(await openTestProject(files));
  const index = Bun.file(`${work.place.gitDir}/index`);
  const before = await index.bytes();
  write(work, { "a.txt": "changed", new: "new" });
  await take(work);
  expect(await Bun.file(`${work.place.gitDir}/index`).bytes()).toEqual(before);
});

test("names that are no text are taken", async () => {
  const work = await startWork(await openTestProject(files));
  const name = Buffer.concat([Buffer.from(`${work.place.workTree}/odd-`), Buffer.from([0xff, 0xfe])]);
  writeFileSync(name, "x");
  const { tree } = await take(work);
  expect(gitIn(work.project.checkout, "ls-tree", "--name-only", tree)).toContain('"odd-\\377\\376"');
});

/** So deep that their path is longer than can be named, with a file in the deepest. */
function bury(work: TestWork): void {
  let top = tempDir();
  for (let depth = 0; depth < 300; depth += 1) {
    const above = `${work.place.workTree}/above`;
    mkdirSync(above);
    if (depth === 0) writeFileSync(`${above}/buried`, "x");
    else renameSync(top, `${above}/${"d".repeat(20)}`);
    renameSync(above, (top = `${work.place.workTree}/deep`));
  }
}

test("directories too deep to be named are passed over and said", async () => {
  const work = await startWork(await openTestProject(files));
  bury(work);
  const { paths, notes } = await taken(work);
  expect(paths).toEqual(base);
  expect(notes.join()).toContain("lie too deep, and are left out");
  const { trashed } = await close(work, { tip: null });
  expect(readFileSync(`${trashed}/note.md`, "utf8")).toContain("left behind");
});
