// The scenes of the stage: what is asked for in each, and what the model says to it. One file each, in scenes/.
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
    /** What a person asks for; absent: this is how another's next attempt goes. */
    commission: z
      .looseObject({
        worker: z.string(),
        title: z.string(),
        task: z.string(),
        project: z.string().optional(),
      })
      .optional(),
    /** The words by which a request is known to belong here; the task's first line where nothing is said. */
    when: z.string().optional(),
    rehearsed: z.boolean().default(false),
    /** The name of the scene that it waits for. */
    after: z.string().optional(),
    /** The turn, from 0, that is not played before somebody says so. */
    holdAt: z.int().optional(),
    /** Tokens in the first request, and how many each turn adds. */
    context: z.strictObject({ start: z.int(), grows: z.int() }).default({ start: 13_000, grows: 2400 }),
    turns: z.array(rehearsalTurn).min(1),
    /** What it does after its turns, over and over, for as long as the stage stands. */
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

/** Where it holds these words, a request to the model is one of this scene. */
export function wordsOf({ when, commission }: Scene): string {
  return when ?? commission?.task.trim().split("\n")[0] ?? "";
}

export function scriptOf(scene: Scene): Rehearsal {
  const { name, context, rehearsed } = scene;
  const turns = [...scene.turns, ...lingering(scene.lingers ?? [])];
  const metered = turns.map((turn, n) => withUsage(turn, tokensAt(context, Math.min(n, scene.turns.length))));
  return { version: 1, name, turns: rehearsed ? turns : metered, aux: {} };
}

/** An answer that takes ten minutes is given up by claude: it has to say something before that. Five hours in all. */
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

/** As a model that caches what it has read reports it. */
function withUsage(turn: RehearsalTurn, tokens: number): RehearsalTurn {
  if ("error" in turn || "hang" in turn || "drop" in turn) return turn;
  const words = JSON.stringify(turn).length;
  const fresh = Math.min(tokens, 1800 + (words % 900));
  const usage = {
    input_tokens: 4,
    cache_creation_input_tokens: fresh,
    cache_read_input_tokens: tokens - fresh,
    output_tokens: 700 + 2 * words, // with what it thought, which is not shown
  };
  return { usage, ...turn };
}
