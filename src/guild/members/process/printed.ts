// Shows what a guild member has printed, without its secrets, and limits the size of its output files.
import type { MemberLayout } from "../../../contract/home/home-layout.ts";
import type { OutputBound, TailPart } from "../../../host/processes/output-file.ts";
import { addressIn } from "./address.ts";

export interface Printed {
  /** Returns the last bytes of a file, from the beginning of a line. */
  tail(path: string, most: number | TailPart): { text: string; cut: boolean };
  bound(path: string, bound: OutputBound): void;
}

type Files = Pick<MemberLayout, "output" | "log">;

/** The limit for each file, so that a member cannot fill the disk with its output. */
const kept: OutputBound = { maxBytes: 5_000_000, keepBytes: 1_000_000 };

export function boundPrinted({ bound }: Pick<Printed, "bound">, { output, log }: Files): void {
  for (const path of [output, log]) bound(path, kept);
}

export interface PrintedOrder {
  bytes: number;
  /** Texts that are replaced wherever the member printed them. */
  secrets: readonly string[];
  /** How many bytes of the log come from earlier starts. They are left out. */
  logBefore?: number;
}

/**
 * Returns the end of the member's standard output, without the line with its address, then the end of its
 * standard error.
 */
export function shownLog(
  { tail }: Pick<Printed, "tail">,
  files: Files,
  { bytes, secrets, logBefore = 0 }: PrintedOrder,
): { text: string; cut: boolean } {
  const said = tail(files.output, Math.max(1, Math.floor(bytes / 2)));
  const left = Math.max(1, bytes - Buffer.byteLength(said.text));
  const complained = tail(files.log, { bytes: left, after: logBefore });
  const text = `${withoutAddress(said.text)}${complained.text}`;
  const shown = secrets.reduce(
    (so, secret) => (secret === "" ? so : so.replaceAll(secret, "[secret]")),
    text,
  );
  return { text: shown, cut: said.cut || complained.cut };
}

function withoutAddress(said: string): string {
  const lines = said.split("\n");
  const at = lines.findIndex((line) => addressIn(`${line}\n`).how === "said");
  return (at === -1 ? lines : lines.toSpliced(at, 1)).join("\n");
}

const lastBytes = 2000;
const lastLines = 3;
const lastCharacters = 400;

/**
 * Returns the last lines that the member printed, for an error message; empty if it printed nothing. Best effort: a
 * file that cannot be read must not keep the member's process from being ended.
 */
export function lastWords(
  printed: Pick<Printed, "tail">,
  files: Files,
  about: Omit<PrintedOrder, "bytes">,
): string {
  const lines = endOf(printed, files, about)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const said = lines.slice(-lastLines).join(" / ").slice(-lastCharacters);
  return said === "" ? "" : `; it said last: ${said}`;
}

function endOf(printed: Pick<Printed, "tail">, files: Files, about: Omit<PrintedOrder, "bytes">): string {
  try {
    return shownLog(printed, files, { bytes: lastBytes, ...about }).text;
  } catch {
    return "";
  }
}
