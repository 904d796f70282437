// Shows the command palette: a person types a few letters of anything and presses Enter. Its code is fetched when it is
// first opened.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useDeferredValue, useMemo, useState } from "react";
import { Rehearsed } from "../parts/badge.tsx";
import { Shade } from "../parts/overlay.tsx";
import { Sigil } from "../parts/sigil.tsx";
import { useEntries } from "./palette-entries.ts";
import { type PaletteEntry, findEntries, type FoundGroup } from "./palette-find.ts";
import { keepRecent, readRecent } from "./recent.ts";
import styles from "./palette.module.css";

interface PaletteProps {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
}

export function Palette({ isOpen, setOpen }: PaletteProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Shade />
        <Dialog.Popup className={styles["sheet"]} aria-label="Go anywhere, do anything">
          <Finder close={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ close }: { close(): void }) {
  const [typed, setTyped] = useState("");
  const [recent] = useState(readRecent);
  const entries = useEntries();
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findEntries(entries, { typed: wanted, recent }), [entries, wanted, recent]);
  const choose = (entry: PaletteEntry) => {
    if (!entry.isOfView) keepRecent(entry.key);
    close();
    entry.act();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={found}
      filter={null}
      mode="none"
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={({ says }: PaletteEntry) => says}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        className={styles["field"]}
        aria-label="A view, a commission, a worker, or what to do"
        placeholder="Go anywhere, do anything"
      />
      <div className={styles["scroller"]}>
        <Autocomplete.Empty className={styles["empty"]}>
          {found.length === 0 && "Nothing matches. Remove a word."}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {({ value, items }: FoundGroup) => (
            <Autocomplete.Group key={value} items={items}>
              <Autocomplete.GroupLabel className={styles["label"]}>{value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: PaletteEntry) => <Line key={entry.key} entry={entry} choose={choose} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
      <Dialog.Close className={styles["close"]}>Close</Dialog.Close>
    </Autocomplete.Root>
  );
}

function Line({ entry, choose }: { entry: PaletteEntry; choose(entry: PaletteEntry): void }) {
  return (
    <Autocomplete.Item
      value={entry}
      className={styles["line"]}
      disabled={entry.isRefused}
      onClick={() => choose(entry)}
    >
      {entry.worker !== undefined && <Sigil name={entry.worker} size={16} />}
      <span className={styles["says"]}>{entry.says}</span>
      {entry.rehearsed && (
        <span className={styles["mark"]}>
          <Rehearsed />
        </span>
      )}
      <span className={styles["beside"]}>{entry.beside}</span>
    </Autocomplete.Item>
  );
}
