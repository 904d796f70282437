// Commissions that wait for documents of a real repository, whatever the documents are called.
import { afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { closeConductors, request, settled, setUpConductor } from "../../harness/conductor.ts";
import { commitFiles, gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";

afterEach(closeConductors);

const project = projectName.parse("acme");
const admission = { ...defaultConfig.admission, startsPerSecond: Infinity };

test.each([
  ".lore/specs/parser.md",
  "-rf",
  "$(touch canary)",
  "`touch canary`; touch canary",
  ":(glob)**",
  "*.md",
  "a b/ü 'quoted\".md",
  ".lore/specs",
])("%j is looked for by its very name, and runs nothing", async (path) => {
  const checkout = makeRepository();
  gitIn(checkout, "branch", "claude/main");
  const deps = treesDeps();
  deps.set({ acme: { path: checkout, branch: "main" } });
  const settings = () => ({ ...defaultConfig, slots: 0, admission, projects: deps.projects() });
  const hall = await setUpConductor({ trees: createTrees(deps), settings });
  const conductor = hall.open();
  const id = await hall.accept(conductor, { ...request, project, after: [path] });
  expect(hall.ledger.summary(id)).toMatchObject({
    status: "blocked",
    blockedBy: [`waits for ${path} on claude/main`],
  });
  // On the person's own branch it is not there yet.
  commitFiles(checkout, { [path === ".lore/specs" ? `${path}/x.md` : path]: "words\n" });
  conductor.reconsider();
  gitIn(checkout, "branch", "-f", "claude/main", "main");
  conductor.reconsider();
  await settled(() => hall.ledger.summary(id)?.status === "pending");
  expect(existsSync(`${checkout}/canary`)).toBe(false);
});

test("a repository that has gone keeps it waiting, says so, and is found again", async () => {
  const checkout = makeRepository({ "spec.md": "words\n" });
  gitIn(checkout, "branch", "claude/main");
  const deps = treesDeps();
  deps.set({ acme: { path: `${checkout}-moved`, branch: "main" } });
  const settings = () => ({ ...defaultConfig, slots: 0, admission, projects: deps.projects() });
  const hall = await setUpConductor({ trees: createTrees(deps), settings });
  const conductor = hall.open();
  const id = await hall.accept(conductor, { ...request, project, after: ["spec.md"] });
  expect(hall.ledger.summary(id)?.blockedBy[0]).toStartWith(
    "waits for spec.md on claude/main, where the hall could not look for it: ",
  );
  deps.set({ acme: { path: checkout, branch: "main" } });
  conductor.reconsider();
  await settled(() => hall.ledger.summary(id)?.status === "pending");
});
