// Shows how the hall knows this browser, and lets the person sign it out.
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/panel.tsx";
import { leaveHall } from "../../shell/leave-hall.ts";
import styles from "./view.module.css";

export function ThisBrowser() {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void leaveHall().finally(() => setLeaving(false));
  };
  return (
    <Section title="This browser">
      <p className={styles["advice"]}>
        The hall knows this browser by a key that never leaves it. <code>guild-hall browsers list</code> lists
        all browsers that the hall knows.
      </p>
      <Button busy={isLeaving && "Signing out…"} onClick={leave}>
        Sign out
      </Button>
    </Section>
  );
}
