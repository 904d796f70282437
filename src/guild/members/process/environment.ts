// Builds the whole environment of a guild member's process. It contains no credential of the person.
import { markName, markValue } from "../../../rules/member/launch-mark.ts";

export interface MemberEnvironment {
  /** The environment that the hall passes to the programs that it starts. */
  plain: Readonly<Record<string, string>>;
  /** The variables with the address of the hall's gateway to the model, and the secret that replaces a credential. */
  gateway: Readonly<Record<string, string>>;
  secret: string;
  slots: number;
  /**
   * How many tokens of its memory (notes for later work) the member gives a job. `null` means the member's own default.
   */
  memoryTokens: number | null;
}

/** Variables that are copied from the hall's environment. HOME is there for programs whose runtime lies in it. */
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
