// What a tab hears of the stream through the tab that holds the line. By their places in the stream no message is taken
// twice, and where one is missing it is told as a reset. Pure but for its place.
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import type { StreamPosition, StreamListener } from "./stream.ts";

/** What the tab that holds the line tells the others. */
export type Word =
  { line: "open" | "lost" } | { message: StreamMessage; id: string | null } | { alive: true };

/** `place` is kept, so that this tab can go on where it is when it comes to hold the line itself. */
export function createHearing(
  listener: Pick<StreamListener, "message" | "line">,
  place: StreamPosition,
): (word: Word) => void {
  let hasBegun = false;
  /** Whoever comes to a line that stands knows nothing yet. */
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

/** Ids are a hall's start and a number that grows by one. */
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
