// Checks whether `claude` started with exactly what was ordered. The SDK silently ignores unknown tool names, and
// starts without a tool server that did not connect. A worker must not work with tools other than those it declares.
import type { InitMessage } from "./messages.ts";
import type { SessionOrder } from "./open-session.ts";
import { servedBoxes } from "./served-boxes.ts";

export type ExpectedTools = Pick<SessionOrder, "builtInTools" | "toolboxes" | "standIns">;

/** Returns a sentence that names what differs. `null` if nothing does. */
export function findActivationProblem(init: InitMessage, expected: ExpectedTools): string | null {
  const problems = [...serverProblems(init, expected), ...toolProblems(init, expected)];
  return problems.length === 0 ? null : `claude did not start as ordered: ${problems.join("; ")}.`;
}

function expectedToolNames(expected: ExpectedTools): string[] {
  const ours = servedBoxes(expected).flatMap((box) => box.tools.map((tool) => tool.wireName));
  return [...expected.builtInTools, ...ours];
}

function serverProblems(init: InitMessage, expected: ExpectedTools): string[] {
  const boxes = servedBoxes(expected);
  const status = new Map(init.mcp_servers.map((server) => [server.name, server.status]));
  const missing = boxes
    .filter((box) => status.get(box.name) !== "connected")
    .map((box) => `toolbox "${box.name}" is ${status.get(box.name) ?? "missing"}`);
  const ours = new Set(boxes.map((box) => box.name));
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
