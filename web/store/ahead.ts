// The first lines of a ledger, asked for while its view is still being fetched.
import type { EventList } from "../../src/contract/api/api.ts";
import { call } from "../api/call.ts";

/** As many as are looked at first. */
const firstLines = 300;

let ahead: { id: string; lines: Promise<EventList> } | null = null;

export function askForLines(id: string): void {
  if (ahead?.id === id) return;
  const lines = call("events", { params: { id }, query: { after: 0, limit: firstLines } });
  lines.catch(() => undefined); // whoever takes them is told
  ahead = { id, lines };
}

/** Once, where they were asked for. */
export function takeLines(id: string): Promise<EventList> | null {
  const lines = ahead?.id === id ? ahead.lines : null;
  ahead = null;
  return lines;
}
