// The name of a project that a person typed, checked before anything is asked of the hall.
import { projectName, type ProjectName } from "../../contract/home/ids.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { parameter, type CommandInput } from "../table/command.ts";

export function typedProject(input: CommandInput): { ok: true; name: ProjectName } | Refusal {
  const typed = parameter(input, 0);
  const name = projectName.safeParse(typed);
  if (name.success) return { ok: true, name: name.data };
  return refuse("usage", `<name> is "${typed}": ${name.error.issues[0]?.message ?? "not a name"}.`);
}
