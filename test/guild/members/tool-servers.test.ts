// Members with tools in a session: who is offered, under which names, with which schemas.
import { afterEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { type MemberName, memberName } from "../../../src/contract/member/member.ts";
import { shapeFrom } from "../../../src/guild/members/calls/passed-schema.ts";
import {
  createMCPServerHandle,
  type MemberTool,
} from "../../../src/guild/members/calls/mcp-server-handle.ts";
import { toolServersFor } from "../../../src/guild/members/calls/tool-servers.ts";
import { modernMember, olderMember, stopMcpMembers } from "./mcp-members.ts";
import { depsFor } from "./raw-member.ts";

afterEach(stopMcpMembers);

const named = (name: string, capabilities: string[] = []) => ({ name: memberName.parse(name), capabilities });
const { signal } = new AbortController();
const call = { callKey: "c-1:call", signal };

function at(urls: Record<string, string>) {
  const tools = async (name: MemberName) => {
    const url = urls[name];
    if (url === undefined) throw new Error(`Guild member "${name}" did not start.`);
    return createMCPServerHandle({ ...depsFor(url), name, stop: async () => undefined });
  };
  return { tools };
}

function offering(...tools: MemberTool[]) {
  const handle = {
    stop: async () => undefined,
    listTools: async () => tools,
    invokeTool: async () => ({ text: "done", isError: false }),
  };
  return { tools: async () => handle };
}

describe("the tools of members", () => {
  test("are offered where there are any, whoever takes work besides", async () => {
    const deps = at({
      worker: modernMember([]).url,
      hybrid: modernMember().url,
      tooler: olderMember().url,
    });
    const members = [
      named("worker", ["worker"]),
      named("hybrid", ["worker"]),
      named("tooler"),
      named("gone"),
    ];
    const { toolboxes, problems } = await toolServersFor(deps, { members, signal });
    expect(toolboxes.map(({ name, tools }) => [name, tools.map((tool) => tool.name)])).toEqual([
      ["hybrid", ["echo"]],
      ["tooler", ["echo"]],
    ]);
    expect(problems).toEqual([
      'The tools of the guild member gone are left out: Guild member "gone" did not start.',
    ]);
    const [echo] = toolboxes[0]?.tools ?? [];
    expect(echo?.effect).toBe("outward");
    const said = await echo?.handle({ words: "hello" }, call);
    expect(said?.text).toMatch(/<member [0-9a-f]{12}>\nhello\n<\/member/);
    const refused = await echo?.handle({ words: "fail" }, call);
    expect([refused?.isError, refused?.text.includes("I cannot")]).toEqual([true, true]);
  });

  test("say so when the member is gone", async () => {
    const member = modernMember();
    const { toolboxes } = await toolServersFor(at({ echoer: member.url }), {
      members: [named("echoer")],
      signal,
    });
    await member.stop();
    const told = await toolboxes[0]?.tools[0]?.handle({ words: "x" }, call);
    expect(told?.isError).toBe(true);
    expect(told?.text).toStartWith('Guild member "echoer" was asked tools/call: it sent no complete answer');
  });

  test("are left out where their toolbox would have another's name", async () => {
    const deps = offering({ name: "x", description: "", inputSchema: {} });
    const members = [named("base"), named("scribe", ["worker"]), named("scribe-dispatch"), named("hall")];
    const { toolboxes, problems } = await toolServersFor(deps, { members, signal });
    expect(toolboxes.map(({ name }) => name)).toEqual(["scribe"]);
    expect(problems).toHaveLength(3);
  });

  test("are left out where they have no name that can be used, and come once under one name", async () => {
    const schema = { type: "object" };
    const deps = offering(
      { name: "fine", description: "x".repeat(5000), inputSchema: schema },
      { name: "fine", description: "again", inputSchema: schema },
      { name: "not fine", description: "", inputSchema: schema },
      { name: "x".repeat(65), description: "", inputSchema: schema },
      { name: "long", description: "", inputSchema: { description: "x".repeat(70_000) } },
    );
    const { toolboxes, problems } = await toolServersFor(deps, { members: [named("scribe")], signal });
    expect(toolboxes[0]?.tools.map(({ name }) => name)).toEqual(["fine"]);
    expect(toolboxes[0]?.tools[0]?.description.length).toBeLessThan(2001);
    expect(problems).toHaveLength(3);
  });

  test("are at most 128", async () => {
    const many = Array.from({ length: 200 }, (_, n) => ({ name: `t${n}`, description: "", inputSchema: {} }));
    const { toolboxes, problems } = await toolServersFor(offering(...many), {
      members: [named("scribe")],
      signal,
    });
    expect(toolboxes[0]?.tools).toHaveLength(128);
    expect(problems).toEqual(["The guild member scribe has 200 tools: 128 of them are offered."]);
  });
});

describe("the schema of an input", () => {
  const shown = (input: Record<string, unknown>): Record<string, unknown> => {
    const shape = shapeFrom(input);
    if (typeof shape === "string") throw new Error(shape);
    const { $schema: _, ...schema } = z.toJSONSchema(z.object(shape), { io: "input" });
    return schema;
  };

  test("is shown as the member wrote it", () => {
    const properties = {
      words: { type: "string", pattern: "^(a+)+$", description: "What" },
      how: { enum: ["loud", 3, null] },
      deep: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } },
      any: {},
    };
    const required = ["words", "deep"];
    expect(shown({ type: "object", properties, required })).toEqual({ type: "object", properties, required });
  });

  test("is not run: no pattern of a stranger's can hold the session up", () => {
    const shape = shapeFrom({
      properties: { words: { type: "string", pattern: "^(a+)+$" } },
      required: ["words"],
    });
    const schema = z.object(shape as z.ZodRawShape);
    expect(schema.safeParse({ words: `${"a".repeat(50)}!` }).success).toBe(true);
    expect(schema.safeParse({}).success).toBe(false);
  });

  test("has its references written out", () => {
    const input = {
      properties: { who: { $ref: "#/$defs/person", description: "The one" }, far: { $ref: "http://x/y" } },
      $defs: {
        person: { type: "object", properties: { age: { $ref: "#/$defs/age" } } },
        age: { type: "integer" },
      },
    };
    expect(shown(input)).toMatchObject({
      properties: {
        who: { type: "object", description: "The one", properties: { age: { type: "integer" } } },
        far: {},
      },
    });
  });

  test("that refers to itself without end is cut, or left out", () => {
    const one = {
      properties: { tree: { $ref: "#/$defs/t" } },
      $defs: { t: { properties: { t: { $ref: "#/$defs/t" } } } },
    };
    expect(JSON.stringify(shown(one)).length).toBeLessThan(1000);
    const refs = Array.from({ length: 500 }, () => ({ $ref: "#/$defs/t" }));
    const bomb = { properties: { tree: { $ref: "#/$defs/t" } }, $defs: { t: { anyOf: refs } } };
    const begun = performance.now();
    expect(shapeFrom(bomb)).toBeString();
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  test.each<[string, Record<string, unknown>]>([
    ["names that mean something to the shape", { properties: { a: { id: "x" }, b: { id: "x", $id: "y" } } }],
    ["a property that is true", { properties: { a: true } }],
    ["no properties", {}],
    ["a required that is no list", { properties: { a: {} }, required: "a" }],
    ["a property called __proto__", JSON.parse('{"properties":{"__proto__":{"type":"string"}}}')],
  ])("with %s can be shown", (_what, input) => {
    expect(shown(input)).toMatchObject({ type: "object" });
  });

  test("whose properties are none is a sentence", () => {
    expect(shapeFrom({ properties: [] })).toBe("its input has no properties");
  });
});
