// What a member's process is told, and nothing else: no credential of the person is in it.
import { markName, markValue } from "../../../rules/member/launch-mark.ts";

export interface MemberEnvironment {
  /** The hall's own, as it hands it to its programs. */
  plain: Readonly<Record<string, string>>;
  /** Where the gateway is, and what opens it in the place of a credential. */
  gateway: Readonly<Record<string, string>>;
  secret: string;
  slots: number;
  /** How much of what it remembers a job is given; null: as the member has it by itself. */
  memoryTokens: number | null;
}

/** HOME is for programs whose runtime lies there. */
const passedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "BUN_RUNTIME_TRANSPILER_CACHE_PATH"];

export function environmentOf(order: MemberEnvironment): Record<string, string> {
  const { plain, gateway, secret, slots, memoryTokens } = order;
  return {
    ...Object.fromEntries(passedOn.flatMap((name) => (name in plain ? [[name, plain[name] ?? ""]] : []))),
    ...gateway,
    GUILD_MEMBER_SECRET: secret,
    GUILD_MEMBER_SLOTS: String(slots),
    ...(memoryTokens !== null && { GUILD_MEMBER_MEMORY_TOKENS: String(memoryTokens) }),
    [markName]: markValue(secret),
  };
}
