// Finds an item that needs a person (see `guild-hall needs`) by the first characters of its key.
import type { Client } from "../../client/client.ts";
import { type AttentionKey, attentionKey } from "../../contract/api/attention.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";

/** How many items are searched: as many as the hall lists at once. A complete key is always accepted. */
const most = 1000;
const shownMatches = 5;

export async function attentionKeyOf(
  attention: Pick<Client["attention"], "list">,
  typed: string,
): Promise<AttentionKey | Refusal> {
  const { items, deferred } = await attention.list({ limit: most });
  const keys = [...items, ...deferred].map(({ key }) => key);
  const whole = attentionKey.safeParse(typed).data;
  if (whole !== undefined && keys.includes(whole)) return whole;
  const [first, ...others] = typed === "" ? [] : keys.filter((key) => key.startsWith(typed));
  if (others.length > 0) return ambiguous(typed, keys);
  const meant = first ?? whole;
  return (
    meant ?? refuse("not_found", `"${typed.slice(0, 60)}" is not the key of anything that needs you.`, hint)
  );
}

function ambiguous(typed: string, keys: readonly string[]): Refusal {
  const found = keys.filter((key) => key.startsWith(typed));
  const shown = found.slice(0, shownMatches).join(", ");
  const more = found.length > shownMatches ? ", …" : "";
  return refuse(
    "ambiguous_id",
    `More than one key begins with "${typed}": ${shown}${more}.`,
    "Give more characters of the key.",
  );
}

const hint = 'Run "guild-hall needs --all" to see the keys.';
