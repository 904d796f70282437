// Shows the actions that a person can take on an item that needs them, each with its key.
import type { AttentionItem } from "../../../src/contract/api/attention.ts";
import { Button, ButtonLink } from "../../parts/button.tsx";
import { startActing } from "../commission/acts/acting.tsx";
import { LaterMenu } from "./later-menu.tsx";
import { canAct } from "./need-keys.ts";
import { targetOf, wayWords } from "./need-target.ts";
import { useRedispatchRefusal } from "./redispatch-refusal.ts";

interface NeedActionsProps {
  item: AttentionItem;
  keyed: string;
  answering: { isOpen: boolean; toggle(): void };
}

export function NeedActions({ item, keyed, answering }: NeedActionsProps) {
  const refusal = useRedispatchRefusal(item);
  const way = wayWords[item.kind];
  const has = (act: string) => keyed.split(" ").includes(act);
  return (
    <>
      {canAct("answer", item.kind) && (
        <Button
          data-act="answer"
          aria-expanded={answering.isOpen}
          {...(has("answer") && { tip: "A" })}
          onClick={answering.toggle}
        >
          Answer
        </Button>
      )}
      {canAct("approve", item.kind) && item.approve !== undefined && (
        <Button
          data-act="approve"
          aria-expanded={answering.isOpen}
          {...(has("approve") && { tip: "P" })}
          onClick={answering.toggle}
        >
          Review and approve
        </Button>
      )}
      {way && <ButtonLink {...targetOf(item)}>{way}</ButtonLink>}
      {canAct("redispatch", item.kind) && (
        <Button
          data-act="redispatch"
          refusal={refusal}
          {...(has("redispatch") && { tip: "R" })}
          onClick={() => item.commission !== null && startActing({ act: "redispatch", id: item.commission })}
        >
          Redispatch
        </Button>
      )}
      <LaterMenu item={item} isKeyed={has("later")} />
    </>
  );
}
