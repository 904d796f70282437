// Describes the end of a workbench that did not report it: how its process ended, and the end of its output.
import { workbenchMemoryMb } from "../../contract/commission/limits.ts";
import { capital } from "../../base/text/number-words.ts";

/** How a workbench's process ended, as far as the hall can see. */
export interface LastWords {
  /** How the process exited; `null` if this hall did not see that. */
  exit: { code: number | null; signal: string | null } | null;
  /**
   * The end of the process's output, which may hold words of a worker; `null` if the process has no output file of its
   * own, or the file is unreadable.
   */
  said: string | null;
  /** The name of the file with all of the output. */
  file: string;
}

export interface Loss {
  /** A sentence on what the hall knows apart from the exit and the output. */
  what: string;
  words: LastWords;
  /** True if the hall killed the workbench, so that its exit says nothing new. */
  byHall: boolean;
}

/** The most characters of output in the message, which is stored, shown in lists and quoted to models. */
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

/** Drops stack frames, which would push the error itself out of the part that is shown. */
function withoutFrames(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s+at\s/.test(line))
    .join("\n");
}
