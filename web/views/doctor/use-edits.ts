// Keeps this tab's unsaved edits of the settings when the view is left or reloaded. None of them is a secret:
// a toolbox's own settings may be secret, but they are only in config.yaml and never in this form.
import { useEffect } from "react";
import { create } from "zustand";
import type { Settings } from "../../../src/contract/api/settings.ts";
import { keep, readKept } from "../../api/kept.ts";
import { type Edits, parseEdits, withoutInForce } from "./edits.ts";

const key = "guild-hall-settings";

const useKept = create<{ edits: Edits }>(() => ({ edits: parseEdits(readKept("session", key)) }));

/** Changes the edits, even after the form is unmounted, such as when a save is answered. */
export function changeEdits(change: (edits: Edits) => Edits): void {
  const before = useKept.getState().edits;
  const edits = change(before);
  if (edits === before) return;
  useKept.setState({ edits });
  keep("session", key, Object.keys(edits).length === 0 ? null : JSON.stringify(edits));
}

export function useEdits(inForce: Settings): Edits {
  const { edits } = useKept();
  useEffect(() => changeEdits((now) => withoutInForce(now, inForce)), [inForce]);
  return withoutInForce(edits, inForce);
}
