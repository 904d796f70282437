// Names that are left out of a commit: those that other systems take for `.git`, and what would stand in the place of
// commissions' records.
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { inHalves } from "../../../src/git/snapshot/add-plainly.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { fileAt, openTestProject } from "../project.ts";
import { below, close, commit, pathsIn, record, startWork, write } from "../worktree.ts";

const files = { ".gitignore": "*.log\n", "a.txt": "a\n" };
const base = Object.keys(files);
const open = () => openTestProject(files);

/** Whether a host that looks into what it is given takes this commit. */
function isTaken(checkout: string, commit: string): boolean {
  const host = tempDir();
  gitIn(host, "init", "-q", "--bare");
  gitIn(host, "config", "receive.fsckObjects", "true");
  return spawnSync("git", ["-C", checkout, "push", "-q", host, `${commit}:refs/heads/x`]).status === 0;
}

/** With git's own settings for other systems, as a person's git on this one has them. */
function commitPlainly(checkout: string): void {
  const plain = ["-c", "core.protectHFS=false", "-c", "core.protectNTFS=false"];
  gitIn(checkout, ...plain, "add", "-A");
  gitIn(checkout, ...plain, "commit", "-qm", "Taken as it is");
}

describe("a commit", () => {
  test.each([
    [".lore is a file", (at: string) => writeFileSync(`${at}/.lore`, "in the way"), ".lore"],
    [".lore is a link", (at: string) => symlinkSync("a.txt", `${at}/.lore`), ".lore"],
    [
      "the directory of records is a file",
      (at: string) => writeFiles(at, { ".lore/commissions": "in the way", ".lore/kept.md": "kept" }),
      ".lore/commissions",
    ],
  ])("holds its record where %s of the worker's, which is left out and named", async (_what, make, path) => {
    const project = await open();
    const work = await startWork(project);
    write(work, { "new.txt": "new" });
    make(work.place.workTree);
    const { tip, notes } = await commit(work);
    expect(fileAt(project, tip ?? "", record(work.id))).toBe("# Done");
    expect(notes.join()).toContain(`"${path}" is left out`);
    const { trashed } = await close(work, { tip });
    expect(below(`${trashed}/files`)).toContain(path);
  });

  test.each([
    ["a directory", (at: string) => writeFiles(at, { ".g\u200cit/hooks/x": "x", "fine.txt": "fine" })],
    ["a file", (at: string) => writeFiles(at, { ".g\u200cit": "x", "fine.txt": "fine" })],
    ["one deeper down", (at: string) => writeFiles(at, { "src/.GI\u200dT/x": "x", "fine.txt": "fine" })],
  ])("leaves out a name that other systems take for .git: %s", async (_what, make) => {
    const project = await open();
    const work = await startWork(project);
    make(work.place.workTree);
    const { tip, notes } = await commit(work);
    expect(pathsIn(work, tip ?? "").toSorted()).toEqual([...base, "fine.txt", record(work.id)].toSorted());
    expect(notes.join()).toContain("Git does not accept");
    expect(isTaken(project.checkout, tip ?? "")).toBe(true);
    // The control: git as this system has it takes the name, and a host refuses it.
    make(project.checkout);
    commitPlainly(project.checkout);
    expect(isTaken(project.checkout, "HEAD")).toBe(false);
  });

  const submodule = (line: string) => `[submodule "x"]\n\tpath = x\n\turl = https://x/y\n\t${line}\n`;
  test.each([
    ["a submodule called by a way up", ".gitmodules", submodule("").replace('"x"', '"../../x"')],
    ["one that is an option", ".gitmodules", submodule("url = -oProxyCommand=x")],
    ["one that names a program", ".gitmodules", submodule("update = !x")],
    ["the same by another name of the file", "GITMOD~1", submodule("update = !x")],
    ["the same by a name with an unseen letter", "sub/.gitmod\u200cules", submodule("update = !x")],
    ["a line that is too long", "sub/.gitattributes", `*.txt ${"x".repeat(3000)}\n`],
    ["a directory in its place", "gi7d29~1/x", "x"],
  ])("leaves out settings of git that a host refuses: %s", async (_what, path, text) => {
    const project = await open();
    const work = await startWork(project);
    write(work, { [path]: text, "fine.txt": "fine" });
    const { tip, notes } = await commit(work);
    expect(pathsIn(work, tip ?? "").toSorted()).toEqual([...base, "fine.txt", record(work.id)].toSorted());
    expect(notes.join()).toContain("git calls it unsound");
    expect(isTaken(project.checkout, tip ?? "")).toBe(true);
    // The control: git takes the file, and a host refuses it.
    writeFiles(project.checkout, { [path]: text });
    commitPlainly(project.checkout);
    expect(isTaken(project.checkout, "HEAD")).toBe(false);
    const { trashed } = await close(work, { tip });
    expect(below(`${trashed}/files`)).toContain(path);
  });

  test("holds settings of git that are sound, and those of the base where the worker's are not", async () => {
    const project = await openTestProject({ ...files, ".gitattributes": "*.txt text\n" });
    const work = await startWork(project);
    write(work, { ".gitmodules": submodule(""), "sub/.gitattributes": "*.md text\n" });
    write(work, { ".gitattributes": "x".repeat(3000) });
    const { tip } = await commit(work);
    expect(pathsIn(work, tip ?? "")).toEqual(expect.arrayContaining([".gitmodules", "sub/.gitattributes"]));
    expect(fileAt(project, tip ?? "", ".gitattributes")).toBe("*.txt text");
  });
});

test("git is asked a bounded number of times for the names that it refuses", async () => {
  let asked = 0;
  const names = Array.from({ length: 5000 }, (_, n) => n);
  const take = (isRefused: (name: number) => boolean) => async (some: readonly number[]) => {
    asked += 1;
    return !some.some(isRefused);
  };
  expect(
    await inHalves(
      names,
      take((name) => name === 4321),
    ),
  ).toEqual([4321]);
  expect(asked).toBeLessThan(40);
  asked = 0;
  expect(
    await inHalves(
      names,
      take(() => true),
    ),
  ).toEqual(names);
  expect(asked).toBe(1000);
});
