// Which of some paths the person's branch has, in a real repository with links and a worker's branch.
import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { projectName } from "../../../src/contract/home/ids.ts";
import { findPaths } from "../../../src/git/instructions/find-paths.ts";
import { commitFiles, gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { openTestProject } from "../project.ts";

test("files and directories of the person's branch are found; links, other names and others' branches are not", async () => {
  const { deps, name, checkout } = await openTestProject();
  writeFiles(checkout, { "src/main.ts": "export {};\n", "-odd name*": "odd\n" });
  symlinkSync("/etc/passwd", `${checkout}/link`);
  gitIn(checkout, "add", "-A");
  gitIn(checkout, "commit", "-qm", "More");
  const commit = gitIn(checkout, "rev-parse", "main");
  const paths = ["src", "src/main.ts", "-odd name*", "-odd*", "link", "src/none.ts", "SRC"];
  const order = { project: name, at: null, paths };
  const projects = () => ({ ...deps.projects() });
  const expected = {
    branch: "main",
    commit,
    paths: [
      { path: "src", is: "directory" },
      { path: "src/main.ts", is: "file" },
      { path: "-odd name*", is: "file" },
    ],
  } as const;
  expect(await findPaths({ ...deps, projects }, order)).toEqual({ ...expected, paths: [...expected.paths] });

  // A commit that was decided before counts, not the branch's newer one.
  commitFiles(checkout, { "later.ts": "" });
  const at = { branch: "main", commit };
  expect((await findPaths({ ...deps, projects }, { project: name, at, paths: ["later.ts"] }))?.paths).toEqual(
    [],
  );
  const none = () => ({});
  expect(
    await findPaths(
      { ...deps, projects: none },
      { project: projectName.parse("none"), at: null, paths: ["a"] },
    ),
  ).toBeNull();
});
