// Promise 7: a damaged ledger is set aside and named, and the rest goes on.
import { find } from "../machine/file-tree.ts";
import { breaks, home, type OpenHall, type World } from "../world.ts";

export function damageAtOpening(world: World, { ledger }: OpenHall): void {
  const shown = new Set([...ledger.summaries()].map(({ id }) => id));
  for (const { id, harmed, deletion } of world.known.values()) {
    if (!harmed.has("ledger") || deletion !== null || shown.has(id)) continue;
    const isKept = find(world.machine.tree, `${home.commissions}/${id}/events.jsonl.damaged`) !== undefined;
    const isNamed = ledger.problems.some((problem) => problem.includes(id));
    if (!isKept || !isNamed)
      breaks(world, "damage", `${id} is damaged, and ${isKept ? "not named" : "not kept"}.`);
  }
}
