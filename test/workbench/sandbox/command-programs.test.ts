// Where the commands of a project find programs: in the sandbox not everything that is on the person's PATH.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { findCommandProgram } from "../../../src/workbench/sandbox/command-programs.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";

afterEach(removeTempDirs);

interface Here {
  level?: "bubblewrap" | "process";
  searchPath?: string;
}

function look(program: string, { level = "bubblewrap", searchPath = "" }: Here = {}) {
  const own = { hallHome: "/nonexistent/home", personHome: undefined };
  return findCommandProgram({ probe: { level }, readOnly: [], own, searchPath }, program);
}

function programIn(directory: string, name: string): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/${name}`, "#!/bin/sh\n");
  chmodSync(`${directory}/${name}`, 0o755);
  return `${directory}/${name}`;
}

test("a program of the system is there, at every level", () => {
  expect(look("env")).toEqual({ state: "there", file: expect.stringMatching(/\/bin\/env$/) });
  const searchPath = "/usr/bin:/bin";
  expect(look("env", { level: "process", searchPath })).toMatchObject({ state: "there" });
});

test("a program on the person's PATH alone is hidden from the sandbox, and there without one", () => {
  const bin = `${tempDir()}/bin`;
  const file = programIn(bin, "made-up");
  // Temporary directories are never shown to a worker, so there is none to advise.
  expect(look("made-up", { searchPath: bin })).toEqual({ state: "hidden", file, show: null });
  expect(look("made-up", { level: "process", searchPath: bin })).toEqual({ state: "there", file });
  symlinkSync("/usr/bin/env", `${bin}/other`);
  expect(look("other", { searchPath: bin })).toMatchObject({ state: "hidden" });
  expect(look("made-up")).toEqual({ state: "missing" });
});
