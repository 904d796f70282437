// Turns one line of the hall's log from JSON into text.
import { oneLine } from "../../host/person/terminal.ts";
import type { Paint } from "./paint.ts";

const brushes: Readonly<Record<string, keyof Paint>> = { info: "dim", warn: "yellow", error: "red" };

export function logLine(line: string, paint: Paint): string {
  const entry = parse(line);
  if (!entry) return oneLine(line, 4000);
  const { at, level, message, ...fields } = entry;
  const word = paint[brushes[String(level)] ?? "dim"](oneLine(String(level), 5).padEnd(5));
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${oneLine(String(value), 4000)}`);
  const time = paint.dim(oneLine(String(at), 30));
  return `${time} ${word} ${oneLine(String(message), 4000)} ${paint.dim(rest.join(" "))}`.trimEnd();
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
