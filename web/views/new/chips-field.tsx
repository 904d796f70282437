// Chooses several values, found by typing and shown as chips.
import { Combobox } from "@base-ui/react/combobox";
import { useState } from "react";
import type { Field } from "./faults.ts";
import { type Control, Labelled } from "./labelled.tsx";
import styles from "./chips-field.module.css";

export interface Offer {
  value: string;
  /** The value's display name. */
  name: string;
  /** A few words about the value. */
  says?: string;
}

interface ChipsFieldProps {
  field: Field;
  label: string;
  hint: string;
  placeholder: string;
  /** The message if nothing matches what was typed. */
  empty(text: string): string;
  wrong: string | undefined;
  chosen: readonly string[];
  nameOf(value: string): string;
  /** Receives what is typed, for callers that have to search for it. */
  heard?(text: string): void;
  offersFor(text: string): readonly Offer[];
  /** Returns the value that a typed text stands for; `null` if it stands for none. */
  taken(text: string): string | null;
  choose(values: string[]): void;
}

export function ChipsField(props: ChipsFieldProps) {
  const { field, label, hint, wrong, chosen, heard, offersFor, taken, choose } = props;
  const [text, setText] = useState("");
  const type = (typed: string) => {
    setText(typed);
    heard?.(typed);
  };
  /** Enters what was typed but not yet confirmed, so that it is not lost. */
  const enter = () => {
    const value = taken(text.trim());
    if (value === null) return;
    type("");
    if (!chosen.includes(value)) choose([...chosen, value]);
  };
  const offers = offersFor(text.trim()).filter(({ value }) => !chosen.includes(value));
  return (
    <Labelled field={field} label={label} hint={hint} wrong={wrong}>
      {(control) => (
        <Combobox.Root
          multiple
          autoHighlight
          value={[...chosen]}
          inputValue={text}
          items={offers.map(({ value }) => value)}
          filter={null}
          // The text is cleared when a person deletes it or chooses, not when the list closes.
          onInputValueChange={(typed, { reason }) => reason === "input-change" && type(typed)}
          onValueChange={(values: string[]) => {
            choose(values);
            type("");
          }}
        >
          <Combobox.InputGroup className={styles["group"]} aria-invalid={control["aria-invalid"]}>
            <Chips {...props} control={control} enter={enter} abandon={() => type("")} />
          </Combobox.InputGroup>
          <Offers offers={offers} empty={props.empty(text.trim())} />
        </Combobox.Root>
      )}
    </Labelled>
  );
}

interface ChipsProps extends ChipsFieldProps {
  control: Control;
  enter(): void;
  abandon(): void;
}

function Chips({ chosen, nameOf, placeholder, label, control, enter, abandon }: ChipsProps) {
  return (
    <Combobox.Chips
      className={styles["chips"]}
      aria-label={chosen.length > 0 ? `${label}: chosen` : undefined}
    >
      {chosen.map((value) => (
        <Combobox.Chip key={value} className={styles["chip"]} aria-label={nameOf(value)}>
          <span className={styles["cut"]}>{nameOf(value)}</span>
          <Combobox.ChipRemove className={styles["remove"]} aria-label={`Remove ${nameOf(value)}`}>
            ×
          </Combobox.ChipRemove>
        </Combobox.Chip>
      ))}
      <Combobox.Input
        {...control}
        className={styles["input"]}
        placeholder={chosen.length > 0 ? "" : placeholder}
        onBlur={enter}
        onKeyDown={(event) => {
          if (event.key === "Escape") abandon();
          // Ctrl Enter sends the form and must not choose from the list.
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventBaseUIHandler();
          enter();
        }}
      />
    </Combobox.Chips>
  );
}

function Offers({ offers, empty }: { offers: readonly Offer[]; empty: string }) {
  const known = new Map(offers.map((offer) => [offer.value, offer]));
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={styles["place"]} sideOffset={4}>
        <Combobox.Popup className={styles["popup"]}>
          <Combobox.Empty>
            <p className={styles["empty"]}>{empty}</p>
          </Combobox.Empty>
          <Combobox.List>
            {(value: string) => (
              <Combobox.Item key={value} value={value} className={styles["offer"]}>
                <span className={styles["cut"]}>{known.get(value)?.name ?? value}</span>
                <span className={styles["says"]}>{known.get(value)?.says}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
