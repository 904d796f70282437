// Reads the scenes of the stage (a throwaway hall with a scripted model) from scenes/, one file each: what a person
// asks for and how the model answers.
import { Glob } from "bun";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import {
  answerTurn,
  rehearsalTurn,
  type Rehearsal,
  type RehearsalTurn,
} from "../../src/contract/package/rehearsal.ts";
import { installed } from "../../src/host/program.ts";

const scene = z
  .strictObject({
    /** The person's request; absent if the scene plays a later attempt of another scene's commission. */
    commission: z
      .looseObject({
        worker: z.string(),
        title: z.string(),
        task: z.string(),
        project: z.string().optional(),
      })
      .optional(),
    /** The words that identify this scene's requests; by default the task's first line. */
    when: z.string().optional(),
    rehearsed: z.boolean().default(false),
    /** The name of the scene that this one waits for. */
    after: z.string().optional(),
    /** The turn, from 0, that is held until `release` is called. */
    holdAt: z.int().optional(),
    /** Tokens of the first request, and how many each turn adds. */
    context: z.strictObject({ start: z.int(), grows: z.int() }).default({ start: 13_000, grows: 2400 }),
    turns: z.array(rehearsalTurn).min(1),
    /** Turns that are repeated slowly after the others, so that the commission stays at work for hours. */
    lingers: z.array(answerTurn).optional(),
  })
  .refine(({ commission, when }) => commission !== undefined || when !== undefined, "nobody would play it");

export type Scene = z.infer<typeof scene> & { name: string };

export function readScenes(): Scene[] {
  const directory = installed("scripts/page/scenes");
  return [...new Glob("*.yaml").scanSync(directory)].sort().map((file) => {
    const read = scene.safeParse(parse(readFileSync(`${directory}/${file}`, "utf8")));
    if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
    return { ...read.data, name: basename(file, ".yaml") };
  });
}

/** Returns the words by which a request to the model is known to belong to this scene. */
export function wordsOf({ when, commission }: Scene): string {
  return when ?? commission?.task.trim().split("\n")[0] ?? "";
}

export function scriptOf(scene: Scene): Rehearsal {
  const { name, context, rehearsed } = scene;
  const turns = [...scene.turns, ...lingering(scene.lingers ?? [])];
  const metered = turns.map((turn, n) => withUsage(turn, tokensAt(context, Math.min(n, scene.turns.length))));
  return { version: 1, name, turns: rehearsed ? turns : metered, aux: {} };
}

/**
 * `claude` gives up on an answer that takes ten minutes, so each repeated turn takes five. Sixty turns last
 * five hours.
 */
const lingerMs = 300_000;
const lingerings = 60;

function lingering(turns: readonly RehearsalTurn[]): RehearsalTurn[] {
  if (turns.length === 0) return [];
  return Array.from({ length: lingerings }, (_, n) => ({
    ...(turns[n % turns.length] as RehearsalTurn),
    delayMs: lingerMs,
  }));
}

function tokensAt({ start, grows }: Scene["context"], turn: number): number {
  return start + turn * grows;
}

/** Adds usage as a model with prompt caching reports it. */
function withUsage(turn: RehearsalTurn, tokens: number): RehearsalTurn {
  if ("error" in turn || "hang" in turn || "drop" in turn) return turn;
  const words = JSON.stringify(turn).length;
  const fresh = Math.min(tokens, 1800 + (words % 900));
  const usage = {
    input_tokens: 4,
    cache_creation_input_tokens: fresh,
    cache_read_input_tokens: tokens - fresh,
    output_tokens: 700 + 2 * words, // includes thinking, which is not shown
  };
  return { usage, ...turn };
}
