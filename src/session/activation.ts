// Whether `claude` started with exactly what was ordered. The SDK ignores unknown tool names in silence and
// starts without a tool server that did not connect; a worker with other tools than declared must not work.
import type { Toolbox } from "../kit/index.ts";
import type { InitMessage } from "./messages.ts";

export interface ExpectedTools {
  builtInTools: readonly string[];
  toolboxes: readonly Pick<Toolbox, "name" | "tools">[];
}

/** A sentence that names what differs, or null. */
export function findActivationProblem(init: InitMessage, expected: ExpectedTools): string | null {
  const problems = [...serverProblems(init, expected), ...toolProblems(init, expected)];
  return problems.length === 0 ? null : `claude did not start as ordered: ${problems.join("; ")}.`;
}

export function expectedToolNames({ builtInTools, toolboxes }: ExpectedTools): string[] {
  const ours = toolboxes.flatMap((box) => box.tools.map((tool) => `mcp__${box.name}__${tool.name}`));
  return [...builtInTools, ...ours];
}

function serverProblems(init: InitMessage, { toolboxes }: ExpectedTools): string[] {
  const status = new Map(init.mcp_servers.map((server) => [server.name, server.status]));
  const missing = toolboxes
    .filter((box) => status.get(box.name) !== "connected")
    .map((box) => `toolbox "${box.name}" is ${status.get(box.name) ?? "missing"}`);
  const ours = new Set(toolboxes.map((box) => box.name));
  const strange = [...status.keys()]
    .filter((name) => !ours.has(name))
    .map((name) => `tool server "${name}" was not ordered`);
  return [...missing, ...strange];
}

function toolProblems(init: InitMessage, expected: ExpectedTools): string[] {
  const names = expectedToolNames(expected);
  const ordered = new Set(names);
  const given = new Set(init.tools);
  return [
    ...names.filter((name) => !given.has(name)).map((name) => `tool ${name} is missing`),
    ...[...given].filter((name) => !ordered.has(name)).map((name) => `tool ${name} was not ordered`),
  ];
}
