// `dying-bench.ts HOME COMMISSION BENCH WHEN`: runs a workbench in its own process, whose session only writes
// a file. It kills itself right after it has recorded the fact WHEN, or in the earlier step that WHEN names.
import { readFileSync, writeFileSync } from "node:fs";
import { homeLayout, workLayout } from "../../src/contract/home/home-layout.ts";
import { commissionId } from "../../src/contract/home/ids.ts";
import { runScripted, says, treesOf } from "./git/tree-bench.ts";

const [root = "", given, bench = "1", when = ""] = process.argv.slice(2);
const home = homeLayout(root);
const id = commissionId.parse(given);
const journal = workLayout(home, id, null).journal(Number(bench));

function dieIf(isTime: boolean): void {
  if (isTime) process.kill(process.pid, "SIGKILL");
}

function lastFact(): string {
  const line = readFileSync(journal, "utf8").trimEnd().split("\n").at(-1) ?? "{}";
  return (JSON.parse(line) as { type: string }).type;
}

const trees = treesOf(home);
await runScripted(
  home,
  { id, bench: Number(bench) },
  {
    session: async ({ layout }) => {
      writeFileSync(`${layout.work}/a.txt`, "lit\n");
      dieIf(when === "in the session");
      return says();
    },
    changes: {
      nudge: () => dieIf(lastFact() === when),
      trees: {
        ...trees,
        make: async (order) => {
          const made = await trees.make(order);
          dieIf(when === "in making the tree");
          return made;
        },
        snapshot: async (order) => {
          const taken = await trees.snapshot(order);
          dieIf(when === "in holding the work fast");
          return taken;
        },
      },
    },
  },
);
