// Defers an item that needs a person: the hall shows it again at the chosen time, or when its cause changes.
import { Menu } from "@base-ui/react/menu";
import type { AttentionItem } from "../../../src/contract/api/attention.ts";
import { hallNow } from "../../api/hall-clock.ts";
import { Button } from "../../parts/button.tsx";
import { laterChoices } from "../../words/later.ts";
import { useDefer } from "./use-defer.ts";
import styles from "./later-menu.module.css";

export function LaterMenu({ item, isKeyed }: { item: AttentionItem; isKeyed: boolean }) {
  const { defer, isBusy } = useDefer();
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        render={
          <Button data-act="later" busy={isBusy && "Deferring…"} {...(isKeyed && { tip: "L" })}>
            Later
          </Button>
        }
      />
      <Menu.Portal>
        <Menu.Positioner className={styles["place"]} align="end" sideOffset={4}>
          <Menu.Popup className={styles["menu"]}>
            <Choices choose={(until) => defer({ key: item.key, until })} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/**
 * Shows the times to choose from. They are computed when the menu opens, because it may be evening by then.
 */
function Choices({ choose }: { choose(until: string | null): void }) {
  return laterChoices(hallNow()).map(({ says, when, until }) => (
    <Menu.Item key={says} className={styles["choice"]} onClick={() => choose(until)}>
      {says}
      <span className={styles["when"]}>{when}</span>
    </Menu.Item>
  ));
}
