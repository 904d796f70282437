// Writes the hall's own log: JSON lines with fields of limited length, rotated by size. No text that is
// logged can forge a second line.
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemClock, timestamp } from "./clock.ts";

/** Names reserved for the line itself: a field must not replace the message. */
type OwnNames = Partial<Record<"at" | "level" | "message", never>>;
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>> & OwnNames;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const maxFieldCharacters = 2000;

export interface FileLogOptions {
  path: string;
  maxBytes: number;
  /** How many older files are kept, as `<path>.1` (the newest) and so on. */
  keep: number;
  /** Also called with every line; used for `--foreground`. */
  echo?: (line: string) => void;
}

export function createFileLog(options: FileLogOptions): Log {
  mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  const write = (level: string) => (message: string, fields?: LogFields) =>
    writeLine(options, formatLine({ level, message, fields: fields ?? {} }));
  return { info: write("info"), warn: write("warn"), error: write("error") };
}

function formatLine(entry: { level: string; message: string; fields: LogFields }): string {
  const capped = Object.entries(entry.fields).map(([key, value]) => [key, cap(value)]);
  const line = { at: timestamp(systemClock), level: entry.level, message: cap(entry.message) };
  // `line` comes first for the order and last for the values, so that a field of the same name changes neither.
  return `${JSON.stringify({ ...line, ...Object.fromEntries(capped), ...line })}\n`;
}

function cap<T>(value: T): T | string {
  if (typeof value !== "string" || value.length <= maxFieldCharacters) return value;
  return `${value.slice(0, maxFieldCharacters)}… (${value.length - maxFieldCharacters} more characters)`;
}

function writeLine(options: FileLogOptions, line: string): void {
  options.echo?.(line);
  try {
    rotateWhenFull(options, line.length);
    appendFileSync(options.path, line, { mode: 0o600 });
  } catch {
    // Best effort by design: a full disk must not take the hall down through its own log.
  }
}

function rotateWhenFull(options: FileLogOptions, incoming: number): void {
  const size = statSync(options.path, { throwIfNoEntry: false })?.size ?? 0;
  if (size + incoming <= options.maxBytes) return;
  for (let i = options.keep - 1; i >= 1; i -= 1)
    moveIfThere(`${options.path}.${i}`, `${options.path}.${i + 1}`);
  moveIfThere(options.path, `${options.path}.1`);
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
}
