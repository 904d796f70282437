// Ticks finished work as seen, so that it leaves the list of what is ready; or takes the tick back.
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { Button } from "../../parts/button.tsx";
import { useSeen } from "../commission/review/use-landing.ts";

export function SeenButton({ commission }: { commission: ListedCommission }) {
  const { mutate, isPending } = useSeen(commission);
  const isSeen = commission.landing?.seen ?? false;
  return (
    <Button
      data-act="seen"
      look="quiet"
      keys="V"
      aria-pressed={isSeen}
      busy={isPending && "…"}
      onClick={() => mutate(!isSeen)}
    >
      {isSeen ? "Not seen" : "Seen"}
    </Button>
  );
}
