// Shows the menu of further actions. An action that is not possible now says why.
import { Menu } from "@base-ui/react/menu";
import { Button } from "../../../parts/button.tsx";
import type { AtHand } from "../../../shell/at-hand.ts";
import styles from "./more-menu.module.css";

export interface MoreItem extends AtHand {
  isDanger?: boolean;
}

export function MoreMenu({ items }: { items: readonly MoreItem[] }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={<Button aria-label="More actions">More</Button>} />
      <Menu.Portal>
        <Menu.Positioner className={styles["place"]} align="end" sideOffset={4}>
          <Menu.Popup className={styles["menu"]}>
            {items.map(({ says, refusal, isDanger, act }) => (
              <Menu.Item
                key={says}
                className={styles["item"]}
                data-danger={isDanger || undefined}
                disabled={refusal !== null}
                onClick={act}
              >
                {says}
                {refusal && <span className={styles["why"]}>{refusal}</span>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
