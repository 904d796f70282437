// What a member's process is told, and nothing else: no credential of the person is in it.
import { markName, markValue } from "../rules/launch-mark.ts";

export interface MemberEnvironment {
  /** The hall's own, as it hands it to its programs. */
  plain: Readonly<Record<string, string>>;
  /** Where the gateway is, and what opens it in the place of a credential. */
  gateway: Readonly<Record<string, string>>;
  secret: string;
  slots: number;
}

/** HOME is for programs whose runtime lies there. */
const passedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "BUN_RUNTIME_TRANSPILER_CACHE_PATH"];

export function environmentOf({ plain, gateway, secret, slots }: MemberEnvironment): Record<string, string> {
  return {
    ...Object.fromEntries(passedOn.flatMap((name) => (name in plain ? [[name, plain[name] ?? ""]] : []))),
    ...gateway,
    GUILD_MEMBER_SECRET: secret,
    GUILD_MEMBER_SLOTS: String(slots),
    [markName]: markValue(secret),
  };
}
