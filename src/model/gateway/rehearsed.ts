// Plays a rehearsal script in place of the model.
import type { RequestKind } from "../../contract/course/model-request.ts";
import type { AnswerTurn, Rehearsal, RehearsalTurn } from "../../contract/package/rehearsal.ts";
import { sleep, type Clock } from "../../host/clock.ts";
import {
  answerEvents,
  answerMessage,
  brokenEvents,
  pingEvent,
  type AnswerFrame,
} from "../../rules/rehearsal/rehearsal-answer.ts";
import { differences } from "../../rules/rehearsal/rehearsal-expect.ts";
import { tokensOf } from "../../base/text/tokens.ts";
import {
  findTurn,
  locateTurn,
  startPosition,
  type RehearsalPosition,
  type Tally,
} from "../../rules/rehearsal/rehearsal-turn.ts";
import type { ModelRequest } from "./asked.ts";
import type { Mismatch, Model } from "./model.ts";

export interface RehearsedDeps {
  clock: Clock;
  script: Rehearsal;
  /** The number of the workbench that plays the script. */
  bench: number;
  tally(): Tally;
}

interface State {
  position: RehearsalPosition;
  /** How many turns of the script have been reached. */
  reached: number;
  /** Counts requests of any kind, to give each answer its own id. */
  asked: number;
}

interface Scene {
  turn: RehearsalTurn;
  frame: AnswerFrame;
  asked: ModelRequest;
  signal: AbortSignal;
}

const defaultAnswers: Record<Exclude<RequestKind, "main">, RehearsalTurn> = {
  web_search: { say: "This is a rehearsal: nothing was searched for, and there are no results." },
  page_summary: { say: "This is a rehearsal: the page was not summarised." },
  compaction: { say: "<analysis>Rehearsed.</analysis>\n<summary>This is a rehearsal: no summary.</summary>" },
  title: { say: "Rehearsal" },
  // The member's memory is real: a default text must not replace what it remembers.
  memory: { error: { status: 402, message: "This rehearsal does not say how to condense a memory." } },
  other: { say: "This is a rehearsal." },
};

export function createRehearsedModel(deps: RehearsedDeps): Model {
  const state: State = { position: startPosition, reached: 0, asked: 0 };
  return {
    ask: (asked, signal) => ask(deps, state, { asked, signal }),
    billsBrokenAnswers: false,
    scrub: (text) => text,
    unplayed: () => unplayed(deps.script, state.reached),
  };
}

function unplayed({ name, turns }: Rehearsal, reached: number): string | null {
  const left = turns.length - reached;
  if (left <= 0) return null;
  const which = left === 1 ? `turn ${turns.length} was` : `turns ${reached + 1} to ${turns.length} were`;
  return `Rehearsal "${name}": ${which} not played; the session ended before.`;
}

async function ask(
  deps: RehearsedDeps,
  state: State,
  request: { asked: ModelRequest; signal: AbortSignal },
): Promise<Response | Mismatch> {
  const { asked } = request;
  state.asked += 1;
  const estimatedInput = tokensOf(asked.body.length);
  if (asked.counting) return Response.json({ input_tokens: estimatedInput });
  const found = asked.kind === "main" ? mainTurn(deps, state, asked) : auxTurn(deps, state, asked.kind);
  if ("mismatch" in found) return found;
  const { turn, name, id } = found;
  const differing = turn.expect === undefined ? [] : differences(turn.expect, asked);
  if (differing.length > 0)
    return { mismatch: `Rehearsal "${deps.script.name}", ${name}: ${differing.join("; ")}.` };
  return play(deps.clock, {
    turn,
    asked,
    signal: request.signal,
    frame: { id, model: asked.model, estimatedInput },
  });
}

interface Found {
  turn: RehearsalTurn;
  name: string;
  id: string;
}

function mainTurn(deps: RehearsedDeps, state: State, asked: ModelRequest): Found | Mismatch {
  const { script } = deps;
  const { index, position } = locateTurn(state.position, asked, deps.tally());
  const played = wasCutAtTheEnd(deps, state, index) ? index - 1 : index;
  const turn = findTurn(script, played, state.reached === script.turns.length);
  if (turn === undefined) {
    return {
      mismatch: `Rehearsal "${script.name}", turn ${index + 1}: the script ends after turn ${script.turns.length}, but the worker asked the model once more.`,
    };
  }
  state.position = position;
  state.reached = Math.min(Math.max(state.reached, index + 1), script.turns.length);
  return { turn, name: `turn ${index + 1}`, id: answerId(deps.bench, index + 1) };
}

/**
 * Returns whether an earlier workbench gave the last answer of the script but was interrupted before the
 * session's end was recorded. That answer is then repeated.
 */
function wasCutAtTheEnd({ bench, script }: RehearsedDeps, { reached }: State, index: number): boolean {
  return bench > 1 && reached === 0 && index === script.turns.length;
}

/**
 * Returns the id of an answer. A turn that is replayed after a resume gets another id, because claude treats
 * two answers with the same id as one.
 */
function answerId(bench: number, turn: number): string {
  return bench === 1 ? `msg_rehearsed_${turn}` : `msg_rehearsed_${turn}_again_${bench}`;
}

function auxTurn(deps: RehearsedDeps, state: State, kind: Exclude<RequestKind, "main">): Found {
  const turn = deps.script.aux[kind] ?? defaultAnswers[kind];
  return { turn, name: `aux ${kind}`, id: `msg_rehearsed_aux_${state.asked}` };
}

async function play(clock: Clock, scene: Scene): Promise<Response> {
  const { turn, frame, asked, signal } = scene;
  if ("use" in turn || (!("error" in turn) && !("hang" in turn) && !("drop" in turn))) {
    if (asked.stream) return byteStream(answerChunks(clock, turn, scene), true);
    await sleep(clock, turn.delayMs ?? 0, signal);
    return json(answerMessage(turn, frame), 200, {});
  }
  await sleep(clock, turn.delayMs ?? 0, signal);
  if ("hang" in turn) return new Promise<never>(() => {});
  if ("drop" in turn)
    return byteStream(brokenChunks(turn.say ?? "This answer breaks off here", frame), asked.stream);
  const { status, message, headers } = turn.error;
  const text = JSON.stringify({
    type: "error",
    error: { type: "api_error", message: message ?? `rehearsed error ${status}` },
  });
  return json(text, status, headers ?? {});
}

function json(text: string, status: number, headers: Record<string, string>): Response {
  return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}

const pingEveryMs = 10_000;

/**
 * Yields an answer as the real API streams it: the head at once, and pings during the delay, so that a slow answer does
 * not count as stalled.
 */
async function* answerChunks(
  clock: Clock,
  turn: AnswerTurn,
  { frame, signal }: Scene,
): AsyncGenerator<string> {
  const { start, rest } = answerEvents(turn, frame);
  yield start;
  for (let left = turn.delayMs ?? 0; left > 0; left -= pingEveryMs) {
    await sleep(clock, Math.min(left, pingEveryMs), signal);
    if (left > pingEveryMs) yield pingEvent;
  }
  yield* rest;
}

async function* brokenChunks(say: string, frame: AnswerFrame): AsyncGenerator<string> {
  yield brokenEvents(say, frame).join("");
  throw new Error("the rehearsal closed the connection");
}

function byteStream(chunks: AsyncGenerator<string>, isEvents: boolean): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    // Nothing is queued, because an error would overtake queued chunks.
    { highWaterMark: 0 },
  );
  const type = isEvents ? "text/event-stream" : "application/json";
  return new Response(body, { headers: { "content-type": type } });
}
