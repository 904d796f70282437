import { describe, expect, test } from "bun:test";
import type { WorkerMetadata } from "../../../src/contract/package/package.ts";
import { installed } from "../../../src/host/program.ts";
import { discoverPackages, findByName } from "../../../src/guild/roster/discover.ts";
import type { CommissionConfig } from "../../../src/contract/commission/commission.ts";
import type { Ceiling } from "../../../src/contract/commission/limits.ts";
import { grantFor, narrowLimits } from "../../../src/rules/limits/grant.ts";
import { resolveTools, wireNames } from "../../../src/rules/limits/tools.ts";
import { researcherTools } from "../../harness/members/researcher-tools.ts";

async function researcher() {
  const { workers, problems } = await discoverPackages([
    { directory: installed("workers"), source: "bundled" },
  ]);
  expect(problems).toEqual([]);
  const found = findByName(workers, "researcher");
  if (!found) throw new Error("the researcher is not there");
  return found;
}

test("discovery finds the bundled researcher with exactly its declared tools", async () => {
  const { metadata } = await researcher();
  expect(
    wireNames(resolveTools({ worker: metadata, toolboxes: [], context: "commission" }).tools).sort(),
  ).toEqual([...researcherTools].sort());
});

/** Without toolboxes or a project. */
const grantAlone = (worker: WorkerMetadata, config: CommissionConfig) =>
  grantFor({
    worker,
    config,
    createdBy: "person",
    toolboxes: [],
    project: null,
    hasComments: false,
    context: "commission",
    model: undefined,
  });

const unbounded = { maxSeconds: null, memoryMb: null, processes: null, diskMb: null, files: null };

describe("a grant", () => {
  test("is what the commission asks for, else what the worker declares, within what the hall allows", async () => {
    const { metadata } = await researcher();
    const ceiling = { maxTurns: 100, maxBudgetUsd: null, maxSeconds: 600, memoryMb: 64, diskMb: 9 };
    const limitsOf = (config: CommissionConfig, hall: Ceiling) => {
      const granted = grantAlone(metadata, config);
      return granted.ok ? narrowLimits(granted.grant.limits, hall) : granted;
    };
    const hall = {
      maxTurns: 100,
      maxBudgetUsd: 5,
      maxSeconds: 600,
      memoryMb: 64,
      processes: null,
      diskMb: 9,
      files: null,
    };
    expect(limitsOf({}, ceiling)).toEqual(hall);
    expect(limitsOf({ maxTurns: 120, maxSeconds: 60 }, ceiling)).toEqual({ ...hall, maxSeconds: 60 });
    expect(limitsOf({ maxTurns: 7, maxSeconds: 900 }, ceiling)).toEqual({ ...hall, maxTurns: 7 });
    expect(limitsOf({ maxSeconds: 900 }, {})).toMatchObject({ maxTurns: 150, maxSeconds: 900 });
    expect(limitsOf({ maxTurns: 300, maxBudgetUsd: 20 }, {})).toMatchObject({
      maxTurns: 300,
      maxBudgetUsd: 20,
    });
  });

  test("has the tools of the worker or fewer, never more", async () => {
    const { metadata } = await researcher();
    const config = { tools: ["Read", "mcp__commission__submit_result"], maxTurns: 3, model: "haiku" };
    const narrowed = grantAlone(metadata, config);
    expect(narrowed).toEqual({
      ok: true,
      grant: {
        tools: { builtIn: ["Read"], toolboxes: [{ name: "commission", tools: ["submit_result"] }] },
        limits: { ...unbounded, maxTurns: 3, maxBudgetUsd: 5 },
        model: "haiku",
      },
    });
    expect(grantAlone(metadata, { tools: ["Bash"] })).toMatchObject({
      ok: false,
      problem: { code: "widens" },
    });
  });
});
