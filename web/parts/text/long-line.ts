// Truncates a line of code for display, because a line of a megabyte would block the page. Pure.
import { plainWhole } from "../../words/plain.ts";

const most = 5000;

export interface LineShown {
  text: string;
  /** How many characters are left out. */
  more: number;
}

/** Returns the line's beginning, with line breaks inside it shown as "␤". */
export function shownOf(line: string): LineShown {
  const more = line.length > most ? line.length - most : 0;
  const beginning = more > 0 ? line.slice(0, most).toWellFormed() : line;
  return { text: plainWhole(beginning.replace(/\r$/, "")).replaceAll("\n", "␤"), more };
}
