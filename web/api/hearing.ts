// Receives the event stream through the tab that holds the connection. Event ids show duplicates, which are
// dropped, and gaps, after which the listener is told to fetch everything again (`reset`). Pure except for
// `place`.
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import type { StreamPosition, StreamListener } from "./stream.ts";

/** A message from the tab that holds the connection to the other tabs. */
export type Word =
  { line: "open" | "lost" } | { message: StreamMessage; id: string | null } | { alive: true };

/**
 * Handles messages from the tab that holds the connection. Updates `place`, so that this tab can resume from
 * there when it takes over the connection.
 */
export function createHearing(
  listener: Pick<StreamListener, "message" | "line">,
  place: StreamPosition,
): (word: Word) => void {
  let hasBegun = false;
  /**
   * A tab that joins an open stream has no state yet, so its listener has to fetch everything first
   * (`reset`).
   */
  const begin = () => {
    if (!hasBegun) listener.message({ type: "reset" }, null);
    hasBegun = true;
  };
  return (word) => {
    if ("line" in word) {
      listener.line(word.line);
      if (word.line === "open") begin();
    } else if ("message" in word) {
      const { message, id } = word;
      const follows = followsOn(place.lastEventId, id);
      if (follows === "known" && message.type !== "reset") return;
      place.lastEventId = id;
      if (follows === "gap" && message.type !== "reset") listener.message({ type: "reset" }, null);
      hasBegun ||= message.type === "reset";
      begin();
      listener.message(message, id);
    }
  };
}

/** Compares two event ids. An id consists of the id of the hall's start and a number that grows by one. */
export function followsOn(before: string | null, id: string | null): "next" | "known" | "gap" {
  if (before === null || id === null) return "next";
  const [one, other] = [partsOf(before), partsOf(id)];
  if (one.boot !== other.boot) return "gap";
  if (other.number <= one.number) return "known";
  return other.number === one.number + 1 ? "next" : "gap";
}

function partsOf(id: string): { boot: string; number: number } {
  const at = id.lastIndexOf("-");
  return { boot: id.slice(0, at), number: Number(id.slice(at + 1)) };
}
