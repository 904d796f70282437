// Lists what needs a person, most urgent first, with deferred items folded below.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Rows, Section } from "../../parts/panel.tsx";
import { mostNeeds } from "../../store/ahead.ts";
import { queries } from "../../store/queries.ts";
import { counted } from "../../words/say.ts";
import { NeedRow } from "./need-row.tsx";
import { PutOff } from "./put-off.tsx";
import { type ActedOn, type NeedAct, useNeedKeys } from "./need-keys.ts";
import { rowOf } from "./row-of.ts";
import styles from "./home.module.css";

/** Few at first, so that running work stays visible. */
const firstShown = 8;
/** The most that the hall lists at once. */
const most = 1000;
const step = 50;

export function NeedsYou() {
  const [count, setCount] = useState(firstShown);
  const { data, error, refetch } = useQuery({
    ...queries.attention(count > mostNeeds ? most : mostNeeds),
    placeholderData: (before) => before,
  });
  const items = data?.items.slice(0, count) ?? [];
  const on = useNeedKeys(items);
  if (error) return <Refused problem={error} retry={() => void refetch()} />;
  if (!data || (data.total === 0 && data.deferredTotal === 0)) return null;
  const rest = Math.min(data.total, most) - items.length;
  return (
    <Section title="Needs you">
      {items.length > 0 && (
        <Rows>
          {items.map((item) => (
            <NeedRow key={rowOf(item)} item={item} keyed={actsAt(on, rowOf(item))} />
          ))}
        </Rows>
      )}
      {rest > 0 && (
        <p className={styles["rest"]}>
          <Button look="quiet" onClick={() => setCount(count + step)}>
            Show {rest <= step ? `the other ${rest}` : `${step} of ${rest} more`}
          </Button>
          {data.total > most && <span>{counted(data.total, "thing")} in all</span>}
        </p>
      )}
      <PutOff items={data.deferred} total={data.deferredTotal} />
    </Section>
  );
}

/** Returns the actions whose keys act on this row, as one string: rows for which it is unchanged are not redrawn. */
function actsAt(on: ActedOn, row: string): string {
  return (Object.keys(on) as NeedAct[]).filter((act) => on[act] === row).join(" ");
}

function Refused({ problem, retry }: { problem: Error; retry(): void }) {
  return (
    <Section title="Needs you">
      <ProblemNote problem={problem} retry={retry} />
    </Section>
  );
}
