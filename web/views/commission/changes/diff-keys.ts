// Binds the keys of a diff: to move by row and by change, to comment, to tick a file as viewed, and to find a file.
import type { RefObject } from "react";
import type { RowsHandle } from "../../../parts/virtual-rows.tsx";
import { useKeys } from "../../../shell/keys.ts";
import type { ShownRow } from "./comment-rows.ts";

interface DiffKeys {
  handle: RefObject<RowsHandle | null>;
  rows: readonly ShownRow[];
  takesComments: boolean;
  turnLayout(): void;
  findFile(): void;
}

export function useDiffKeys({ handle, rows, takesComments, turnLayout, findFile }: DiffKeys): void {
  const group = "Diff";
  const current = () => handle.current?.current() ?? -1;
  const go = (at: number) => {
    if (rows.length > 0) handle.current?.focus(Math.min(rows.length - 1, Math.max(0, at)));
  };
  const change = (by: 1 | -1) => {
    const at = nextChange(rows, current(), by);
    if (at !== null) handle.current?.focus(at);
  };
  const comments = [
    {
      keys: "c",
      says: "Comment on the line (with Shift: on the side before the change)",
      group,
      act: (event: KeyboardEvent) => pressIn(event.shiftKey ? "[data-comment=old]" : commentPlaces),
    },
  ];
  useKeys([
    { keys: "j", says: "Next line", group, act: () => go(current() + 1) },
    { keys: "k", says: "Previous line", group, act: () => go(current() - 1) },
    { keys: "]", says: "Next change", group, act: () => change(1) },
    { keys: "[", says: "Previous change", group, act: () => change(-1) },
    ...(takesComments ? comments : []),
    { keys: "v", says: "Tick the file as viewed", group, act: () => pressFile(rows, current(), handle) },
    { keys: "o", says: "Fold or unfold the file", group, act: () => pressIn("[data-turn]") },
    { keys: "t", says: "Unified or side by side", group, act: turnLayout },
    { keys: "/", says: "Find a file", group, act: findFile },
  ]);
}

/** A line's number on the side after the change; on a deleted line, the one before. */
const commentPlaces = "[data-comment=new], [data-comment=old]";

function pressIn(selector: string): void {
  const row = document.activeElement?.closest("[data-index]");
  const places = [...(row?.querySelectorAll<HTMLElement>(selector) ?? [])];
  (places.find(({ dataset }) => dataset["comment"] === "new") ?? places[0])?.click();
}

/** Returns the next row that begins a change: a file, or the first of changed lines that follow each other. */
function nextChange(rows: readonly ShownRow[], from: number, by: 1 | -1): number | null {
  for (let at = from + by; at >= 0 && at < rows.length; at += by)
    if (isChanged(rows[at]) && !isChanged(rows[at - 1])) return at;
  return null;
}

function isChanged(shown: ShownRow | undefined): boolean {
  const row = shown?.row;
  if (row?.kind === "line") return row.line.change !== "normal";
  return row?.kind === "pair" && row.left !== row.right;
}

/** Ticks the file that the focused row belongs to; the next file then has the focus. */
function pressFile(rows: readonly ShownRow[], at: number, handle: DiffKeys["handle"]): void {
  let head = Math.max(0, at);
  while (head > 0 && rows[head]?.row.kind !== "file") head -= 1;
  handle.current?.focus(head);
  requestAnimationFrame(() =>
    // The panel of the tab has an index, too, and the tree beside the rows marks viewed files.
    document.querySelector<HTMLElement>(`li[data-index="${head}"] input[data-viewed]`)?.click(),
  );
}
