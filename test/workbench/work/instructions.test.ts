// Where a worker finds the skills of its project, with a sandbox and without one, and what is recorded before it is told.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import type { ProjectName } from "../../../src/contract/home/ids.ts";
import { commissionBranch, type TreePlan } from "../../../src/contract/project/tree.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { createBenchTrees } from "../../../src/workbench/work/bench-trees.ts";
import { readInstructions, tellWords } from "../../../src/workbench/work/instructions.ts";
import { numbered, openTestProject } from "../../git/project.ts";
import { gitIn } from "../../harness/git/repositories.ts";

const id = numbered(1);
const treeOf = (project: ProjectName): TreePlan => ({
  project,
  repository: "/acme/.git",
  branch: commissionBranch(id),
  base: "0".repeat(40),
  into: "claude/main",
  checkout: "full",
});
const skill = { ".claude/skills/tag/SKILL.md": "---\ndescription: How to tag\n---\n" };

async function open(level: "bubblewrap" | "process", files: Readonly<Record<string, string>>) {
  const { deps, name, checkout } = await openTestProject({ "AGENTS.md": "Mine.\n", ...files });
  const instructions = { branch: "main", commit: gitIn(checkout, "rev-parse", "main") };
  const bench = { trees: createBenchTrees(deps), stopping: new AbortController().signal, home: deps.home };
  const words = await readInstructions(bench, { tree: treeOf(name), instructions });
  const told = tellWords(bench, { words, builtInTools: ["Read"], probe: { level }, id });
  return { told, skills: `${commissionLayout(deps.home, id).session}/skills` };
}

test("in a sandbox skills are mounted at a path of its own, and laid out once, only when they are needed", async () => {
  const { told, skills } = await open("bubblewrap", skill);
  expect(told.text).toContain("> /gh/skills/tag/SKILL.md (tag): How to tag");
  expect(told.readable).toEqual([]);
  expect(existsSync(skills)).toBe(false);
  const [one, two] = await Promise.all([told.mounts(), told.mounts()]);
  expect(one).toEqual([{ from: skills, to: "/gh/skills" }]);
  expect(two).toEqual(one);
  expect(existsSync(`${skills}/tag/SKILL.md`)).toBe(true);
});

test("without a sandbox they are read where they lie, in the commission's own directory", async () => {
  const { told, skills } = await open("process", skill);
  expect(told.text).toContain(`> ${skills}/tag/SKILL.md (tag): How to tag`);
  expect(told.readable).toEqual([skills]);
  expect(await told.mounts()).toEqual([]);
  expect(existsSync(`${skills}/tag/SKILL.md`)).toBe(true);
});

test("a project without skills has no mounts, and one without nested instructions no hook", async () => {
  const { told, skills } = await open("bubblewrap", {});
  expect(await told.mounts()).toEqual([]);
  expect(existsSync(skills)).toBe(false);
  expect(told.forFileTools("/gh/work", async () => undefined)).toBeNull();
});

test("instructions for a part are told only once they are recorded, and what cannot be recorded is not told", async () => {
  const { told } = await open("bubblewrap", { "web/AGENTS.md": "Web.\n" });
  const recorded: FactBody[] = [];
  const words = told.forFileTools("/gh/work", async (fact) => void recorded.push(fact));
  const call = { callId: "c1", tool: "Read", input: { file_path: "/gh/work/web/a.ts" } };
  expect(await words?.textsFor(call)).toEqual([expect.stringContaining("> Web.")]);
  expect(recorded).toMatchObject([
    { type: "instructions.added", callId: "c1", files: [{ path: "web/AGENTS.md" }] },
  ]);
  expect(await words?.textsFor({ ...call, callId: "c2" })).toEqual([]);
  expect(recorded).toHaveLength(1);

  const unrecorded = told.forFileTools("/gh/work", () => Promise.reject(new Error("The disk is full.")));
  await expect(unrecorded?.textsFor(call)).rejects.toThrow("The disk is full.");
});

test("a commission that was dispatched without them is told nothing", async () => {
  const { deps, name } = await openTestProject({ "AGENTS.md": "Mine.\n" });
  const bench = { trees: createBenchTrees(deps), stopping: new AbortController().signal, home: deps.home };
  const words = await readInstructions(bench, { tree: treeOf(name), instructions: null });
  const told = tellWords(bench, { words, builtInTools: ["Read"], probe: { level: "bubblewrap" }, id });
  expect({ ...told, mounts: await told.mounts(), forFileTools: null }).toEqual({
    text: "",
    fact: null,
    mounts: [],
    readable: [],
    forFileTools: null,
  });
});
