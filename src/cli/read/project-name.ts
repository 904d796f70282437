// Reads the project name that a person typed, and checks it before the hall is asked.
import { projectName, type ProjectName } from "../../contract/home/ids.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { parameter, type CommandInput } from "../table/command.ts";

export function typedProject(input: CommandInput): { ok: true; name: ProjectName } | Refusal {
  const typed = parameter(input, 0);
  const name = projectName.safeParse(typed);
  if (name.success) return { ok: true, name: name.data };
  return refuse("usage", `<name> is "${typed}": ${name.error.issues[0]?.message ?? "not a name"}.`);
}
