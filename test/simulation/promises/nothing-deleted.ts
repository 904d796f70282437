// Promise 6: nothing that a worker wrote is deleted, but by a person's own delete. What git keeps: merged-once.ts.
import { commissionId } from "../../../src/contract/home/ids.ts";
import type { Known } from "../known.ts";
import { ledgerLines } from "../ledger-lines.ts";
import { textAt } from "../machine/file-tree.ts";
import type { FileAct } from "../machine/machine.ts";
import { breaks, home, type World } from "../world.ts";

const inCommissions = /^\/home\/commissions\/([0-9a-f-]{36})(?:\/(.*))?$/;
const inTrash = /^\/home\/trash\/([0-9a-f-]{36})(\.[a-z]+)?(?:\/|$)/;
/** Half-written files, and the session's private ones. */
const mayGo = /(^|\/)\.[^/]*\.draft$|^home(\/|$)/;

export function removalWatched(world: World, { by, did, path, to }: FileAct): void {
  if (did === "remove") checkRemoval(world, path, by.name);
  if (did === "rename" && to !== undefined) checkRename(world, path, to);
}

function checkRemoval(world: World, path: string, who: string): void {
  const [, id = "", rest = ""] = inCommissions.exec(path) ?? [];
  const isOurs = id === "" || mayGo.test(rest) || !knownOf(world, id);
  const [, trashed = "", how] = inTrash.exec(path) ?? [];
  const isDeleted = trashed === "" || (how === ".deleted" && knownOf(world, trashed)?.deletion);
  if (!isOurs || !isDeleted) breaks(world, "nothingDeleted", `${who} removed ${path}.`);
}

function checkRename(world: World, path: string, to: string): void {
  const [, id = "", rest = ""] = inCommissions.exec(path) ?? [];
  const known = knownOf(world, id);
  if (!known || mayGo.test(rest)) return;
  // Or given back its name, where the disk failed just then.
  const isSetAside = known.harmed.has("ledger") && `${path} ${to}`.includes("/events.jsonl.damaged");
  const isDeleted = to.startsWith(home.trash) && known.deletion !== null;
  if (!isSetAside && !isDeleted) breaks(world, "nothingDeleted", `${path} was moved to ${to}.`);
}

function knownOf({ known }: World, id: string): Known | undefined {
  const parsed = commissionId.safeParse(id);
  return parsed.success ? known.get(parsed.data) : undefined;
}

/** Every fact that a workbench was told is recorded stands in the ledger; every artifact is there. */
export function worksAtRest(world: World): void {
  const { tree } = world.machine;
  for (const known of world.known.values()) {
    if (known.deletion !== null || known.harmed.has("ledger")) continue;
    const directory = `${home.commissions}/${known.id}`;
    for (const [path, content] of known.artifacts) {
      if (textAt(tree, `${directory}/artifacts/${path}`) !== content)
        breaks(world, "nothingDeleted", `The artifact ${path} of ${known.id} is gone.`);
    }
    const ledger = ledgerLines(tree, known.id)?.join("\n") ?? "";
    const lost = known.harmed.has("journal")
      ? undefined
      : known.words.find((word) => !ledger.includes(`"${word}`));
    if (lost) breaks(world, "acknowledged", `The fact ${lost} was acknowledged and is not in the ledger.`);
  }
}
