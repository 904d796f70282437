// What a person reads before they let a set-up use the network: all of it, or a word of what is missing.
import { expect, test } from "bun:test";
import type { ChangedFile } from "../../../src/contract/commission/diff.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import type { SetUpTree } from "../../../src/contract/project/set-up.ts";
import { approvalLines } from "../../../src/cli/render/commission/approval.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";

const tree = "a".repeat(40);
const file: ChangedFile = {
  path: "install.sh",
  from: null,
  change: "modified",
  additions: 1,
  deletions: 0,
  patch: "diff --git a/install.sh b/install.sh\n@@ -1 +1 @@\n+true # \u202e\u001b[2K\n",
  why: null,
};

function linesOf(changes: Partial<SetUpTree>): string {
  const shown: SetUpTree = {
    project: projectName.parse("lamps"),
    tree,
    branch: "main",
    own: "b".repeat(40),
    isApproved: false,
    files: [file],
    total: 1,
    ...changes,
  };
  return approvalLines(shown, { paint: createPaint(false), width: 100, isDone: false }).join("\n");
}

test("nothing in a patch is hidden, or steers the terminal", () => {
  expect(linesOf({})).toContain("+true # \\u202e\\x1b[2K");
  expect(linesOf({})).not.toContain("Not all of it");
});

test.each<[string, Partial<SetUpTree>]>([
  ["more files than are listed", { total: 1001 }],
  ["a file whose patch is left out", { files: [{ ...file, patch: null, why: "It is too long." }] }],
])("%s is said, with what shows the rest", (_what, changes) => {
  expect(linesOf(changes)).toContain(
    `Not all of it is shown here. To see all of it, in your checkout: git diff main ${tree}`,
  );
});
