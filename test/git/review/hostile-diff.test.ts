// A finished work that means harm by what it changed: every change of it is shown or named, and none is run or followed.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createReviewOperations } from "../../../src/hall/operations/review-operations.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { keptAt, withChecks } from "../../harness/ledger/checked.ts";
import { commissionAfter, completed } from "../../harness/ledger/histories.ts";
import { tempDir } from "../../harness/temp.ts";
import { leaveWork, openTestProject } from "../project.ts";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join("");
const names = [
  "-x.txt",
  "$(touch canary).txt",
  "<img src=x onerror=alert(1)>.txt",
  "evil\u202etxt.exe",
  "a\nb.txt",
];

test("a submodule, a rename, a link out, a binary, one line of 5 MB and odd names, in one diff", async () => {
  const project = await openTestProject({ "old.txt": lines(30), "sub.txt": "s\n", "link.txt": "l\n" });
  const { checkout, deps } = project;
  const canary = join(tempDir(), "canary");
  const work = leaveWork(project, 1, {
    "old.txt": null,
    "sub.txt": null,
    "link.txt": null,
    "new.txt": lines(31),
    "long.js": `const line = "${"y".repeat(5_000_000)}";\n`,
    "binary.bin": "\0\u0001\0binary",
    ".gitattributes": "* diff=evil filter=evil\n",
    ".gitmodules": `[submodule "sub"]\n\tpath = sub\n\turl = ext::touch ${canary}\n\tupdate = !touch ${canary}\n`,
    ...Object.fromEntries(names.map((name) => [name, "odd\n"])),
  });
  const place = join(tempDir(), "place");
  gitIn(checkout, "worktree", "add", "-q", "--no-checkout", "--detach", place, work.tip);
  gitIn(place, "read-tree", work.tip);
  gitIn(place, "update-index", "--add", "--cacheinfo", `160000,${work.tip},sub`);
  writeFiles(place, { target: "/etc/passwd" });
  const target = gitIn(place, "hash-object", "-w", "target");
  gitIn(place, "update-index", "--add", "--cacheinfo", `120000,${target},link.txt`);
  gitIn(place, "commit", "-q", "--amend", "-m", "Means harm");
  const tip = gitIn(place, "rev-parse", "HEAD");
  gitIn(checkout, "update-ref", `refs/heads/${work.tree.branch}`, tip);
  for (const key of ["diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge"])
    gitIn(checkout, "config", key, `touch ${canary}`);

  const tree = { ...work.tree };
  const commission = commissionAfter(
    withChecks(completed, []).map((body) => {
      if (body.type === "commission.dispatched") return { ...body, tree };
      const outcome = { ...keptAt(tip), branch: tree.branch };
      return body.type === "finish.applied" ? { ...body, tree: outcome } : body;
    }),
  );
  const review = createReviewOperations({ git: deps, find: async () => commission, isKnown: () => true });
  const { id } = commission.record.request;
  const found = await review.diff({ params: { id }, query: {} });
  if (!found.ok) throw new Error(found.problem.message);
  const { files, total } = found.value;
  const byPath = new Map(files.map((file) => [file.path, file]));
  expect(total).toBe(files.length);
  expect([...byPath.keys()]).toEqual(expect.arrayContaining(names));
  expect(byPath.get("new.txt")).toMatchObject({ change: "renamed", from: "old.txt" });
  expect(byPath.get("sub")?.patch).toContain(`+Subproject commit ${work.tip}`);
  expect(byPath.get("link.txt")?.patch).toContain("+/etc/passwd");
  expect(byPath.get("link.txt")?.patch).not.toContain("root:");
  expect(byPath.get("long.js")).toMatchObject({ patch: null });
  expect(byPath.get("binary.bin")).toMatchObject({ additions: null });
  const alone = await review.diff({ params: { id }, query: { path: "long.js" } });
  expect(alone.ok).toBe(true);
  expect(existsSync(canary)).toBe(false);
});
