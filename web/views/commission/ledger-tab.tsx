// Shows the ledger itself, line by line: the source of everything else in this view.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { LedgerEvent } from "../../../src/contract/commission/events.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Empty } from "../../parts/panel.tsx";
import { Pick } from "../../parts/pick.tsx";
import { VirtualRows } from "../../parts/virtual-rows.tsx";
import { plain, plainCut } from "../../words/plain.ts";
import { counted } from "../../words/say.ts";
import type { LedgerPicture } from "./ledger.ts";
import { createUnfolded, UnfoldedContext, useUnfolded } from "./timeline/unfolded.ts";
import styles from "./ledger-tab.module.css";

const rowPx = 31;

export function LedgerTab({ picture: { events, isComplete } }: { picture: LedgerPicture }) {
  const { type } = useSearch({ from: "/commissions/$id" });
  const [unfolded] = useState(createUnfolded);
  const shown = useMemo(
    () => (type === undefined ? events : events.filter((event) => event.type === type)),
    [events, type],
  );
  return (
    <UnfoldedContext.Provider value={unfolded}>
      <div className={styles["bar"]}>
        <TypePick events={events} type={type} />
        <span className={styles["quiet"]}>
          {counted(shown.length, "line")}
          {!isComplete && ", reading more…"}
        </span>
        <CopyButton
          look="plain"
          says="Copy as JSON"
          text={() => shown.map((event) => JSON.stringify(event)).join("\n")}
        />
      </div>
      {shown.length === 0 && isComplete && <Empty title="The ledger has no line of this kind." />}
      <VirtualRows
        label="Ledger"
        count={shown.length}
        keyOf={(at) => shown[at]?.seq ?? at}
        estimate={() => rowPx}
        overscan={20}
        row={(at) => <Line event={shown[at]} />}
      />
    </UnfoldedContext.Provider>
  );
}

function TypePick({ events, type }: { events: readonly LedgerEvent[]; type: string | undefined }) {
  const navigate = useNavigate({ from: "/commissions/$id" });
  const offered = useMemo(() => {
    const counts = new Map<string, number>();
    for (const event of events) counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
    return [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([value, count]) => ({ value, word: `${value} (${count})` }));
  }, [events]);
  return (
    <Pick
      label="Kind of line"
      all="All kinds of lines"
      value={type}
      offered={offered}
      choose={(chosen) =>
        void navigate({
          search: { tab: "ledger", ...(chosen && { type: chosen }) },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

function Line({ event }: { event: LedgerEvent | undefined }) {
  const [isOpen, turn] = useUnfolded(String(event?.seq));
  if (!event) return null;
  const { v: _version, seq, at, type, ...rest } = event;
  return (
    <div className={styles["line"]}>
      <button type="button" className={styles["fold"]} aria-expanded={isOpen} onClick={turn}>
        <span className={styles["seq"]}>{seq}</span>
        <time className={styles["at"]} dateTime={at} title={at}>
          {at.slice(11, 23)}
        </time>
        <b>{type}</b>
        <span className={styles["rest"]}>{plainCut(JSON.stringify(rest), 240)}</span>
      </button>
      {isOpen && (
        <div className={styles["open"]}>
          <CopyButton text={JSON.stringify(event)} label={`Copy line ${seq} as JSON`} />
          <pre tabIndex={0} role="group" aria-label={`Line ${seq}`}>
            {plain(JSON.stringify(event, null, 2))}
          </pre>
        </div>
      )}
    </div>
  );
}
