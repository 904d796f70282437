// Words on what a worker is told, for a terminal and the page.
import { plural } from "../../base/text/plural.ts";
import type { Told, ToldPart } from "../../contract/commission/told.ts";
import { givenWords } from "./instruction-words.ts";
import { modelWords } from "./model-words.ts";

/** Returns all but the parts of the request, as names and values. */
export function toldFacts(told: Told): [name: string, value: string][] {
  return [
    ["Model", modelWords(told) ?? told.model],
    ["Limits", limitsWords(told.limits)],
    ["Size", sizeWords(told.tokens)],
    ["Memory", memoryWords(told.memory)],
    ["Project", projectWords(told.instructions)],
    ["Network", told.network.join(" ")],
    ["Sandbox", told.sandbox],
  ];
}

function limitsWords({
  maxTurns,
  maxBudgetUsd,
  maxSeconds,
  memoryMb,
  processes,
  diskMb,
}: Told["limits"]): string {
  const all = [
    plural(maxTurns, "turn"),
    `$${maxBudgetUsd}`,
    maxSeconds ? `${maxSeconds} seconds of work` : "",
    memoryMb ? `${memoryMb} MB of memory` : "",
    processes ? `${processes} processes` : "",
    diskMb ? `${diskMb} MB of disk` : "",
  ];
  return all.filter((text) => text !== "").join(", ");
}

const about = (tokens: number) => tokens.toLocaleString("en-US");

function sizeWords({ total, system, tools, messages, memory, instructions }: Told["tokens"]): string {
  const inside = (name: string, tokens: number) => (tokens === 0 ? "" : `, with ${about(tokens)} of ${name}`);
  return `about ${about(total)} tokens: system prompt ${about(system)}${inside("memory", memory)}; tools ${about(tools)}; messages ${about(messages)}${inside("the project's words", instructions)}`;
}

function memoryWords(memory: Told["memory"]): string {
  if (memory === null) return "none";
  const entries = memory.entries.map(({ scope, key }) => `${scope}/${key}`).join(", ");
  const left = memory.leftOut === 0 ? "" : `; ${memory.leftOut} more do not fit`;
  return `${entries === "" ? "no entry fits" : entries}${left}`;
}

function projectWords(instructions: Told["instructions"]): string {
  if (instructions === null) return "says nothing";
  const { told, not } = givenWords(instructions);
  return not === "" ? told : `${told}; not told: ${not}`;
}

/** Returns the heading of a part. */
export function partTitle({ kind, name }: Pick<ToldPart, "kind" | "name">): string {
  const kinds = {
    system: "System prompt",
    tool: `Tool ${name}`,
    message: `Message (${name})`,
    settings: "Settings",
  };
  return kinds[kind];
}
