// Says why a workbench is gone that did not report it: how its process ended, and the end of what it printed.
import { workbenchMemoryMb } from "../../contract/commission/limits.ts";
import { capital } from "../../base/text/number-words.ts";

/** How a workbench's process ended, as far as the hall can see. */
export interface LastWords {
  /** `null` if this hall did not see it end. */
  exit: { code: number | null; signal: string | null } | null;
  /** The end of its output, which may hold words of a worker; `null` if it has none of its own, or it is unreadable. */
  said: string | null;
  /** The name of the file that holds all of its output. */
  file: string;
}

export interface Loss {
  /** What the hall knows without the last words, as a sentence. */
  what: string;
  words: LastWords;
  /** The hall killed it, so how its process ended says nothing new. */
  byHall: boolean;
}

/** The message is stored, shown in lists and quoted to models, so it is short. */
const mostCharacters = 1000;

export function describeLoss({ what, words, byHall }: Loss): string {
  const how = byHall ? null : exitText(words.exit);
  const parts = [what, how && `${capital(how)}.`, printedText(words)];
  return parts.filter((part) => part !== null).join(" ");
}

function exitText(exit: LastWords["exit"]): string | null {
  if (exit === null) return null;
  const { code, signal } = exit;
  if (signal === null) return code === null ? null : `its exit code was ${code}`;
  const why = signalWords[signal];
  return `it was ended by ${signal}${why === undefined ? "" : `, ${why}`}`;
}

const signalWords: Readonly<Record<string, string>> = {
  SIGKILL: `as the kernel does where memory runs out (a workbench itself may use ${workbenchMemoryMb} MB)`,
  SIGPROF: "because code that it loaded looped without end",
};

function printedText({ said, file }: LastWords): string | null {
  if (said === null) return null;
  const text = withoutFrames(said).trim();
  if (text === "") return "It printed nothing.";
  const isCut = text.length > mostCharacters;
  return `${isCut ? "The end of what it printed" : "It printed"} (see ${file}):\n${text.slice(-mostCharacters)}`;
}

/** Drops stack frames, which would push the error itself out of the part that is kept. */
function withoutFrames(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s+at\s/.test(line))
    .join("\n");
}
