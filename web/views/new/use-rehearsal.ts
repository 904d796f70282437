// Fills a draft with a rehearsal, and can restore what was there before.
import { useQuery } from "@tanstack/react-query";
import type { RehearsalEntry } from "../../../src/contract/package/worker-record.ts";
import { say } from "../../parts/toast.tsx";
import { queries } from "../../store/queries.ts";
import { isWritten } from "./draft.ts";
import { changeDraft, useDraft } from "./use-draft.ts";

export interface Rehearsing {
  offered: readonly RehearsalEntry[];
  /** Scripts that cannot be played here, each with the reason. */
  unplayable: readonly string[];
  problem: Error | null;
  retry(): void;
  isChosen: boolean;
  /** The chosen rehearsal; `undefined` if none is chosen, or if it does not exist any more. */
  chosen: RehearsalEntry | undefined;
  choose(entry: RehearsalEntry): void;
  leave(): void;
}

export function useRehearsal(): Rehearsing {
  const { data, error, refetch } = useQuery(queries.rehearsals());
  const kept = useDraft(({ draft }) => draft.rehearsal);
  const offered = data?.rehearsals ?? [];
  return {
    offered,
    unplayable: data?.problems ?? [],
    problem: error,
    retry: () => void refetch(),
    isChosen: kept !== "",
    chosen: offered.find((entry) => keyOf(entry) === kept),
    choose: fillWith,
    leave: () => changeDraft({ rehearsal: "" }),
  };
}

function keyOf({ worker, name }: RehearsalEntry): string {
  return `${worker}/${name}`;
}

export function fillWith(entry: RehearsalEntry): void {
  const before = useDraft.getState().draft;
  changeDraft({ worker: entry.worker, title: entry.title, task: entry.task, rehearsal: keyOf(entry) });
  if (isWritten(before) && before.rehearsal === "")
    say({
      title: `The form is filled with “${entry.name}”.`,
      action: { says: "Restore my draft", act: () => changeDraft(before) },
    });
}
