// A key under a name that the person chose, as it is typed: "projects.acme.limits.maxTurns".
import { configMaps } from "../contract/config.ts";
import { projectName } from "../contract/ids.ts";
import { suggest } from "../rules/suggest.ts";
import { configSchema, schemaAt, sectionOf } from "./expectation.ts";

/** What is wrong with it; null: nothing. undefined: it is no key of this kind. */
export function mapKeyProblem(key: string): string | null | undefined {
  const [map = "", name, ...rest] = key.split(".");
  if (!(configMaps as readonly string[]).includes(map)) return undefined;
  if (name === undefined) return `needs a name after it, such as ${map}.acme.`;
  const named = projectName.safeParse(name);
  if (!named.success)
    return `has the name "${name}": ${named.error.issues[0]?.message ?? "it cannot be used"}.`;
  for (let depth = 1; depth <= rest.length; depth++) {
    const problem = partProblem([map, name, ...rest.slice(0, depth)]);
    if (problem !== null) return problem;
  }
  return null;
}

function partProblem(path: readonly string[]): string | null {
  const schema = configSchema();
  const part = path.at(-1) ?? "";
  if (part !== "" && schemaAt(schema, path) !== undefined) return null;
  const parent = path.slice(0, -1);
  const known = Object.keys(sectionOf(schemaAt(schema, parent) ?? {}).properties ?? {});
  if (known.length === 0) return `goes too far: ${parent.join(".")} is one value.`;
  const near = suggest(part, known);
  const meant = near === undefined ? `Known there: ${known.join(", ")}.` : `Did you mean "${near}"?`;
  return `has "${part}", which is no key of ${parent.join(".")}. ${meant}`;
}
