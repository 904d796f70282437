// Turns the tools of guild members into toolboxes for a session that may use them. A member without tools gets no
// toolbox.
import { bridgeName, canWork, type MemberName } from "../../../contract/member/member.ts";
import { reservedNames } from "../../../contract/home/ids.ts";
import type { Toolbox, ToolAnswer, ToolCall, ToolDefinition } from "../../../contract/kit/index.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";
import type { BridgedMember } from "./bridge.ts";
import { shapeFrom } from "./passed-schema.ts";
import { failed, said } from "./stranger.ts";
import type { MemberTool, MCPServerHandle } from "./mcp-server-handle.ts";

export interface ToolServersDeps {
  tools(name: MemberName): Promise<MCPServerHandle | null>;
}

export interface ToolServers {
  toolboxes: Toolbox[];
  /** A sentence for each member or tool that was left out, with the reason. */
  problems: string[];
}

/** Starts each member and asks for its tools. If one member cannot be asked, the others are not affected. */
export async function toolServersFor(
  deps: ToolServersDeps,
  { members, signal }: { members: readonly BridgedMember[]; signal: AbortSignal },
): Promise<ToolServers> {
  const bridges = members.filter(canWork).map(({ name }) => bridgeName(name));
  const asked = { deps, signal, taken: new Set([...reservedNames, "hall", ...bridges]) };
  const served = await Promise.all(members.map(({ name }) => serveOne(asked, name)));
  return {
    toolboxes: served.flatMap(({ toolboxes }) => toolboxes),
    problems: served.flatMap(({ problems }) => problems),
  };
}

interface Serving {
  deps: ToolServersDeps;
  signal: AbortSignal;
  /** Names that a member's toolbox may not have. */
  taken: ReadonlySet<string>;
}

async function serveOne({ deps, signal, taken }: Serving, name: MemberName): Promise<ToolServers> {
  if (taken.has(name))
    return leftOut(
      `The tools of the guild member ${name} are left out: a toolbox of this name is there already.`,
    );
  try {
    const handle = await deps.tools(name);
    return passAll(deps, { member: name, listed: (await handle?.listTools(signal)) ?? [] });
  } catch (error) {
    return leftOut(`The tools of the guild member ${name} are left out: ${thrownText(error)}`);
  }
}

function leftOut(problem: string): ToolServers {
  return { toolboxes: [], problems: [problem] };
}

interface Listed {
  member: MemberName;
  listed: readonly MemberTool[];
}

const maxTools = 128;

function passAll(deps: ToolServersDeps, { member, listed }: Listed): ToolServers {
  const distinct = [...new Map(listed.map((tool) => [tool.name, tool])).values()];
  const passed = distinct.slice(0, maxTools).map((tool) => passOn(deps, { member, tool }));
  const tools = passed.filter((tool) => typeof tool !== "string");
  const problems = passed.filter((tool) => typeof tool === "string");
  if (distinct.length > maxTools)
    problems.push(
      `The guild member ${member} has ${distinct.length} tools: ${maxTools} of them are offered.`,
    );
  return { toolboxes: tools.length === 0 ? [] : [{ name: member, tools }], problems };
}

interface Passed {
  member: MemberName;
  tool: MemberTool;
}

const maxDescription = 2000;
/** A valid name of a tool. The member's name is put before it, and the model's API must accept the result. */
const fitName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns the tool as a session calls it, or why it is left out. Its effect is unknown, so each call counts as one that
 * changes something outside the commission (`outward`).
 */
function passOn(deps: ToolServersDeps, { member, tool }: Passed): ToolDefinition | string {
  const { name, description, inputSchema } = tool;
  const leave = (why: string) => `A tool of the guild member ${member} is left out: ${why}.`;
  if (!fitName.test(name))
    return leave("its name is not one of 1 to 64 letters, digits, dashes and underscores");
  const input = shapeFrom(inputSchema);
  if (typeof input === "string") return leave(`${name}: ${input}`);
  return {
    name,
    description: description.slice(0, maxDescription),
    input,
    effect: "outward",
    handle: (args, call) => invoke(deps, { member, tool, args, call }),
  };
}

interface Invoked extends Passed {
  args: Readonly<Record<string, unknown>>;
  call: ToolCall;
}

async function invoke(deps: ToolServersDeps, { member, tool, args, call }: Invoked): Promise<ToolAnswer> {
  const { callKey, signal } = call;
  try {
    const handle = await deps.tools(member);
    if (handle === null) return { isError: true, text: `The guild member ${member} is not there any more.` };
    const { text, isError } = await handle.invokeTool(tool.name, args, signal);
    return { text: said({ member, text, callKey }), isError };
  } catch (error) {
    if (signal.aborted) throw error;
    return failed({ member, error, callKey, advice: "It may have acted all the same." });
  }
}
