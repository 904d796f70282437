// Says why the hall would refuse to redispatch work now, as far as the page knows before the click.
import type { AttentionItem } from "../../../src/contract/api/attention.ts";
import { useHall } from "../../store/hall-store.ts";
import { useModelRefusal } from "../../store/model-refusal.ts";

export function useRedispatchRefusal({ commission, worker, rehearsed }: AttentionItem): string | null {
  const noModel = useModelRefusal({ worker, rehearsed });
  const isChore = useHall(({ commissions }) => commissions.get(commission ?? "")?.chore ?? null) !== null;
  return isChore ? "the hall repeats its own chores by itself" : noModel;
}
