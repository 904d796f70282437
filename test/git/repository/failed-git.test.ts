// A git that fails in the middle of its output: no part of that output passes for the whole.
import { expect, test } from "bun:test";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { listDocuments } from "../../../src/git/repository/list-documents.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { findExecutable } from "../../../src/host/processes/children.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { commitOn, integration, openTestProject, tipOf } from "../project.ts";

test("a git that dies while it lists documents is told of", async () => {
  const project = await openTestProject();
  const path = process.env["PATH"] ?? "";
  const directory = tempDir();
  const die = "for word; do [ \"$word\" != ls-tree ] || { printf 'a.txt\\0'; kill -9 $$; }; done";
  writeFileSync(`${directory}/git`, `#!/bin/sh\n${die}\nexec '${findExecutable("git", path)}' "$@"\n`);
  chmodSync(`${directory}/git`, 0o755);
  const deps = { ...project.deps, searchPath: `${directory}:${path}` };
  await expect(listDocuments(deps, { project: project.name, text: "", limit: 9 })).rejects.toMatchObject({
    code: "git",
    message: expect.stringContaining("failed (ended)"),
  });
});

test("what the integration branch gained is told with its patch, or not at all if git cannot read it", async () => {
  const project = await openTestProject();
  const from = tipOf(project, integration);
  const onto = commitOn(project.checkout, from, { "a.txt": "theirs\n", "b.txt": "theirs, too\n" });
  const look = () => createTrees(project.deps).otherSide({ project: project.name, from, onto });
  const seen = await look();
  expect(seen).toMatchObject({ files: ["a.txt", "b.txt"], cut: false });
  expect(seen.patch).toEndWith("\n-b\n+theirs, too\n");
  const blob = gitIn(project.checkout, "rev-parse", `${onto}:b.txt`);
  rmSync(`${project.checkout}/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
  await expect(look()).rejects.toMatchObject({ code: "git" });
});
