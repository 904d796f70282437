// Kills the finish of a commission (commit, merge, clean-up) before, during and after every call of git, and
// resumes it: the work is merged exactly once.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bringAlong } from "../src/git/merge/bring-along.ts";
import { findExecutable } from "../src/host/processes/children.ts";
import { until } from "../test/harness/hall.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../test/harness/temp.ts";
import { finish, type Finishing, readLines } from "../test/git/merge/finisher.ts";
import {
  fileAt,
  fsck,
  integration,
  leaveWork,
  openTestProject,
  personState,
  tipOf,
  type TestProject,
  work,
} from "../test/git/project.ts";

afterEach(removeTempDirs);

const path = process.env["PATH"] ?? "";
const real = findExecutable("git", path) ?? "";
type Moment = "before" | "during" | "after";

/** Creates a `git` that counts its calls and kills the caller of the nth. */
function deadlyGit(nth: number, moment: Moment): { searchPath: string; counted: string; left: string } {
  const directory = join(tempDir(), "bin");
  mkdirSync(directory);
  const [counted, left] = [join(directory, "counted"), join(directory, "left")];
  const strike: Record<Moment, string> = {
    before: `kill -9 $PPID; touch '${left}'; exit 1`,
    during: `kill -9 $PPID; '${real}' "$@"; touch '${left}'; exit`,
    after: `'${real}' "$@"; kill -9 $PPID; touch '${left}'; exit`,
  };
  writeFileSync(
    join(directory, "git"),
    `#!/bin/sh
n=$(( $(cat '${counted}' 2>/dev/null || echo 0) + 1 ))
echo $n > '${counted}'
if [ $n = ${nth} ]; then ${strike[moment]}; fi
exec '${real}' "$@"
`,
  );
  chmodSync(join(directory, "git"), 0o755);
  return { searchPath: `${directory}:${path}`, counted, left };
}

/** Runs the finish in its own process; returns whether it was killed. */
async function run(order: Finishing): Promise<boolean> {
  const program = join(import.meta.dir, "../test/git/merge/finisher.ts");
  const child = Bun.spawn([process.execPath, program, JSON.stringify(order)], { stderr: "pipe" });
  if ((await child.exited) === 0) return false;
  if (child.signalCode === "SIGKILL") return true;
  throw new Error(await new Response(child.stderr).text());
}

function orderFor(project: TestProject, searchPath: string): Finishing {
  const ledger = join(tempDir(), "ledger");
  const home = project.deps.home.root;
  const order = { work: leaveWork(project, 1, { "a.txt": "work\n", "new/w.txt": "w\n" }), ledger };
  return { ...order, home, checkout: project.checkout, searchPath };
}

/** Returns this commission's commits on the branch. */
function merges({ checkout }: TestProject, { work: { id } }: Finishing): string[] {
  const printed = gitIn(checkout, "log", "--format=%H", `--grep=Commission: ${id}`, integration);
  return printed.split("\n").filter((line) => line !== "");
}

async function killAt(nth: number, moment: Moment): Promise<"killed" | "past the end"> {
  const project = await openTestProject();
  const deadly = deadlyGit(nth, moment);
  const order = orderFor(project, deadly.searchPath);
  const person = personState(project);
  if (!(await run(order))) return "past the end";
  expect(merges(project, order).length).toBeLessThanOrEqual(1);
  // Every other time another commit moves the branch before the finish is resumed.
  if (nth % 2 === 0 && moment !== "during") work(project, { "b.txt": "theirs\n" });
  const commit = await finish({ ...order, searchPath: path });
  await until("the call that outlived its caller is over", () => existsSync(deadly.left));
  expect(await finish({ ...order, searchPath: path })).toBe(commit);
  const { deps, name, repository } = project;
  expect(await bringAlong(deps, { project: name, repository, branch: integration })).toBeNull();
  expect(merges(project, order)).toEqual([commit]);
  expect(readLines(order.ledger).filter((line) => "applied" in line)).toHaveLength(1);
  expect([fileAt(project, integration, "a.txt"), fileAt(project, integration, "new/w.txt")]).toEqual([
    "work",
    "w",
  ]);
  expect(gitIn(project.place.workTree, "status", "--porcelain", "--branch")).toBe(`## ${integration}`);
  expect([personState(project), fsck(project)]).toEqual([person, ""]);
  expect(tipOf(project, `refs/heads/${order.work.tree.branch}`)).toBe(order.work.tip);
  return "killed";
}

test("killed at any call of git and gone on with, work is merged exactly once", async () => {
  let calls = 0;
  while ((await killAt(calls + 1, "before")) === "killed") calls += 1;
  expect(calls).toBeGreaterThan(5);
  for (let nth = 1; nth <= calls; nth += 1) {
    const others = [killAt(nth, "during"), killAt(nth, "after")];
    expect([nth, ...(await Promise.all(others))]).toEqual([nth, "killed", "killed"]);
    removeTempDirs();
  }
}, 120_000);

test("a killed finish that is never gone on with leaves the branch where it was, or one commit further", async () => {
  const project = await openTestProject();
  const before = tipOf(project, integration);
  const { searchPath, counted } = deadlyGit(5, "after");
  const order = orderFor(project, searchPath);
  expect(await run(order)).toBeTrue();
  expect(Number(readFileSync(counted, "utf8"))).toBe(5);
  expect([before, ...merges(project, order)]).toContain(tipOf(project, integration));
  rmSync(order.ledger, { force: true });
  // Even without its ledger, the finish recognises its work on the branch.
  const commit = await finish({ ...order, searchPath: path });
  expect(merges(project, order)).toEqual([commit]);
});
