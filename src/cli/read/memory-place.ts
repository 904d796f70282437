// Reads the scope, key and version that a person typed, and checks them before the hall is asked.
import type { MemoryPlace } from "../../client/memory.ts";
import { memoryKey, memoryScope, type MemoryScope } from "../../contract/memory/memory.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { parameter, type CommandInput } from "../table/command.ts";

export function typedScope(input: CommandInput): { ok: true; scope: MemoryScope } | Refusal {
  const scope = memoryScope.safeParse(parameter(input, 0));
  return scope.success
    ? { ok: true, scope: scope.data }
    : wrong(`<scope> is "${parameter(input, 0)}"`, scope.error);
}

export function typedPlace(input: CommandInput): { ok: true; place: MemoryPlace } | Refusal {
  const scope = typedScope(input);
  if (!scope.ok) return scope;
  const key = memoryKey.safeParse(parameter(input, 1));
  if (!key.success) return wrong(`<key> is "${parameter(input, 1)}"`, key.error);
  return { ok: true, place: { scope: scope.scope, key: key.data } };
}

export function typedVersion(what: string, typed: string): { ok: true; version: number } | Refusal {
  if (/^[1-9][0-9]{0,8}$/.test(typed)) return { ok: true, version: Number(typed) };
  return refuse("usage", `${what} is "${typed}" and must be the number of a version, from 1.`);
}

function wrong(what: string, { issues }: { issues: readonly { message: string }[] }): Refusal {
  return refuse("usage", `${what}: ${issues[0]?.message ?? "this cannot be"}.`);
}
