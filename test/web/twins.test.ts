// Nothing can be done only on the page: every request of its that changes something has a command that does the same.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { readFileSync } from "node:fs";
import { routes, type RouteName } from "../../src/contract/api/api.ts";
import { commandTable } from "../../src/cli/table/command-table.ts";
import type { CommissionDraft } from "../../web/views/new/draft.ts";

/** By route: the command, and the options for whatever the page can say with it. */
const twins: Partial<Record<RouteName, readonly [command: string, ...options: string[]]>> = {
  create: ["commission"],
  answer: ["answer"],
  tell: ["tell"],
  redispatch: ["redispatch", "note", "fresh", "max-turns", "max-usd", "max-minutes"],

  cancel: ["cancel", "reason"],
  remove: ["delete", "failed-too"],
  attentionDefer: ["defer", "until"],
  attentionRecall: ["recall"],
  memberStart: ["members start"],
  memberStop: ["members stop"],
  projectAdd: ["project add", "dry-run"],
  projectRemove: ["project remove", "dry-run"],
  projectSync: ["project sync", "dry-run"],
  accept: ["review accept"],
  sendBack: ["review send-back", "note", "comment"],
  reject: ["review reject", "reason"],
  undo: ["undo"],
  seen: ["review seen"],
  projectTake: ["take", "dry-run"],
  projectTakeUndo: ["take", "undo"],
  setUpApprove: ["project approve", "yes"],
  worktreesPrune: ["worktrees", "prune"],
  memoryWrite: ["memory edit", "if-version"],
  memoryForget: ["memory forget"],
  memoryRevert: ["memory revert"],
  memoryCompact: ["memory compact"],
  configChange: ["config set"],
  attach: ["commission", "file"],
  pageForget: ["browsers forget"],
};

/** Where each part of a new commission is typed; null: it is a word of its own. */
const typed: Record<keyof CommissionDraft, string | null> = {
  worker: null,
  task: null,
  project: "project",
  title: "title",
  files: "file",
  after: "after",
  checks: "check",
  labels: "label",
  maxTurns: "max-turns",
  maxBudgetUsd: "max-usd",
  maxMinutes: "max-minutes",
  model: "model",
  without: "tool",
  checkMinutes: "check-minutes",
  keepWorktree: "keep-worktree",
  onRed: "on-red",
  land: "land",
  rehearsal: "rehearsal",
};

const names = Object.keys(routes) as RouteName[];

/** Where the page calls one of several, it says so by their type. */
function askedFor(): RouteName[] {
  const sources = [...new Glob("web/{api,store,shell,views,parts}/**/*.{ts,tsx}").scanSync(".")];
  const text = sources.map((path) => readFileSync(path, "utf8")).join("\n");
  const called = [...text.matchAll(/\bcall\("(\w+)"|\(to: ("\w+"(?: \| "\w+")+)\)/g)];
  const found = called.flatMap(([, one, several]) => one ?? several?.match(/\w+/g) ?? []);
  return names.filter((name) => found.includes(name));
}

test("every change that the page can ask for has its command, and nothing else stands in the list", () => {
  const changes = askedFor().filter((name) => routes[name].method !== "GET");
  expect(changes.toSorted()).toEqual(Object.keys(twins).toSorted() as RouteName[]);
  expect(askedFor()).toContain("detail");
});

test.each(Object.entries(twins))(
  "%s is done by a command with all that the page can say",
  (_, [name, ...own]) => {
    expect(Object.keys(commandTable)).toContain(name);
    for (const option of own) expect(Object.keys(commandTable[name]?.options ?? {})).toContain(option);
  },
);

test("every part of a new commission can be typed", () => {
  const options = Object.keys(commandTable["commission"]?.options ?? {});
  for (const option of Object.values(typed)) if (option !== null) expect(options).toContain(option);
});
