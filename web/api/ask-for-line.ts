// Requests the hall's event stream, beginning after the last event that this page received.
import { table } from "virtual:routes";
import type { AskedLine, StreamPosition } from "./stream.ts";
import { ask } from "./visit.ts";

export function askForLine({ lastEventId }: StreamPosition): AskedLine {
  const over = new AbortController();
  const response = ask(table["stream"]?.path ?? "", {
    method: "GET",
    headers: headersOf(lastEventId),
    signal: over.signal,
  });
  response.catch(() => undefined); // the stream's reader sees the failure
  return { response, giveUp: () => over.abort() };
}

function headersOf(lastEventId: string | null): Record<string, string> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (lastEventId !== null) headers["last-event-id"] = lastEventId;
  return headers;
}
