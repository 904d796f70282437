// Describes a tool call's outcome in a word or two. Pure.
import type { ShownToolCall } from "./timeline-entry.ts";
import { counted, duration } from "../../../words/say.ts";

/** The duration of shorter calls is not shown. */
const worthTellingMs = 1000;

/** Returns an empty string if there is nothing to say. */
export function toolOutcome(call: ShownToolCall): string {
  if (call.returned === null) return call.isCut ? "did not return" : "";
  const took = Date.parse(call.returned.at) - Date.parse(call.at);
  const parts = [
    call.returned.isError ? "failed" : countOf(call),
    ...call.facts,
    took >= worthTellingMs ? duration(took) : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function countOf({ tool, input, returned }: ShownToolCall): string {
  const lines = linesOf(returned?.output ?? "");
  if (tool === "Read") return counted(lines, "line");
  if (tool === "Write") return writtenLines(input);
  if (tool !== "Grep" && tool !== "Glob") return "";
  return lines === 0 || /^No (files|matches) found/.test(returned?.output ?? "") ? "no hits" : hits(lines);
}

function hits(lines: number): string {
  return counted(lines, "hit");
}

function linesOf(output: string): number {
  return output.split("\n").filter((line) => line.trim() !== "").length;
}

/** Returns an empty string if the input was too long to be stored whole. */
function writtenLines(input: string): string {
  try {
    const { content } = JSON.parse(input) as { content?: unknown };
    return typeof content === "string" ? counted(content.replace(/\n$/, "").split("\n").length, "line") : "";
  } catch {
    return "";
  }
}
