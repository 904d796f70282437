// Shows the help sheet, which lists every key that is bound at the moment.
import { Fragment } from "react";
import { create } from "zustand";
import { Key } from "../parts/button.tsx";
import { Overlay } from "../parts/overlay.tsx";
import { shownKey } from "./key-words.ts";
import { useBoundKeys, useKeys } from "./keys.ts";
import styles from "./help.module.css";

const useHelp = create<{ isOpen: boolean }>(() => ({ isOpen: false }));
const setOpen = (isOpen: boolean) => useHelp.setState({ isOpen });

export function openHelp(): void {
  setOpen(true);
}

export function Help() {
  const isOpen = useHelp((state) => state.isOpen);
  useKeys([{ keys: "?", says: "Show the keys", group: "Do", act: openHelp }]);
  return (
    <Overlay isOpen={isOpen} setOpen={setOpen} title="Keys" size="wide">
      <Groups />
    </Overlay>
  );
}

function Groups() {
  const shortcuts = useBoundKeys(({ bound }) => bound).flatMap((each) => each.shortcuts);
  const groups = Map.groupBy(shortcuts, ({ group }) => group);
  return (
    <div className={styles["groups"]}>
      {[...groups].map(([group, own]) => (
        <section key={group}>
          <h2>{group}</h2>
          <dl className={styles["list"]}>
            {[...Map.groupBy(own, ({ says }) => says)].map(([says, same]) => (
              <Line key={says} says={says} keys={[...new Set(same.map(({ keys }) => keys))]} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** Shows the keys that do the same on one line. */
function Line({ says, keys }: { says: string; keys: readonly string[] }) {
  return (
    <div className={styles["row"]}>
      <dt>
        {keys.map((one, at) => (
          <Fragment key={one}>
            {at > 0 && <span className={styles["or"]}>or</span>}
            {one.split(" ").map((key, part) => (
              <Key key={part}>{shownKey(key)}</Key>
            ))}
            <span className="unseen">{one}</span>
          </Fragment>
        ))}
      </dt>
      <dd>{says}</dd>
    </div>
  );
}
