// A program that finishes one commission as the hall does: planned, written down, moved to, brought along. It is killed
// at every step, and started again.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import type { Trees } from "../../../src/rules/project/trees.ts";
import { marksIn } from "../../harness/git/repositories.ts";
import type { Work } from "../project.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";

export interface Finishing {
  work: Work;
  home: string;
  checkout: string;
  searchPath: string;
  /** Where the plan is written down. */
  ledger: string;
}

type Line = { planned: { expected: string; commit: string } } | { applied: string };

export async function finish({ work, home, checkout, searchPath, ledger }: Finishing): Promise<string> {
  const { projects } = hallConfig.parse({ projects: { acme: { path: checkout, branch: "main" } } });
  const trees = createTrees({
    home: homeLayout(home),
    marks: marksIn(homeLayout(home)),
    disk: systemDisk,
    clock: systemClock,
    log: { warn: () => undefined },
    searchPath,
    projects: () => projects,
  });
  return goOn(trees, { work, ledger });
}

async function goOn(trees: Trees, { work, ledger }: Pick<Finishing, "work" | "ledger">): Promise<string> {
  for (;;) {
    const last = readLines(ledger).at(-1);
    if (last && "applied" in last) return last.applied;
    if (last && (await trees.merge(work.tree, last.planned)) === "done") {
      append(ledger, { applied: last.planned.commit });
      continue;
    }
    const words = {
      message: "Do the work",
      people: commitPeople("implementer", null),
      at: "2026-01-02T03:04:05.678Z",
    };
    const planned = await trees.prepareMerge({ ...work, ...words });
    if (planned.kind === "conflict") throw new Error("conflict");
    const { commit } = planned;
    append(ledger, planned.kind === "merged" ? { applied: commit } : { planned });
  }
}

export function readLines(ledger: string): Line[] {
  if (!existsSync(ledger)) return [];
  return readFileSync(ledger, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

function append(ledger: string, line: Line): void {
  appendFileSync(ledger, `${JSON.stringify(line)}\n`);
}

if (import.meta.main) await finish(JSON.parse(process.argv[2] ?? "") as Finishing);
