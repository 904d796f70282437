// Checks of work for which only `.lore/` was checked out: they are run in the whole project, beside the worktree.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { checked, layCommission, says, type Session } from "../../harness/git/tree-bench.ts";

const writes: Session = async ({ layout }) => {
  mkdirSync(`${layout.work}/.lore`, { recursive: true });
  writeFileSync(`${layout.work}/.lore/new.md`, "a new document\n");
  return says();
};

test("they are run in the whole project, set up, with the work in it", async () => {
  const { run, layout, checkout } = await layCommission({
    checkout: "sparse",
    project: { copy: [".env"], setup: "test -f .lore/new.md && touch set-up" },
    checks: checked("cat README.md .lore/new.md .env && test -f set-up && touch by-check"),
  });
  writeFileSync(`${checkout}/.env`, "key=1\n");
  const { facts } = await run(writes);
  expect(facts.map(({ type }) => type)).toEqual([
    "bench.started",
    "tree.made",
    "work.finished",
    "setup.ran",
    "check.ran",
    "session.ended",
  ]);
  expect(facts[4]).toMatchObject({
    run: { exitCode: 0, output: expect.stringMatching(/a new document\nkey=1\n$/) },
  });
  expect(facts.at(-1)).toMatchObject({ end: says().end });
  // The worktree itself is as the worker left it.
  expect(readdirSync(layout.work).sort()).toEqual([".env", ".git", ".lore"]);

  // Another workbench that runs them again begins with a clean one.
  const again = await layCommission({
    checkout: "sparse",
    project: {},
    checks: checked("test ! -e by-check && touch by-check"),
  });
  const first = await again.run(writes);
  await again.hall.lose(first.bench);
  const second = await again.run(() => Promise.reject(new Error("a session was begun")));
  expect(second.facts).toContainEqual(
    expect.objectContaining({ type: "check.ran", run: expect.objectContaining({ exitCode: 0 }) }),
  );
});

test("a set-up that fails there is told, and nothing is checked", async () => {
  const { run, layout } = await layCommission({
    checkout: "sparse",
    project: { setup: "echo no network; exit 3" },
    checks: checked("true"),
  });
  const { facts } = await run(writes);
  expect(facts.map(({ type }) => type)).toEqual([
    "bench.started",
    "tree.made",
    "work.finished",
    "setup.ran",
    "setup.ran", // it may have failed for a moment
    "session.ended",
  ]);
  expect(facts.at(-1)).toMatchObject({
    end: { how: "setup", message: expect.stringContaining("exit code 3") },
  });
  expect(existsSync(`${layout.work}/.lore/new.md`)).toBe(true);
});

test("without checks neither the project nor its set-up is needed", async () => {
  const { run } = await layCommission({ checkout: "sparse", project: { setup: "exit 3" } });
  const { facts } = await run(writes);
  expect(facts.map(({ type }) => type)).toEqual([
    "bench.started",
    "tree.made",
    "work.finished",
    "session.ended",
  ]);
});
