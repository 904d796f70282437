// Compares what a rehearsal expects of a request with what was sent, and says exactly what differed.
import type { Expectation } from "../../contract/package/rehearsal.ts";

export interface Sent {
  system: string;
  tools: readonly string[];
  lastUser: string;
}

/** A tool that the SDK adds to every request; it gives the model no ability. */
const placeholderTool = "DeferredToolPlaceholder";
const excerptLength = 240;

/** Returns one sentence per difference; empty if all is as expected. */
export function differences(expected: Expectation, sent: Sent): string[] {
  const tools = sent.tools.filter((tool) => tool !== placeholderTool);
  return [
    ...missingText("the system prompt", expected.systemIncludes, sent.system),
    ...unwantedText("the system prompt", expected.systemExcludes, sent.system),
    ...(expected.tools === undefined ? [] : toolSetDifference(expected, tools)),
    ...named("tools that should be there are missing", absent(expected.toolsInclude ?? [], tools)),
    ...named("tools that should not be there were sent", present(expected.toolsExclude ?? [], tools)),
    ...missingText("the last user message", expected.lastUserIncludes, sent.lastUser),
    ...unwantedText("the last user message", expected.lastUserExcludes, sent.lastUser),
  ];
}

function toolSetDifference(expected: Expectation, sent: readonly string[]): string[] {
  const wanted = (expected.tools ?? []).filter((tool) => tool !== placeholderTool);
  return [
    ...named("tools missing", absent(wanted, sent)),
    ...named("tools not expected", absent(sent, [...wanted, ...(expected.toolsOptional ?? [])])),
  ];
}

function absent(wanted: readonly string[], there: readonly string[]): string[] {
  return wanted.filter((tool) => !there.includes(tool));
}

function present(unwanted: readonly string[], there: readonly string[]): string[] {
  return unwanted.filter((tool) => there.includes(tool));
}

function named(what: string, tools: string[]): string[] {
  return tools.length === 0 ? [] : [`${what}: ${tools.toSorted().join(", ")}`];
}

function missingText(where: string, wanted: readonly string[] | undefined, text: string): string[] {
  return (wanted ?? [])
    .filter((each) => !text.includes(each))
    .map((each) => `${where} does not include ${quote(each)}; it reads ${quote(excerpt(text))}`);
}

function unwantedText(where: string, unwanted: readonly string[] | undefined, text: string): string[] {
  return (unwanted ?? [])
    .filter((each) => text.includes(each))
    .map((each) => `${where} includes ${quote(each)}, which it should not: ${quote(around(text, each))}`);
}

function around(text: string, found: string): string {
  const start = Math.max(0, text.indexOf(found) - 60);
  return excerpt(text.slice(start, start + found.length + 120));
}

function excerpt(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= excerptLength ? flat : `${flat.slice(0, excerptLength)}…`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
