import { afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { layStandIn } from "../../../src/workbench/preview/stand-in.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";

afterEach(removeTempDirs);

test("git takes the stand-in for a repository in a sandbox, and elsewhere for the worktree that it stands for", async () => {
  const plain = tempDir();
  await layStandIn(systemDisk, { directory: plain, isRepository: true, level: "bubblewrap" });
  expect(gitIn(`${plain}/work`, "rev-parse", "--git-dir")).toBe(".git");
  const linked = tempDir();
  await layStandIn(systemDisk, { directory: linked, isRepository: true, level: "process" });
  expect(gitIn(`${linked}/work`, "rev-parse", "--is-inside-work-tree")).toBe("true");
  expect(gitIn(`${linked}/work`, "rev-parse", "--git-dir")).toEndWith("/repository/.git/worktrees/work");
  expect(gitIn(`${linked}/work`, "worktree", "list")).toContain(`${linked}/work`);
});

test("without a project it is an empty directory", async () => {
  const directory = tempDir();
  await layStandIn(systemDisk, { directory, isRepository: false, level: "bubblewrap" });
  expect(existsSync(`${directory}/work/.git`)).toBe(false);
});
