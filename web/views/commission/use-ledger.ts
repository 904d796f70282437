// Reads the ledger of the commission that is shown, for as long as it is shown.
import { useEffect, useState, useSyncExternalStore } from "react";
import { call } from "../../api/call.ts";
import { takeLines } from "../../store/ahead.ts";
import { leisure } from "../../store/leisure.ts";
import { listenToEvents, listenToResets } from "../../store/live-events.ts";
import { emptyPicture, type LedgerPicture, type LedgerReader, readLedger } from "./ledger.ts";

/** Updates the view at most once in this time. */
const batchMs = 32;

export function useLedger(id: string): { picture: LedgerPicture; load(): void } {
  const [reader, setReader] = useState<LedgerReader | null>(null);
  useEffect(() => {
    const own = readLedger({
      fetch: (after, limit, signal) =>
        (after === 0 ? takeLines(id) : null) ??
        call("events", { params: { id }, query: { after, limit }, signal }),
      onEvent: (listener) => listenToEvents(id, listener),
      onReset: listenToResets,
      leisure,
      soon: (act) => setTimeout(act, batchMs),
    });
    setReader(own);
    return () => {
      own.close();
      setReader(null);
    };
  }, [id]);
  const picture = useSyncExternalStore(
    reader?.subscribe ?? nothingToHear,
    reader?.picture ?? (() => emptyPicture),
  );
  return { picture, load: () => reader?.load() };
}

const nothingToHear = () => () => undefined;
