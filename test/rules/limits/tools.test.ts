import { describe, expect, test } from "bun:test";
import {
  type CommissionConfig,
  type CreatedBy,
  createdBy,
} from "../../../src/contract/commission/commission.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import {
  fileTools,
  type ToolboxMetadata,
  toolboxMetadata,
  type WorkerMetadata,
  workerMetadata,
} from "../../../src/contract/package/package.ts";
import { type WorkContext, systemToolsIn } from "../../../src/contract/package/system-toolboxes.ts";
import { defaultConfig, hallConfig } from "../../../src/contract/home/config.ts";
import { grantFor, narrowLimits, projectBounds, refuseLimits } from "../../../src/rules/limits/grant.ts";
import { beyond, narrow, resolveTools, wireNames } from "../../../src/rules/limits/tools.ts";
import { toolboxOf, workerOf } from "../../harness/packages/packages.ts";

const worker = (more: Record<string, unknown> = {}): WorkerMetadata =>
  workerMetadata.parse(workerOf("w", more));
const box = (name: string, tools?: string[]): ToolboxMetadata =>
  toolboxMetadata.parse(toolboxOf(name, tools && { tools }));

/** What the hall gives every worker of a commission. */
const own = systemToolsIn("commission");
/** Of no project, and not sent back. */
const plain = { context: "commission", model: undefined, project: null, hasComments: false } as const;
const boxes = [box("mail", ["send", "read_mail"]), box("verify"), box("unasked", ["spy"])];

describe("resolution", () => {
  test("gives a worker that declares nothing the file tools, base and commission, and nothing else", () => {
    const { tools, missing } = resolveTools({ worker: worker(), toolboxes: boxes, context: "commission" });
    expect(missing).toEqual([]);
    expect(wireNames(tools)).toEqual(["Read", "Grep", "Glob", "Write", "Edit", ...own]);
    expect(tools.toolboxes.map(({ name }) => name)).toEqual(["base", "commission"]);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["one that only reads has no tool that writes", { files: "read" }, [...fileTools.read, ...own]],
    [
      "declared built-in tools come on top",
      { files: "read", builtInTools: ["WebFetch", "Bash"] },
      [...fileTools.read, "WebFetch", "Bash", ...own],
    ],
    [
      "a file tool that is named as well is there once",
      { builtInTools: ["Read", "Write", "Bash"] },
      [...fileTools.write, "Bash", ...own],
    ],
    [
      "a toolbox gives the tools it names",
      { toolboxes: ["mail"] },
      [...fileTools.write, ...own, "mcp__mail__send", "mcp__mail__read_mail"],
    ],
    [
      "one that names none gives all that it will have",
      { toolboxes: ["verify", "mail"] },
      [...fileTools.write, ...own, "mcp__verify__*", "mcp__mail__send", "mcp__mail__read_mail"],
    ],
  ])("is exact: %s", (_, declared, expected) => {
    const { tools, missing } = resolveTools({
      worker: worker(declared),
      toolboxes: boxes,
      context: "commission",
    });
    expect([wireNames(tools), missing]).toEqual([expected, []]);
  });

  test("gives no toolbox of the hall in a kind of work that it does not belong to", () => {
    const elsewhere = "elsewhere" as WorkContext;
    const { tools } = resolveTools({ worker: worker(), toolboxes: boxes, context: elsewhere });
    expect(wireNames(tools)).toEqual([...fileTools.write]);
  });

  test("never gives what is the hall's own from a package, whatever it is called", () => {
    for (const name of ["manager", "meeting", "base", "commission", "review"]) {
      const asking = { ...worker(), toolboxes: [name as WorkerMetadata["toolboxes"][number]] };
      const posing = { ...box("mail", ["create_commission"]) };
      const toolboxes = [
        { ...posing, identity: { ...posing.identity, name: name as typeof posing.identity.name } },
      ];
      const { tools, missing } = resolveTools({ worker: asking, toolboxes, context: "commission" });
      expect(missing).toEqual([name]);
      expect(wireNames(tools)).toEqual([...fileTools.write, ...own]);
      expect(
        grantFor({ worker: asking, toolboxes, config: {}, createdBy: "person", ...plain }),
      ).toMatchObject({
        ok: false,
        problem: { code: "missing_toolbox", message: expect.stringContaining(`"${name}"`) },
      });
    }
  });
});

describe("a commission with comments", () => {
  const order = {
    worker: worker({ toolboxes: ["mail"] }),
    toolboxes: boxes,
    context: "commission" as const,
    createdBy: "person" as const,
    model: undefined,
  };
  const toolsFor = (hasComments: boolean, config: CommissionConfig = {}) => {
    const granted = grantFor({ ...order, config, project: null, hasComments });
    return granted.ok ? wireNames(granted.grant.tools) : granted.problem.message;
  };
  const review = ["mcp__review__read_comments", "mcp__review__answer_comment"];

  test("has the tools to read and answer them on top, and another has exactly those it always had", () => {
    const without = wireNames(resolveTools(order).tools);
    expect(toolsFor(false)).toEqual(without);
    expect(toolsFor(true)).toEqual([...without, ...review]);
  });

  test("is narrowed like any other, and no other may ask for these tools", () => {
    expect(toolsFor(true, { tools: ["Read"] })).toEqual(["Read"]);
    expect(toolsFor(true, { tools: ["Read", ...review] })).toEqual(["Read", ...review]);
    expect(toolsFor(false, { tools: ["Read", ...review] })).toBe(
      `Worker "w" does not have ${review.join(", ")}.`,
    );
  });

  test("is not given the tools of a package that took the name", () => {
    const posing = { ...box("mail", ["spy"]) };
    const identity = { ...posing.identity, name: "review" as typeof posing.identity.name };
    const granted = grantFor({
      ...order,
      toolboxes: [...boxes, { ...posing, identity }],
      config: {},
      project: null,
      hasComments: true,
    });
    expect(granted.ok && wireNames(granted.grant.tools).filter((name) => name.includes("review"))).toEqual(
      review,
    );
  });
});

describe("a missing toolbox", () => {
  const needy = worker({ toolboxes: ["calendar", "mail", "clock"] });
  const ask = (config: CommissionConfig) =>
    grantFor({ worker: needy, toolboxes: boxes, config, createdBy: "person", ...plain });

  test("is refused by name, as a kind of its own", () => {
    expect(ask({})).toEqual({
      ok: false,
      problem: {
        code: "missing_toolbox",
        message: expect.stringMatching(
          /^Worker "w" needs the toolboxes "calendar", "clock", which are not installed/,
        ),
        hint: expect.any(String),
      },
    });
  });

  test("comes after everything else that is wrong, and also when its tools are not wanted", () => {
    expect(ask({ tools: ["Bash"] })).toMatchObject({ problem: { code: "widens" } });
    expect(ask({ tools: ["mcp__calendar__add"] })).toMatchObject({ problem: { code: "missing_toolbox" } });
    expect(ask({ tools: ["Read"] })).toMatchObject({ problem: { code: "missing_toolbox" } });
  });
});

describe("a commission", () => {
  const both = { worker: worker({ toolboxes: ["mail", "verify"] }), toolboxes: boxes, ...plain };
  const toolsFor = (tools: string[]): unknown => {
    const granted = grantFor({ ...both, config: { tools }, createdBy: "person" });
    return granted.ok ? granted.grant.tools : granted.problem.code;
  };

  test.each<[string[], unknown]>([
    [["Read", "mcp__mail__send"], { builtIn: ["Read"], toolboxes: [{ name: "mail", tools: ["send"] }] }],
    [
      ["mcp__verify__run_check", "mcp__verify__list__all"],
      { builtIn: [], toolboxes: [{ name: "verify", tools: ["run_check", "list__all"] }] },
    ],
    [["mcp__verify__*"], { builtIn: [], toolboxes: [{ name: "verify", tools: null }] }],
    [[], { builtIn: [], toolboxes: [] }],
    [["mcp__verify__"], "widens"],
    [["mcp__mail__*"], "widens"],
    [["mcp__mail__delete"], "widens"],
    [["mcp__unasked__spy"], "widens"],
    [["mcp__manager__dispatch"], "widens"],
    [["mcp__verifyx__run"], "widens"],
    [["Bash"], "widens"],
    [["Task"], "widens"],
  ])("that asks for %j", (tools, expected) => expect(toolsFor(tools)).toEqual(expected));

  test("that names no tools has all that was resolved", () => {
    const { tools } = resolveTools(both);
    expect(narrow(tools, undefined)).toBe(tools);
    expect(beyond(tools, wireNames(tools))).toEqual([]);
  });
});

describe("limits", () => {
  const { projects } = hallConfig.parse({
    projects: {
      high: { limits: { maxTurns: 300, maxSeconds: 60 } },
      low: { limits: { maxBudgetUsd: 1 } },
      capped: { limits: { maxTurns: 40 }, ceiling: { maxTurns: 60, maxBudgetUsd: 3 } },
    },
  });
  const orderFor = (project: string | null, config: CommissionConfig, by: CreatedBy) => ({
    worker: worker(),
    toolboxes: [],
    config,
    createdBy: by,
    context: "commission" as const,
    hasComments: false,
    model: undefined,
    project: projectBounds(projects, project === null ? null : projectName.parse(project)),
  });
  const limitsFor = (
    project: string | null,
    config: CommissionConfig,
    hall = {},
    by: CreatedBy = "person",
  ): unknown => {
    const granted = grantFor(orderFor(project, config, by));
    if (!granted.ok) return granted.problem.message;
    const { maxTurns, maxBudgetUsd, maxSeconds } = narrowLimits(granted.grant.limits, hall);
    return [maxTurns, maxBudgetUsd, maxSeconds];
  };

  test.each<[string, string | null, CommissionConfig, object, unknown]>([
    ["the package's alone", null, {}, {}, [150, 5, null]],
    ["the project's in their place, higher or lower", "high", {}, {}, [300, 5, 60]],
    ["the project's, where it names some", "low", {}, {}, [150, 1, null]],
    ["of a project without any, the package's", "other", {}, {}, [150, 5, null]],
    ["the commission's, below the project's", "high", { maxTurns: 200, maxSeconds: 30 }, {}, [200, 5, 30]],
    ["the commission's, above the project's", "high", { maxTurns: 301 }, {}, [301, 5, 60]],
    ["the commission's, above the package's", null, { maxBudgetUsd: 20, maxTurns: 400 }, {}, [400, 20, null]],
    ["no more than the hall allows", "high", { maxTurns: 400 }, { maxTurns: 100 }, [100, 5, 60]],
    ["no more than the project's ceiling allows", "capped", { maxTurns: 90 }, {}, [60, 3, null]],
    ["within the project's ceiling without being asked", "capped", {}, {}, [40, 3, null]],
  ])("of a person's request are %s", (_, project, config, hall, expected) =>
    expect(limitsFor(project, config, hall)).toEqual(expected),
  );

  test("of a request that no person made are never above a default", () => {
    for (const by of createdBy.options.filter((each) => each !== "person")) {
      expect(limitsFor("high", { maxTurns: 301, maxBudgetUsd: 6, maxSeconds: 61 }, {}, by)).toEqual([
        300, 5, 60,
      ]);
      expect(limitsFor("high", { maxTurns: 10, maxBudgetUsd: 1, maxSeconds: 5 }, {}, by)).toEqual([10, 1, 5]);
    }
  });

  const refusals: [string, string | null, CommissionConfig, object, string | null][] = [
    ["more than a default", "high", { maxTurns: 10_000, maxBudgetUsd: 500, maxSeconds: 90 }, {}, null],
    ["as much as the bounds", "capped", { maxTurns: 60, maxBudgetUsd: 2 }, { maxBudgetUsd: 2 }, null],
    [
      "more than the hall allows",
      null,
      { maxTurns: 301 },
      { maxTurns: 300 },
      "config.maxTurns is 301; the hall allows at most 300 (limits.maxTurns in config.yaml).",
    ],
    [
      "more than the project's ceiling",
      "capped",
      { maxBudgetUsd: 3.5 },
      { maxBudgetUsd: 50 },
      'config.maxBudgetUsd is 3.5; project "capped" allows at most 3 (projects.capped.ceiling.maxBudgetUsd in config.yaml).',
    ],
    [
      "more than the narrower of both",
      "capped",
      { maxTurns: 61 },
      { maxTurns: 50 },
      "config.maxTurns is 61; the hall allows at most 50 (limits.maxTurns in config.yaml).",
    ],
  ];
  test.each(refusals)("a person who asks for %s is answered so", (_, project, config, hall, message) => {
    const refusal = refuseLimits(orderFor(project, config, "person"), hall);
    expect(refusal?.problem.message ?? null).toBe(message);
    if (message !== null)
      expect(refusal?.problem).toMatchObject({ code: "widens", hint: expect.stringContaining("config set") });
  });

  test("nobody else may ask for more than a default, and is told whose it is", () => {
    const ask = (project: string | null, config: CommissionConfig) =>
      refuseLimits(orderFor(project, config, "hall"), {})?.problem.message ?? null;
    expect(ask(null, { maxTurns: 151 })).toBe(
      'config.maxTurns is 151; worker "w" has at most 150 (its package).',
    );
    expect(ask("high", { maxTurns: 301 })).toBe(
      'config.maxTurns is 301; project "high" has at most 300 (projects.high.limits.maxTurns in config.yaml).',
    );
    expect(ask("high", { maxTurns: 300, maxSeconds: 60 })).toBeNull();
    expect(ask(null, { maxSeconds: 9000 })).toBeNull();
  });

  test("of a project named like something every object has are the package's", () => {
    expect(projectBounds(defaultConfig.projects, projectName.parse("constructor"))).toEqual({
      name: "constructor",
      limits: {},
      ceiling: {},
    });
  });
});
