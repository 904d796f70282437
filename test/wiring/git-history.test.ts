// The implementer on a real worktree, in a real session: it looks at the history, changes a file and reads its own change.
import { expect, test } from "bun:test";
import { readForWorkbench } from "../../src/store/config/read.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { wireWorkbench } from "../../src/workbench/main.ts";
import { runWorkbench } from "../../src/workbench/work/run.ts";
import { gitIn } from "../harness/git/repositories.ts";
import { script, submit } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { factsOf, layCommission } from "../harness/git/tree-bench.ts";

const look = (tool: string, input: object = {}) => ({ tool: `mcp__git-history__${tool}`, input });

const rehearsal = script([
  {
    expect: { toolsInclude: ["mcp__git-history__status", "mcp__git-history__show"] },
    use: [
      look("log"),
      look("show", { revision: "HEAD", path: "README.md" }),
      look("show", { revision: "--output=x" }),
    ],
  },
  {
    expect: {
      lastUserIncludes: ["Change README.md", "# Lamps", "expected a branch, a tag or the name of a commit"],
    },
    use: [
      { tool: "Read", input: { file_path: "README.md" } },
      { tool: "Write", input: { file_path: "new.txt", content: "new\n" } },
    ],
  },
  { use: [{ tool: "Write", input: { file_path: "README.md", content: "# Lanterns\n" } }] },
  { use: [look("diff"), look("status")] },
  {
    expect: {
      lastUserIncludes: [
        "New files, not in the diff:\nnew.txt",
        "-# Lamps\n+# Lanterns",
        " M README.md",
        "?? new.txt",
      ],
    },
    ...submit(),
  },
  { say: "Done." },
]);

test("a worker without a shell looks at the history and at its own change", async () => {
  const worker = packageName.parse("implementer");
  const { home, id, layout, checkout, hall } = await layCommission({
    project: {},
    request: () => ({ worker, rehearsal }),
  });
  const before = gitIn(checkout, "status", "--porcelain=2", "--branch");
  const deps = {
    ...wireWorkbench(home.root, await readForWorkbench(systemDisk, home)),
    print: () => undefined,
  };
  countSession();
  expect(await runWorkbench(deps, { id, bench: await hall.dispatch() })).toBe(0);
  const facts = await factsOf(layout, 1);
  expect(facts.at(-1)).toMatchObject({ type: "session.ended", end: { how: "normal" } });
  expect(gitIn(checkout, "status", "--porcelain=2", "--branch")).toBe(before);
}, 30_000);
