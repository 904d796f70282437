// Loads a toolbox package and reads the tools that it exports. If one tool is invalid, the whole toolbox is refused and
// the tool is named, because a worker must not run with only some of its tools.
import { z } from "zod";
import { toolName } from "../../contract/package/package.ts";
import type { Toolbox, ToolboxContext, ToolDefinition } from "../../contract/kit/index.ts";
import { issueWords } from "../../base/text/thrown-text.ts";
import type { ToolboxPackage } from "./discover.ts";
import { broken, callExport, type PackageCode } from "./package-code.ts";
import { readShape } from "./tool-schema.ts";

export interface ToolboxLoading extends Pick<PackageCode, "load" | "clock"> {
  toolbox: ToolboxPackage;
  context: Omit<ToolboxContext, "z" | "tool">;
}

const maxTools = 128;

const definition = z.strictObject({
  name: toolName,
  description: z.string("expected a text").trim().min(1, "it is empty").max(10_000),
  input: z.unknown(),
  readOnly: z.boolean("expected true or false").optional(),
  effect: z.literal("outward", 'expected "outward", or nothing').optional(),
  handle: z.custom<ToolDefinition["handle"]>((value) => typeof value === "function", "expected a function"),
});

export async function loadToolbox(loading: ToolboxLoading): Promise<Toolbox> {
  const { toolbox, load, clock } = loading;
  const { name } = toolbox.metadata.identity;
  const code = { failure: `Toolbox "${name}" cannot be loaded`, entry: toolbox.entry, load, clock };
  const context: ToolboxContext = { ...loading.context, z, tool: (given) => given };
  const exported = await callExport(code, { name: "tools", context });
  const tools = readTools(code, exported);
  refuseDoubles(code, tools);
  refuseOthers(code, { tools, declared: toolbox.metadata.tools });
  return { name, tools };
}

function readTools(code: PackageCode, exported: unknown): ToolDefinition[] {
  if (!Array.isArray(exported)) throw broken(code, '"tools" did not return a list of tools');
  if (exported.length === 0) throw broken(code, '"tools" returned no tool');
  if (exported.length > maxTools)
    throw broken(code, `"tools" returned ${exported.length} tools; at most ${maxTools} are allowed`);
  return exported.map((given: unknown, at) => readTool(code, { given, at }));
}

function readTool(code: PackageCode, { given, at }: { given: unknown; at: number }): ToolDefinition {
  const which = `tool ${at + 1}${nameOf(given)}`;
  const parsed = definition.safeParse(given);
  if (!parsed.success) throw broken(code, `${which}: ${issueWords(parsed.error.issues)}`);
  const { input, readOnly, effect, ...rest } = parsed.data;
  if (readOnly && effect) throw broken(code, `${which}: it is readOnly and acts on the world; it can be one`);
  const shape = readShape(input);
  if (typeof shape === "string") throw broken(code, `${which}: ${shape}`);
  return { ...rest, input: shape, ...(readOnly && { readOnly }), ...(effect && { effect }) };
}

function nameOf(given: unknown): string {
  const name = z.object({ name: z.string() }).safeParse(given).data?.name;
  return name === undefined ? "" : ` "${name.slice(0, 64)}"`;
}

function refuseDoubles(code: PackageCode, tools: readonly ToolDefinition[]): void {
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw broken(code, `two of its tools are named "${twice}"`);
}

interface Compared {
  tools: readonly ToolDefinition[];
  /** The names of the tools in the package's metadata. `undefined` if it lists none. */
  declared: readonly string[] | undefined;
}

function refuseOthers(code: PackageCode, { tools, declared }: Compared): void {
  if (declared === undefined) return;
  const names = tools.map(({ name }) => name);
  const missing = declared.filter((name) => !names.includes(name));
  const extra = names.filter((name) => !declared.includes(name));
  if (missing.length + extra.length === 0) return;
  const differs = [
    ...missing.map((name) => `"${name}" is named there and not exported`),
    ...extra.map((name) => `"${name}" is exported and not named there`),
  ];
  throw broken(code, `guildHall.tools of its package.json differs: ${differs.join(", ")}`);
}
