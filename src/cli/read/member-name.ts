// Reads the guild member that a person names on the command line, with or without its prefix.
import { type MemberName, memberName, memberPrefix } from "../../contract/member/member.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { type CommandInput, parameter } from "../table/command.ts";

export function typedMember(input: CommandInput): { ok: true; name: MemberName } | Refusal {
  const typed = parameter(input, 0);
  const bare = typed.startsWith(memberPrefix) ? typed.slice(memberPrefix.length) : typed;
  const parsed = memberName.safeParse(bare);
  if (parsed.success) return { ok: true, name: parsed.data };
  return refuse("usage", `<name> is "${typed}": ${parsed.error.issues[0]?.message ?? "not a name"}.`);
}
