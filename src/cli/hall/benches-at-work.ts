// Counts the commissions at work in a home without a hall: each workbench holds a lock as long as it lives.
import { readdir } from "node:fs/promises";
import { commissionId } from "../../contract/home/ids.ts";
import { commissionLayout, homeLayout } from "../../contract/home/home-layout.ts";
import { plural } from "../../base/text/plural.ts";
import { systemLocks } from "../../host/processes/locks.ts";

/** Returns a sentence that says how many commissions continue. `undefined` if there are none. */
export async function goesOnText(home: string): Promise<string | undefined> {
  const count = await countAtWork(home);
  if (count === 0) return undefined;
  const [verb, them] = count === 1 ? ["continues", "it"] : ["continue", "them"];
  return `${plural(count, "commission")} ${verb} without it; "guild-hall up" finds ${them} again.`;
}

async function countAtWork(home: string): Promise<number> {
  const layout = homeLayout(home);
  const names = await readdir(layout.commissions).catch(() => []);
  return names.filter((name) => {
    const id = commissionId.safeParse(name);
    return id.success && isHeld(commissionLayout(layout, id.data).benchLock);
  }).length;
}

/**
 * Returns whether the lock is held. A lock that cannot be checked is not counted: the count is only a hint.
 */
function isHeld(lock: string): boolean {
  try {
    return systemLocks.isHeld(lock);
  } catch {
    return false;
  }
}
