// A worker that leaves something beside its work to make a check pass: the check is run on what is committed, so it finds
// nothing of that. Each has its control: in the worktree, where the worker left it, the same check passes.
import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Fact } from "../../../src/contract/commission/facts.ts";
import type { Bench } from "../../../src/workbench/bench/bench.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { type BenchPlan, checked, layCommission, says } from "../../harness/git/tree-bench.ts";

const exitsOf = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.type === "check.ran" ? [fact.run.exitCode] : []));

interface Forgery {
  plan: BenchPlan;
  /** Breaks the work, and leaves what makes the check pass. */
  forge(bench: Bench): void;
  /** What the person's checkout has beside the usual. */
  lay?(checkout: string): void;
}

const forgeries: [string, Forgery][] = [
  [
    "a file that git ignores",
    {
      plan: { project: {}, checks: checked("test -x ignored/tool && ignored/tool") },
      forge: ({ layout }) => {
        mkdirSync(`${layout.work}/ignored`);
        writeFileSync(`${layout.work}/ignored/tool`, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
      },
    },
  ],
  [
    "what set-up made",
    {
      plan: {
        project: { setup: "mkdir -p ignored && echo 'grep -q lit lamp.txt' > ignored/tool" },
        checks: checked("sh ignored/tool"),
      },
      forge: ({ layout }) => writeFileSync(`${layout.work}/ignored/tool`, "exit 0\n"),
    },
  ],
  [
    "the place of a submodule",
    {
      plan: { project: {}, checks: checked("test -e vendor/passes") },
      lay: addSubmodule,
      forge: ({ layout }) => writeFileSync(`${layout.work}/vendor/passes`, ""),
    },
  ],
  [
    "a file that was copied in",
    {
      plan: { project: { copy: [".env"] }, checks: checked("grep -q good .env") },
      lay: (checkout) => writeFileSync(`${checkout}/.env`, "bad\n"),
      forge: ({ layout }) => writeFileSync(`${layout.work}/.env`, "good\n"),
    },
  ],
];

test.each(forgeries)("%s makes no check pass", async (_what, { plan, forge, lay }) => {
  const laid = await layCommission(plan, lay);
  let isForged = false;
  const { facts } = await laid.run(async (bench) => {
    writeFileSync(`${bench.layout.work}/lamp.txt`, "dark\n");
    forge(bench);
    const command = plan.checks?.[0]?.command ?? "false";
    isForged = passes(command, bench.layout.work);
    return says();
  });
  expect(isForged).toBe(true);
  expect(exitsOf(facts).length).toBeGreaterThan(0);
  expect(exitsOf(facts)).not.toContain(0);
});

test("a home that an earlier command left for the checks makes none pass", async () => {
  const laid = await layCommission({
    project: {},
    checks: checked('test -e "$HOME/passes" -o -e /tmp/passes'),
  });
  const { facts } = await laid.run(async ({ layout }) => {
    // As a check of the toolbox verify could, which the worker may have written.
    for (const place of ["home", "tmp"]) {
      mkdirSync(`${layout.session}/checks/${place}`, { recursive: true });
      writeFileSync(`${layout.session}/checks/${place}/passes`, "");
    }
    writeFileSync(`${layout.work}/lamp.txt`, "dark\n");
    return says();
  });
  expect(exitsOf(facts)).toEqual([1, 1]);
});

test("a check cannot pass the second time by what its first run left", async () => {
  const leaves = 'test -e left -o -e "$HOME/left" && exit 0; touch left "$HOME/left"; exit 1';
  const laid = await layCommission({ project: {}, checks: checked(leaves) });
  const { facts } = await laid.run(async ({ layout }) => {
    writeFileSync(`${layout.work}/lamp.txt`, "lit\n");
    return says();
  });
  expect(exitsOf(facts)).toEqual([1, 1]);
});

test("checks find their git, with the work in it and nothing that can be written", async () => {
  const looks = [
    "git ls-files --error-unmatch lamp.txt",
    'test "$(git diff --cached --name-only HEAD -- lamp.txt)" = lamp.txt',
    "git log --oneline -1",
    "git status --porcelain",
  ];
  const laid = await layCommission({ project: {}, checks: checked(...looks) });
  const { facts } = await laid.run(async ({ layout }) => {
    writeFileSync(`${layout.work}/lamp.txt`, "lit\n");
    return says();
  });
  expect(exitsOf(facts)).toEqual([0, 0, 0, 0]);
  expect(gitIn(laid.checkout, "status", "--porcelain")).toBe("");
});

function passes(command: string, directory: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", command], { cwd: directory, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function addSubmodule(checkout: string): void {
  const inner = `${checkout}/vendor`;
  mkdirSync(inner);
  gitIn(inner, "init", "-q");
  writeFileSync(`${inner}/a`, "");
  gitIn(inner, "add", "-A");
  gitIn(inner, "commit", "-q", "-m", "inner");
  const commit = gitIn(inner, "rev-parse", "HEAD");
  gitIn(checkout, "update-index", "--add", "--cacheinfo", `160000,${commit},vendor`);
  gitIn(checkout, "commit", "-q", "-m", "with a submodule");
  gitIn(checkout, "branch", "-f", "claude/main");
  rmSync(inner, { recursive: true });
}
