// Binds the keys for finished work: each acts on the selected row only, because an act cannot be meant for a row that
// the person has not chosen.
import { say } from "../../parts/toast.tsx";
import { type Shortcut, useKeys } from "../../shell/keys.ts";
import { useCurrentRow } from "../home/rows-place.tsx";

const acts = [
  { keys: "s", act: "sendBack", says: "Send the selected work back" },
  { keys: "u", act: "undo", says: "Undo the merge of the selected work" },
  { keys: "v", act: "seen", says: "Tick the selected work as seen" },
] as const;

/** On home the same keys also do something else, so home binds them itself. */
const shared = [
  { keys: "a", act: "accept", says: "Accept the selected work" },
  { keys: "x", act: "reject", says: "Reject the selected work" },
] as const;

export function useReadyKeys({ withShared }: { withShared: boolean }): void {
  const own: Shortcut[] = [...acts, ...(withShared ? shared : [])].map(({ keys, act, says }) => ({
    keys,
    says,
    group: "Finished work",
    act: () => {
      if (!pressSelected(act)) say({ title: "First select finished work that can do this, with J and K." });
    },
  }));
  useKeys(own);
}

/** Clicks the button of the selected row, so that a key does the same as a click. Returns false if it has none. */
export function pressSelected(act: string): boolean {
  const { row } = useCurrentRow.getState();
  if (!row?.startsWith("ready:")) return false;
  const button = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-act="${act}"]`);
  button?.click();
  return button !== null;
}
