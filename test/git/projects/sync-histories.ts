// Random histories of a person and the hall on one repository, and what must hold around every sync in them.
import fc from "fast-check";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTrees } from "../../../src/git/trees.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import {
  fsck,
  integration,
  leaveWork,
  openTestProject,
  personState,
  push,
  reachable,
  sync,
  type TestProject,
  tipOf,
  type Work,
  work,
} from "../project.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";

const files = ["x.txt", "y.txt", "dir/z.txt"] as const;
const lineCount = 6;

/** One line of one file gets another text: near enough to meet, far enough to go together. */
interface Edit {
  file: (typeof files)[number];
  line: number;
  text: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.constantFrom(...files),
  line: fc.integer({ min: 0, max: lineCount - 1 }),
  text: fc.constantFrom("a", "b", "c"),
});

export type Step =
  | { do: "work" | "push" | "leave" | "scribble"; edit: Edit }
  | { do: "finish" | "squash" | "merge" | "pick" | "revert" | "rewrite" | "sync" };

const plain = (name: Exclude<Step, { edit: Edit }>["do"]) => fc.constant<Step>({ do: name });
const edited = (name: Extract<Step, { edit: Edit }>["do"]) =>
  edit.map((given): Step => ({ do: name, edit: given }));

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: edited("work") },
    { weight: 4, arbitrary: edited("push") },
    { weight: 2, arbitrary: edited("leave") },
    { weight: 1, arbitrary: edited("scribble") },
    { weight: 2, arbitrary: plain("finish") },
    { weight: 2, arbitrary: plain("squash") },
    { weight: 1, arbitrary: plain("merge") },
    { weight: 1, arbitrary: plain("pick") },
    { weight: 1, arbitrary: plain("revert") },
    { weight: 1, arbitrary: plain("rewrite") },
    { weight: 4, arbitrary: plain("sync") },
  ),
  { minLength: 4, maxLength: 14 },
);

export type Syncing = typeof sync;

/** What a careless sync does. */
export const resetInstead: Syncing = async (project, dryRun) => {
  const report = await sync(project, true);
  const after = report.from.commit;
  if (dryRun !== true) gitIn(project.checkout, "update-ref", `refs/heads/${integration}`, after);
  return { ...report, into: { ...report.into, after } };
};

interface World {
  project: TestProject;
  syncing: Syncing;
  open: Work[];
  made: number;
  kinds: Set<string>;
}

/** Plays a history to its end. Throws what did not hold; gives which kinds of sync there were. */
export async function play(history: readonly Step[], syncing: Syncing = sync): Promise<Set<string>> {
  const start = Array.from({ length: lineCount }, (_, at) => `line ${at}\n`).join("");
  const project = await openTestProject(Object.fromEntries(files.map((file) => [file, start])));
  const world: World = { project, syncing, open: [], made: 0, kinds: new Set() };
  for (const step of [...history, { do: "sync" } as const]) await take(world, step);
  if (fsck(project) !== "") throw new Error(`fsck: ${fsck(project)}`);
  return world.kinds;
}

async function take(world: World, step: Step): Promise<void> {
  const { project } = world;
  const { checkout } = project;
  switch (step.do) {
    case "work":
      return void work(project, change(project, integration, step.edit));
    case "push":
      return maybe(checkout, () => push(project, change(project, "main", step.edit)));
    case "leave":
      return void world.open.push(
        leaveWork(project, (world.made += 1), {
          ...change(project, integration, step.edit),
          [`.lore/commissions/${world.made}.md`]: "A record.\n",
        }),
      );
    case "scribble":
      return scribble(project, step.edit);
    case "finish":
      return finishOne(world);
    case "squash":
      return maybe(checkout, () => {
        gitIn(checkout, "merge", "-q", "--squash", integration);
        gitIn(checkout, "commit", "-q", "--allow-empty", "-m", "Squashed");
      });
    case "merge":
      return maybe(checkout, () => gitIn(checkout, "merge", "-q", "--no-ff", "-m", "Merged", integration));
    case "pick":
      return maybe(checkout, () => gitIn(checkout, "cherry-pick", "--allow-empty", integration));
    case "revert":
      return maybe(checkout, () => gitIn(checkout, "revert", "--no-edit", "HEAD"));
    case "rewrite":
      return maybe(checkout, () => {
        gitIn(checkout, "reset", "-q", "--hard", "HEAD~1");
        gitIn(checkout, "commit", "-q", "--allow-empty", "-m", "Something else");
      });
    case "sync":
      return syncAndLook(world);
  }
}

function scribble({ place }: TestProject, { file, text }: Edit): void {
  mkdirSync(dirname(join(place.workTree, file)), { recursive: true });
  writeFileSync(join(place.workTree, file), `${text}\n`);
}

function change({ checkout }: TestProject, ref: string, { file, line, text }: Edit): Record<string, string> {
  const isThere = gitIn(checkout, "ls-tree", "--name-only", ref, "--", file) !== "";
  const lines = (isThere ? gitIn(checkout, "show", `${ref}:${file}`) : "").split("\n");
  lines[Math.min(line, lines.length - 1)] = `line ${line} ${text}`;
  return { [file]: `${lines.join("\n")}\n` };
}

/** What a person tries and takes back where it does not work. */
function maybe(checkout: string, act: () => unknown): void {
  const before = gitIn(checkout, "rev-parse", "HEAD");
  try {
    act();
  } catch {
    gitIn(checkout, "reset", "-q", "--hard", before);
    for (const what of ["merge", "cherry-pick", "revert"])
      Bun.spawnSync(["git", what, "--quit"], { cwd: checkout });
  }
}

async function finishOne({ project, open }: World): Promise<void> {
  const one = open.shift();
  if (!one) return;
  const trees = createTrees(project.deps);
  const before = tipOf(project, integration);
  const words = { message: "Work", people: commitPeople("writer", null), at: "2026-01-01T00:00:00.000Z" };
  const planned = await trees.prepareMerge({ ...one, ...words });
  if (planned.kind === "ready" && (await trees.merge(one.tree, planned)) !== "done") throw new Error("moved");
  if (planned.kind === "conflict" && tipOf(project, integration) !== before)
    throw new Error("moved by a conflict");
  if (planned.kind === "ready" && gitIn(project.checkout, "rev-parse", `${integration}^`) !== before)
    throw new Error("not one commit on the tip");
}

async function syncAndLook({ project, syncing, kinds }: World): Promise<void> {
  const scribbled = changedThere(project).map((path) => [path, read(project, path)] as const);
  const [person, commits, main, before] = [
    personState(project),
    reachable(project),
    tipOf(project, "main"),
    tipOf(project, integration),
  ];
  const planned = await syncing(project, true);
  const report = await syncing(project);
  kinds.add(report.kind);
  const now = tipOf(project, integration);
  const held: [string, boolean][] = [
    ["what was planned is what was done", planned.into.after === now && planned.kind === report.kind],
    ["the person's things are as they were", Bun.deepEquals(personState(project), person)],
    ["no commit is lost", commits.every((commit) => reachable(project).includes(commit))],
    [
      "a conflict changes nothing",
      report.kind !== "conflict" || (now === before && report.conflicts.length > 0),
    ],
    ["both branches are in it", report.kind === "conflict" || isIn(project, main, now)],
    ["the integration branch is in it", isIn(project, before, now)],
    [
      "what was written in the worktree is there",
      scribbled.every(([path, text]) => read(project, path) === text),
    ],
    ["without that it shows the branch", scribbled.length > 0 || isShown(project)],
  ];
  const broken = held.filter(([, holds]) => !holds).map(([what]) => what);
  if (broken.length > 0) throw new Error(`${broken.join("; ")}: ${JSON.stringify(report)}`);
}

/** What a person changed in the integration worktree, by the commit that it shows. */
function changedThere({ place }: TestProject): string[] {
  const shown = readFileSync(join(place.gitDir, "guild-hall-shown"), "utf8").trim();
  const changed = gitIn(place.workTree, "diff", "--name-only", shown);
  const untracked = gitIn(place.workTree, "ls-files", "--others");
  return `${changed}\n${untracked}`.split("\n").filter((path) => path !== "");
}

function read({ place }: TestProject, path: string): string | null {
  const file = join(place.workTree, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function isShown({ place }: TestProject): boolean {
  return gitIn(place.workTree, "status", "--porcelain", "--branch") === `## ${integration}`;
}

function isIn({ checkout }: TestProject, old: string, of: string): boolean {
  return Bun.spawnSync(["git", "merge-base", "--is-ancestor", old, of], { cwd: checkout }).exitCode === 0;
}

/** For a test of the test itself: a history that is known to hold every kind. */
export const everyKind: readonly Step[] = [
  { do: "sync" },
  { do: "push", edit: { file: "x.txt", line: 0, text: "a" } },
  { do: "sync" },
  { do: "work", edit: { file: "y.txt", line: 0, text: "a" } },
  { do: "squash" },
  { do: "sync" },
  { do: "work", edit: { file: "y.txt", line: 5, text: "b" } },
  { do: "push", edit: { file: "x.txt", line: 3, text: "b" } },
  { do: "sync" },
  { do: "work", edit: { file: "x.txt", line: 2, text: "c" } },
  { do: "push", edit: { file: "x.txt", line: 2, text: "a" } },
  { do: "sync" },
];
