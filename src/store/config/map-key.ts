// Checks a dotted key below a name that the person chose, such as "projects.acme.limits.maxTurns".
import { projectName } from "../../contract/home/ids.ts";
import { suggest } from "../../base/text/suggest.ts";
import { configSchema, schemaAt, sectionOf } from "./expectation.ts";

/** Returns what is wrong with the key; `null` if it can be set. */
export function mapKeyProblem(key: string): string | null {
  const [map = "", name = "", ...rest] = key.split(".");
  const named = projectName.safeParse(name);
  if (!named.success) return `the name "${name}" cannot be used: ${named.error.issues[0]?.message ?? ""}.`;
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
  if (known.length === 0) return `${parent.join(".")} is one value, and has no keys below it.`;
  const near = suggest(part, known);
  const meant = near === undefined ? `Known there: ${known.join(", ")}.` : `Did you mean "${near}"?`;
  return `"${part}" is not a key of ${parent.join(".")}. ${meant}`;
}
