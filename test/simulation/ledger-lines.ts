// A ledger read without any of the hall's own code, at once, from either view of the files.
import { commissionLayout } from "../../src/contract/home-layout.ts";
import { type LedgerEvent, ledgerEvent } from "../../src/contract/events.ts";
import { commissionId } from "../../src/contract/ids.ts";
import { type FileTree, find, textAt } from "./machine/file-tree.ts";
import { home } from "./world.ts";

/** The whole lines, each as the event's own JSON also where it lies in a blob; undefined when there is no ledger. */
export function ledgerLines(
  tree: FileTree,
  id: string,
  view: "seen" | "safe" = "seen",
): string[] | undefined {
  const layout = commissionLayout(home, commissionId.parse(id));
  const text = textAt(tree, layout.events, view);
  return text
    ?.split("\n")
    .slice(0, -1)
    .map((line) => whole(tree, { line, blobs: layout.blobs, view }));
}

export function foldable(lines: readonly string[]): LedgerEvent[] {
  return lines.map((line) => ledgerEvent.parse(JSON.parse(line)));
}

interface Line {
  line: string;
  blobs: string;
  view: "seen" | "safe";
}

function whole(tree: FileTree, { line, blobs, view }: Line): string {
  const named = /"blob":\{"sha256":"([0-9a-f]{64})"/.exec(line.slice(0, 400));
  return named ? (textAt(tree, `${blobs}/${named[1]}.json`, view) ?? line) : line;
}

export function storedIds(tree: FileTree): string[] {
  const commissions = find(tree, home.commissions);
  return commissions?.kind === "directory" ? [...commissions.seen.keys()] : [];
}
