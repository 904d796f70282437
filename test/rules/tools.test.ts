import { describe, expect, test } from "bun:test";
import type { CommissionConfig } from "../../src/contract/commission.ts";
import { projectName } from "../../src/contract/ids.ts";
import {
  fileTools,
  type ToolboxMetadata,
  toolboxMetadata,
  type WorkerMetadata,
  workerMetadata,
} from "../../src/contract/package.ts";
import { systemToolboxes, wireName } from "../../src/contract/system-toolboxes.ts";
import { defaultConfig, hallConfig } from "../../src/contract/config.ts";
import { grantFor, narrowLimits, projectBounds } from "../../src/rules/grant.ts";
import { beyond, narrow, resolveTools, wireNames } from "../../src/rules/tools.ts";
import { toolboxOf, workerOf } from "../harness/packages.ts";

const worker = (more: Record<string, unknown> = {}): WorkerMetadata =>
  workerMetadata.parse(workerOf("w", more));
const box = (name: string, tools?: string[]): ToolboxMetadata =>
  toolboxMetadata.parse(toolboxOf(name, tools && { tools }));

/** What the hall gives every worker of a commission. */
const own = Object.entries(systemToolboxes).flatMap(([name, tools]) =>
  tools.map((tool) => wireName(name, tool)),
);
const boxes = [box("mail", ["send", "read_mail"]), box("verify"), box("unasked", ["spy"])];

describe("resolution", () => {
  test("gives a worker that declares nothing the file tools, base and commission, and nothing else", () => {
    const { tools, missing } = resolveTools({ worker: worker(), toolboxes: boxes });
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
    const { tools, missing } = resolveTools({ worker: worker(declared), toolboxes: boxes });
    expect([wireNames(tools), missing]).toEqual([expected, []]);
  });

  test("never gives what is the hall's own from a package, whatever it is called", () => {
    for (const name of ["manager", "meeting", "base", "commission"]) {
      const asking = { ...worker(), toolboxes: [name as WorkerMetadata["toolboxes"][number]] };
      const posing = { ...box("mail", ["create_commission"]) };
      const toolboxes = [
        { ...posing, identity: { ...posing.identity, name: name as typeof posing.identity.name } },
      ];
      const { tools, missing } = resolveTools({ worker: asking, toolboxes });
      expect(missing).toEqual([name]);
      expect(wireNames(tools)).toEqual([...fileTools.write, ...own]);
      expect(grantFor({ worker: asking, toolboxes, config: {}, project: null })).toMatchObject({
        ok: false,
        problem: { code: "missing_toolbox", message: expect.stringContaining(`"${name}"`) },
      });
    }
  });
});

describe("a missing toolbox", () => {
  const needy = worker({ toolboxes: ["calendar", "mail", "clock"] });
  const ask = (config: CommissionConfig) =>
    grantFor({ worker: needy, toolboxes: boxes, config, project: null });

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
    expect(ask({ maxTurns: 151 })).toMatchObject({ problem: { code: "widens" } });
    expect(ask({ tools: ["mcp__calendar__add"] })).toMatchObject({ problem: { code: "missing_toolbox" } });
    expect(ask({ tools: ["Read"] })).toMatchObject({ problem: { code: "missing_toolbox" } });
  });
});

describe("a commission", () => {
  const both = { worker: worker({ toolboxes: ["mail", "verify"] }), toolboxes: boxes, project: null };
  const toolsFor = (tools: string[]): unknown => {
    const granted = grantFor({ ...both, config: { tools } });
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
    projects: { high: { limits: { maxTurns: 300, maxSeconds: 60 } }, low: { limits: { maxBudgetUsd: 1 } } },
  });
  const limitsFor = (project: string | null, config: CommissionConfig, hall = {}): unknown => {
    const bounds = projectBounds(projects, project === null ? null : projectName.parse(project));
    const granted = grantFor({ worker: worker(), toolboxes: [], config, project: bounds });
    if (!granted.ok) return granted.problem.message;
    const { maxTurns, maxBudgetUsd, maxSeconds } = narrowLimits(granted.grant.limits, hall);
    return [maxTurns, maxBudgetUsd, maxSeconds];
  };

  test.each<[string, string | null, CommissionConfig, object, unknown]>([
    ["the package's alone", null, {}, {}, [150, 5, null]],
    ["the project's in their place, higher or lower", "high", {}, {}, [300, 5, 60]],
    ["the project's, where it names some", "low", {}, {}, [150, 1, null]],
    ["of a project without any, the package's", "other", {}, {}, [150, 5, null]],
    ["the commission's, within the project's", "high", { maxTurns: 200, maxSeconds: 30 }, {}, [200, 5, 30]],
    [
      "the hall's last, which narrow without a word",
      "high",
      { maxTurns: 200 },
      { maxTurns: 100 },
      [100, 5, 60],
    ],
    [
      "no more than the project allows",
      "high",
      { maxTurns: 301 },
      {},
      'config.maxTurns is 301; project "high" allows at most 300.',
    ],
    [
      "no more than the package allows, where the project is silent",
      "high",
      { maxBudgetUsd: 6 },
      {},
      'config.maxBudgetUsd is 6; worker "w" allows at most 5.',
    ],
    [
      "no more than a lower project allows",
      "low",
      { maxBudgetUsd: 4 },
      {},
      'config.maxBudgetUsd is 4; project "low" allows at most 1.',
    ],
  ])("are %s", (_, project, config, hall, expected) =>
    expect(limitsFor(project, config, hall)).toEqual(expected),
  );

  test("of a project named like something every object has are the package's", () => {
    expect(projectBounds(defaultConfig.projects, projectName.parse("constructor"))).toEqual({
      name: "constructor",
      limits: {},
    });
  });
});
