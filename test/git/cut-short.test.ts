// Git dies at each of its steps, before or after it has done what it was asked to; done again, all is as if it had not.
import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { snapshotTree } from "../../src/git/snapshot.ts";
import { expectUnchanged, fingerprint } from "../harness/fingerprint.ts";
import { gitIn, writeFiles } from "../harness/repositories.ts";
import { tempDir } from "../harness/temp.ts";
import { openTestProject, type TestProject, tipOf } from "./project.ts";
import { below, close, commit, make, pathsIn, planWork, record, type TestWork, write } from "./worktree.ts";

const steps = "update-ref|read-tree|add|update-index|write-tree|hash-object|commit-tree";

/** In front of the real one. Counts its steps, and dies at one of them. */
function dyingGit(at: number, when: "before" | "after"): { searchPath: string; count(): number } {
  const directory = tempDir();
  const counter = `${directory}/count`;
  const real = Bun.which("git") ?? "git";
  writeFileSync(counter, "0");
  writeFileSync(
    `${directory}/git`,
    `#!/bin/sh
for word in "$@"; do
  case "$word" in
    ${steps})
      read -r done < ${counter}
      echo $((done + 1)) > ${counter}
      if [ $((done + 1)) = ${at} ]; then
        ${when === "after" ? `${real} "$@"` : ":"}
        kill -9 $$
      fi
      break;;
  esac
done
exec ${real} "$@"
`,
  );
  chmodSync(`${directory}/git`, 0o755);
  return {
    searchPath: `${directory}:${process.env["PATH"]}`,
    count: () => Number(readFileSync(counter, "utf8")),
  };
}

/** Each part is done once more where git has died in it, by one that does not. */
async function live(project: TestProject, number: number, when: "before" | "after"): Promise<boolean> {
  const dying = dyingGit(number, when);
  const good = await planWork(project, { number });
  const bad = { ...good, project: { ...project, deps: { ...project.deps, searchPath: dying.searchPath } } };
  const twice = <T>(part: (work: TestWork) => Promise<T>) => part(bad).catch(() => part(good));
  await twice((work) => make(work, [".env"]));
  write(good, { "a.txt": "changed\n", "new.txt": "new\n", "run.log": "log\n" });
  const { tree } = await twice(({ project: { deps }, ...work }) => snapshotTree(deps, work));
  const { tip } = await twice((work) => commit(work, { snapshot: tree }));
  const { trashed } = await twice((work) => close(work, { tip }));
  expect(pathsIn(good, tip ?? "").toSorted()).toEqual(
    [".gitignore", record(good.id), "a.txt", "dir/b.txt", "new.txt"].toSorted(),
  );
  expect(tipOf(project, good.tree.branch)).toBe(tip ?? "");
  expect(tipOf(project, `${tip}^`)).toBe(good.tree.base);
  expect(below(`${trashed}/files`)).toEqual(["run.log"]);
  expect([existsSync(good.place.workTree), existsSync(good.place.gitDir)]).toEqual([false, false]);
  return dying.count() >= number;
}

test.each(["before", "after"] as const)("git may die %s each of its steps", async (when) => {
  const project = await openTestProject({
    ".gitignore": "*.log\n.env\n",
    "a.txt": "a\n",
    "dir/b.txt": "b\n",
  });
  writeFiles(project.checkout, { ".env": "SECRET" });
  const before = fingerprint(project.checkout);
  let number = 1;
  while (await live(project, number, when)) number += 1;
  expect(number).toBeGreaterThan(12);
  expectUnchanged(project.checkout, before);
  gitIn(project.checkout, "fsck", "--strict");
});
