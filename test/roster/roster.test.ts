import { describe, expect, test } from "bun:test";
import type { WorkerMetadata } from "../../src/contract/package.ts";
import { installed } from "../../src/host/program.ts";
import { activateWorker } from "../../src/roster/activate.ts";
import { discoverPackages, findByName } from "../../src/roster/discover.ts";
import { commissionGuidance } from "../../src/rules/prompts.ts";
import type { CommissionConfig } from "../../src/contract/commission.ts";
import type { Ceiling } from "../../src/contract/limits.ts";
import { grantFor, narrowLimits, resolveTools, wireNames } from "../../src/rules/tools.ts";

const researcherTools = [
  "Read",
  "Grep",
  "Glob",
  "WebSearch",
  "WebFetch",
  "mcp__base__read_memory",
  "mcp__base__write_memory",
  "mcp__base__list_memory",
  "mcp__base__record_decision",
  "mcp__commission__report_progress",
  "mcp__commission__submit_result",
  "mcp__commission__log_question",
];

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
  expect(wireNames(resolveTools({ worker: metadata, toolboxes: [] }).tools).sort()).toEqual(
    [...researcherTools].sort(),
  );
});

/** Without toolboxes or a project. */
const grantAlone = (worker: WorkerMetadata, config: CommissionConfig) =>
  grantFor({ worker, config, toolboxes: [], project: null });

const unbounded = { maxSeconds: null, memoryMb: null, processes: null, diskMb: null };

describe("a grant", () => {
  test("is of each limit the smallest that the worker, the commission or the hall names", async () => {
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
    };
    expect(limitsOf({}, ceiling)).toEqual(hall);
    expect(limitsOf({ maxTurns: 120, maxSeconds: 60 }, ceiling)).toEqual({ ...hall, maxSeconds: 60 });
    expect(limitsOf({ maxTurns: 7, maxSeconds: 900 }, ceiling)).toEqual({ ...hall, maxTurns: 7 });
    expect(limitsOf({ maxSeconds: 900 }, {})).toMatchObject({ maxTurns: 150, maxSeconds: 900 });
    const hasty = { ...metadata, limits: { ...metadata.limits, maxSeconds: 30 } };
    expect(grantAlone(hasty, { maxSeconds: 31 })).toMatchObject({ ok: false });
  });

  test("may be narrowed by a commission and never widened", async () => {
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
    for (const config of [{ tools: ["Bash"] }, { maxTurns: 151 }, { maxBudgetUsd: 5.01 }]) {
      expect(grantAlone(metadata, config)).toMatchObject({
        ok: false,
        problem: { code: "widens" },
      });
    }
  });
});

describe("activation", () => {
  const activateWith = async (activate: unknown) => {
    const worker = await researcher();
    const granted = grantAlone(worker.metadata, {});
    if (!granted.ok) throw new Error("not granted");
    return activateWorker({
      worker,
      grant: granted.grant,
      guidance: "GUIDANCE",
      memory: "MEMORY",
      load: async () => ({ activate }),
    });
  };

  test("of the real researcher puts its posture first and the hall's guidance after it", async () => {
    const worker = await researcher();
    const granted = grantAlone(worker.metadata, {});
    if (!granted.ok) throw new Error("not granted");
    const { systemPrompt } = await activateWorker({
      worker,
      grant: granted.grant,
      guidance: commissionGuidance,
      memory: "# Memory",
      load: (entry) => import(entry),
    });
    expect(systemPrompt.indexOf("You are the researcher")).toBeLessThan(
      systemPrompt.indexOf("How this hall works"),
    );
    expect(systemPrompt).toEndWith("# Memory");
  });

  test("that has no place for what is remembered gets it at its end, and one that has gets it once", async () => {
    const { systemPrompt } = await activateWith(() => ({ systemPrompt: "p" }));
    expect(systemPrompt).toBe("p\n\nMEMORY");
    const own = await activateWith(({ memory }: { memory: string }) => ({ systemPrompt: `p ${memory} q` }));
    expect(own.systemPrompt).toBe("p MEMORY q");
  });

  test("may give up tools and limits", async () => {
    const { grant } = await activateWith(() => ({
      systemPrompt: "p",
      tools: ["Read"],
      limits: { maxTurns: 2, maxBudgetUsd: 99, maxSeconds: 60 },
    }));
    expect(wireNames(grant.tools)).toEqual(["Read"]);
    expect(grant.limits).toEqual({ ...unbounded, maxTurns: 2, maxBudgetUsd: 5, maxSeconds: 60 });
  });

  test("that asks for more, throws, or returns nonsense fails and names the worker", async () => {
    const bad: [unknown, RegExp][] = [
      [() => ({ systemPrompt: "p", tools: ["Bash"] }), /not granted: Bash/],
      [() => ({ systemPrompt: "" }), /returned something else/],
      [() => 7, /returned something else/],
      [
        () => {
          throw new Error("boom");
        },
        /boom/,
      ],
      [async () => Promise.reject(new Error("later")), /later/],
      ["not a function", /does not export/],
    ];
    for (const [activate, message] of bad) {
      await expect(activateWith(activate)).rejects.toThrow(message);
      await expect(activateWith(activate)).rejects.toMatchObject({ code: "activation" });
    }
  });
});
