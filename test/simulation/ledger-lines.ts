// A ledger read without any of the hall's own code, at once, from either view of the files.
import { createHash } from "node:crypto";
import { commissionLayout } from "../../src/contract/home/home-layout.ts";
import { type LedgerEvent, ledgerEvent } from "../../src/contract/commission/events.ts";
import { commissionId } from "../../src/contract/home/ids.ts";
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
  return named ? (textAt(tree, `${blobs}/${named[1]}.json`, view) ?? line) : unchained(line);
}

const chain = /,"chain":"([0-9a-f]{16})"\}$/;

function unchained(line: string): string {
  return line.replace(chain, "}");
}

/** The number of the first line that does not name a hash of itself and the line before it; null: all do. */
export function brokenLink(tree: FileTree, id: string, view: "seen" | "safe" = "seen"): number | null {
  const layout = commissionLayout(home, commissionId.parse(id));
  const lines = (textAt(tree, layout.events, view) ?? "").split("\n").slice(0, -1);
  const broken = lines.findIndex((line, at) => {
    const before = sha256Of(at === 0 ? "" : `${lines[at - 1]}\n`);
    return chain.exec(line)?.[1] !== sha256Of(before + unchained(line)).slice(0, 16);
  });
  return broken === -1 ? null : broken + 1;
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function storedIds(tree: FileTree): string[] {
  const commissions = find(tree, home.commissions);
  return commissions?.kind === "directory" ? [...commissions.seen.keys()] : [];
}
