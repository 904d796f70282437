// The commands of a take-over that the page gives to copy.
import { expect, test } from "bun:test";
import { takeUndoReport } from "../../src/contract/project/take.ts";
import { commandLine, undoLine } from "../../web/views/projects/take-words.ts";

test("the copied undo is the hall's own command, which looks again before git resets anything", () => {
  const [before, after] = ["a".repeat(40), "b".repeat(40)];
  const report = takeUndoReport.parse({
    project: "acme",
    dryRun: true,
    branch: { name: "main", before, after },
    checkedOut: "/home/ada/acme",
    command: ["reset", "--keep", after],
    moved: false,
  });
  expect(undoLine(report)).toBe("guild-hall take acme --undo");
});

test("the copied merge is quoted for a shell", () => {
  expect(commandLine("/home/ada/acme", ["merge", "-m", "Merge branch 'claude/main'", "abc"])).toBe(
    `git -C /home/ada/acme merge -m 'Merge branch '\\''claude/main'\\''' abc`,
  );
});
