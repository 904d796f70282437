// What a worker looks up in the history of its project counts as read where it holds marked work.
import { afterEach, describe, expect, test } from "bun:test";
import { marksIn } from "../../harness/git/repositories.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { commitOn, numbered } from "../../git/project.ts";
import { levels, setUpHistory } from "./history.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const offered of opened.splice(0)) await offered.close();
});

/** Beside the commission's own branch there are two of others, one of them marked. */
async function setUp(level: Parameters<typeof setUpHistory>[0] = {}) {
  const history = await setUpHistory(level);
  history.open();
  opened.push(history.offered);
  const { checkout, git, home, tree, recorded, call } = history;
  const strange = commitOn(checkout, "main", { "brief.md": "words of strangers\n" });
  const plain = commitOn(checkout, "main", { "plain.md": "own words\n" });
  git("branch", "strange", strange);
  git("branch", "plain", plain);
  const { projects } = hallConfig.parse({ projects: { [tree.project]: { path: checkout, branch: "main" } } });
  const trees = createTrees({
    home,
    disk: systemDisk,
    clock: systemClock,
    searchPath: process.env["PATH"] ?? "",
    log: { warn: () => undefined },
    projects: () => projects,
    marks: marksIn(home),
  });
  await trees.mark({ id: numbered(1), project: tree.project, commit: strange, at: "2026-11-16T19:00:00Z" });
  return { call, recorded, strange, tree: git("rev-parse", "strange^{tree}") };
}

describe.each(levels)("git-history %s", (_name, level) => {
  test("records that marked work was shown, by whatever name it was asked for", async () => {
    const { call, recorded, strange, tree } = await setUp({ level });
    const looks: [string, object][] = [
      ["show", { revision: "strange" }],
      ["show", { revision: "strange", path: "brief.md" }],
      ["show", { revision: tree }],
      ["show", { revision: strange.slice(0, 12) }],
      ["log", { to: "strange" }],
      ["diff", { to: "strange" }],
      ["diff", { from: "strange" }],
    ];
    for (const [tool, input] of looks) {
      recorded.length = 0;
      const { text } = await call(tool, input);
      expect([tool, input, text.length > 0, recorded]).toEqual([
        tool,
        input,
        true,
        [{ type: "history.read", marked: [strange] }],
      ]);
    }
  });

  test("control: history without marked work records nothing", async () => {
    const { call, recorded } = await setUp({ level });
    await call("status", {});
    await call("log", {});
    await call("diff", {});
    await call("show", { revision: "HEAD" });
    await call("show", { revision: "main" });
    await call("show", { revision: "plain", path: "plain.md" });
    await call("log", { to: "plain" });
    await call("diff", { from: "main", to: "plain" });
    expect(recorded).toEqual([]);
  });
});
