// A line of a commission's timeline in the terminal, and the four tones in which the hall says something itself.
import type { LedgerEvent } from "../../../contract/commission/events.ts";
import type { Paint } from "../paint.ts";

export interface TimelineLine {
  at: string;
  word: string;
  /** May be text that a worker wrote, unfiltered: the code that prints it has to make it printable. */
  text: string;
  brush: keyof Paint;
  /** True for tool calls and the like, which are cut to one line; the worker's own words are wrapped. */
  brief?: boolean;
}

export type Said = Omit<TimelineLine, "at">;
export type EventNamed<T extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: T }>;
export type EventTellers<T extends LedgerEvent["type"]> = {
  [K in T]: (event: EventNamed<K>) => Said | undefined;
};

export function note(word: string, text: string): Said {
  return { word, text, brush: "dim" };
}
export function good(word: string, text: string): Said {
  return { word, text, brush: "green" };
}
export function warn(word: string, text: string): Said {
  return { word, text, brush: "yellow" };
}
export function bad(word: string, text: string): Said {
  return { word, text, brush: "red" };
}
