// Says how many things need a person.
import { capital, inWords } from "../../base/text/number-words.ts";

/** Returns a string such as "Three things need you". */
export function needsTitle(total: number): string {
  if (total === 0) return "Nothing needs you";
  return total === 1 ? "One thing needs you" : `${capital(inWords(total))} things need you`;
}
