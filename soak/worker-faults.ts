// Lists the faults of a worker and its model: how each is caused, and how the commission must end.
import type { Ending } from "../src/rules/course/describe-ending.ts";
import type { Status } from "../src/contract/commission/commission.ts";
import { answerText, apiError, streamed } from "../test/model/gateway/support.ts";
import { submitAnswer, toolAnswer } from "../test/harness/model-answers.ts";

export interface Strike {
  /** The process of this commission's `claude`, which is waiting for the answer. */
  claude: number;
  speak(text: string): Promise<void>;
  cancel(): void;
}

export interface WorkerFault {
  name: string;
  /** Answers the n-th request to the model, from 1; `undefined` to never answer. */
  answer(n: number): Response | undefined;
  /** Done to `claude` while it waits for the n-th answer. */
  strike?(strike: Strike, n: number): Promise<void> | void;
  maxBudgetUsd?: number;
  /** How the last session ends, and the commission with it. */
  ends: { how: Ending["how"] | "cancel"; status: Status };
  /** From its start, including all resumes. */
  withinMs: number;
}

const second = 1000;
const resumedMs = 120 * second;
const done = () => streamed(answerText("Done."));
const tenMegabytes = 10_000_000;

function kill(signal: NodeJS.Signals): (strike: Strike) => void {
  return ({ claude }) => void process.kill(claude, signal);
}

function apiFault(status: number): WorkerFault {
  return {
    name: `API ${status}`,
    answer: () => apiError(status, upstreamWords(status)),
    ends: { how: "api", status: "failed" },
    withinMs: 60 * second,
  };
}

export function upstreamWords(status: number): string {
  return `The upstream says ${status}.`;
}

export const workerFaults: readonly WorkerFault[] = [
  {
    name: "crash after a result",
    answer: (n) => (n === 1 ? streamed(submitAnswer) : undefined),
    strike: (strike, n) => (n === 1 ? undefined : kill("SIGKILL")(strike)),
    ends: { how: "died", status: "completed" },
    withinMs: resumedMs,
  },
  {
    name: "10 MB line",
    answer: done,
    strike: ({ speak }) => speak(saidLine("x".repeat(tenMegabytes))),
    ends: { how: "normal", status: "completed" },
    withinMs: 60 * second,
  },
  {
    name: "garbage line",
    answer: () => undefined,
    strike: ({ speak }) => speak("{torn\n"),
    ends: { how: "garbled", status: "failed" },
    withinMs: resumedMs,
  },
  {
    name: "crash before a result",
    answer: () => undefined,
    strike: kill("SIGKILL"),
    ends: { how: "died", status: "failed" },
    withinMs: resumedMs,
  },
  {
    name: "exit without a result",
    answer: () => undefined,
    strike: kill("SIGTERM"),
    ends: { how: "died", status: "failed" },
    withinMs: resumedMs,
  },
  {
    name: "hang, until a person cancels",
    answer: () => undefined,
    strike: (strike) => {
      kill("SIGSTOP")(strike);
      strike.cancel();
    },
    ends: { how: "cancel", status: "cancelled" },
    withinMs: 60 * second,
  },
  ...[400, 401, 403, 429, 500, 529].map(apiFault),
  {
    name: "socket drop",
    answer: () => dropped(answerText("Done.").slice(0, 200)),
    ends: { how: "api", status: "failed" },
    withinMs: 60 * second,
  },
  {
    name: "slow stream",
    answer: () => slowly(answerText("Done.")),
    ends: { how: "normal", status: "completed" },
    withinMs: 60 * second,
  },
  {
    name: "budget spent",
    answer: () =>
      streamed(toolAnswer({ tool: "mcp__commission__report_progress", input: { summary: "On." } })),
    maxBudgetUsd: 0.0001,
    ends: { how: "budget", status: "failed" },
    withinMs: 60 * second,
  },
  {
    name: "no answer",
    answer: () => undefined,
    ends: { how: "api", status: "failed" },
    // Three attempts of 120 s each, and the pauses between them.
    withinMs: 420 * second,
  },
];

/** The line by which `claude` reports that the model said something. */
function saidLine(text: string): string {
  const message = { role: "assistant", content: [{ type: "text", text }] };
  return `${JSON.stringify({ type: "assistant", message, parent_tool_use_id: null, session_id: "s", uuid: "u" })}\n`;
}

/** Breaks off in the middle. */
function dropped(text: string): Response {
  const body = new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode(text));
      await Bun.sleep(50);
      controller.error(new Error("hung up"));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Sends twelve pieces, one every 1.5 seconds. */
function slowly(text: string): Response {
  const size = Math.ceil(text.length / 12);
  const body = new ReadableStream({
    start: async (controller) => {
      for (let at = 0; at < text.length; at += size) {
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + size)));
        await Bun.sleep(1500);
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Never answers; the connection stays open. */
export function unanswered(): Promise<Response> {
  return new Promise(() => undefined);
}
