// Tells a worker which of its calls were cut off with its workbench. The hall does not know what became of them.
import { quote } from "../../base/text/quote.ts";
import type { Course } from "../course/course.ts";

/** Returns one text for calls and one for acts on the outside world; empty texts if there are none. */
export function openCallTexts({ cutOff, unknownActs }: Pick<Course, "cutOff" | "unknownActs">): string[] {
  return [
    quotedList(
      "Begun, outcome unknown: each of these calls may have run in whole, in part or not at all. Look before you make one again",
      cutOff.map(({ tool, input }) => `${tool} ${input}`),
    ),
    quotedList(
      "Acts on the world, begun, outcome unknown. Find out whether each one happened. The first time you call one again as it was, it is not carried out and you are told so; call it once more only if you are sure that it did not happen",
      unknownActs.map(({ tool, input }) => `${tool} ${input}`.trim()),
    ),
  ];
}

const mostItems = 20;
const mostCharacters = 1000;

/** Formats a list; only the latest items if there are many. */
export function quotedList(title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  const shown = items.slice(-mostItems);
  const left = items.length - shown.length;
  return [`${title}${left > 0 ? ` (and ${left} before these)` : ""}:`, ...shown.map(quoteShort)].join("\n");
}

function quoteShort(text: string): string {
  return quote(text.length > mostCharacters ? `${text.slice(0, mostCharacters)} [cut]` : text);
}
