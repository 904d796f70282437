// Binds the keys for items that need a person. A key acts on the current row or, if there is none, on the first row
// that has the action.
import type { AttentionItem, AttentionKind } from "../../../src/contract/api/attention.ts";
import { useKeys } from "../../shell/keys.ts";
import { pressSelected } from "../review/ready-keys.ts";
import { rowOf } from "./row-of.ts";
import { useCurrentRow } from "./rows-place.tsx";

const acts = ["answer", "approve", "redispatch", "later"] as const;
export type NeedAct = (typeof acts)[number];
/** The row that each key would act on now; `null` if there is no such row. */
export type ActedOn = Record<NeedAct, string | null>;

const ofKind: Partial<Record<AttentionKind, readonly NeedAct[]>> = {
  question: ["answer", "later"],
  setup: ["approve", "later"],
  refuted: ["redispatch", "later"],
  failed: ["redispatch", "later"],
  conflict: ["redispatch", "later"],
};

export function canAct(act: NeedAct, kind: AttentionKind): boolean {
  return (ofKind[kind] ?? ["later"]).includes(act);
}

export function useNeedKeys(items: readonly AttentionItem[]): ActedOn {
  const row = useCurrentRow((state) => state.row);
  const on = Object.fromEntries(acts.map((act) => [act, actedOn(act, { items, row })])) as ActedOn;
  const group = "Home";
  useKeys([
    {
      keys: "a",
      says: "Accept the selected work, or answer the question",
      group,
      act: () => pressSelected("accept") || press("answer", on),
    },
    { keys: "p", says: "Review a set-up to approve it", group, act: () => press("approve", on) },
    { keys: "r", says: "Redispatch", group, act: () => press("redispatch", on) },
    { keys: "l", says: "Defer it", group, act: () => press("later", on) },
  ]);
  return on;
}

function actedOn(
  act: NeedAct,
  { items, row }: { items: readonly AttentionItem[]; row: string | null },
): string | null {
  const candidates = row === null ? items : items.filter((item) => rowOf(item) === row);
  const found = candidates.find(({ kind }) => canAct(act, kind));
  return found ? rowOf(found) : null;
}

/** Clicks the button itself, so that a key does and shows the same as a click. */
function press(act: NeedAct, on: ActedOn): void {
  const row = on[act];
  if (row === null) return;
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-act="${act}"]`)?.click();
}
