// Requests the first lines of a ledger while its view's code is still being fetched.
import type { EventList } from "../../src/contract/api/api.ts";
import { call } from "../api/call.ts";

/** The size of the ledger's first page. */
const firstLines = 300;

let ahead: { id: string; lines: Promise<EventList> } | null = null;

export function askForLines(id: string): void {
  if (ahead?.id === id) return;
  const lines = call("events", { params: { id }, query: { after: 0, limit: firstLines } });
  lines.catch(() => undefined); // the caller of `takeLines` sees the failure
  ahead = { id, lines };
}

/** Returns the requested lines once; `null` if they were not requested. */
export function takeLines(id: string): Promise<EventList> | null {
  const lines = ahead?.id === id ? ahead.lines : null;
  ahead = null;
  return lines;
}
