// Names that are left out of a commit: those that other systems take for `.git`, and what would stand in the place of
// commissions' records.
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { writeFiles } from "../harness/repositories.ts";
import { fileAt, openTestProject } from "./project.ts";
import { below, close, commit, pathsIn, record, startWork, write } from "./worktree.ts";

const files = { ".gitignore": "*.log\n", "a.txt": "a\n" };
const base = Object.keys(files);
const open = () => openTestProject(files);

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
    expect(notes.join()).toContain("Git does not take");
    const checked = spawnSync("git", ["-C", project.checkout, "fsck", "--no-dangling"], { encoding: "utf8" });
    expect(`${checked.stdout}${checked.stderr}`).not.toContain("hasDotgit");
  });
});
