// Sends generated requests to a guild member, several at a time, and records wrong answers.
import * as fc from "fast-check";
import { fuzzed, knownJob, type Fuzzed } from "./rpc-requests.ts";
import { type Answered, problemOf } from "./judge-reply.ts";

export interface FuzzOrder {
  url: string;
  secret: string;
  count: number;
  seed: number;
  /** Fires when the member has ended. */
  gone: AbortSignal;
}

export interface FuzzTally {
  sent: number;
  /** The number of answers by status. */
  statuses: Map<number, number>;
  /** The number of jobs dispatched. */
  jobs: number;
  slowestMs: number;
  problems: string[];
}

const clients = 8;
const chunk = 1000;
const limitMs = 10_000;
/** Beyond this many, the oldest job is cancelled and deleted, so that a list of all jobs stays small. */
const mostJobs = 60;

interface Hand {
  order: FuzzOrder;
  tally: FuzzTally;
  jobs: string[];
  turn: number;
}

/** Sends all requests. Ends early once the member has ended, or after a hundred problems. */
export async function fuzz(order: FuzzOrder): Promise<FuzzTally> {
  const tally: FuzzTally = { sent: 0, statuses: new Map(), jobs: 0, slowestMs: 0, problems: [] };
  const hand: Hand = { order, tally, jobs: [], turn: 0 };
  for (let round = 0; tally.sent < order.count && mayGoOn(hand); round += 1) {
    const numRuns = Math.min(chunk, order.count - tally.sent);
    const waiting = fc.sample(fuzzed, { numRuns, seed: order.seed + round }).toReversed();
    await Promise.all(Array.from({ length: clients }, () => sendAll(hand, waiting)));
  }
  return tally;
}

function mayGoOn({ order, tally }: Hand): boolean {
  return !order.gone.aborted && tally.problems.length < 100;
}

async function sendAll(hand: Hand, waiting: Fuzzed[]): Promise<void> {
  for (let next = waiting.pop(); next !== undefined && mayGoOn(hand); next = waiting.pop()) {
    const body = withJob(hand, next.body);
    await sendOne(hand, { ...next, body });
    await retire(hand);
  }
}

function withJob(hand: Hand, body: Fuzzed["body"]): Fuzzed["body"] {
  const job = hand.jobs[(hand.turn += 1) % Math.max(1, hand.jobs.length)];
  return typeof body === "string" && job !== undefined ? body.replaceAll(knownJob, job) : body;
}

async function sendOne(hand: Hand, { body, headers }: Fuzzed): Promise<void> {
  const { tally } = hand;
  const begun = performance.now();
  tally.sent += 1;
  try {
    const answered = await post(hand.order, { body, headers });
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - begun);
    tally.statuses.set(answered.status, (tally.statuses.get(answered.status) ?? 0) + 1);
    const problem = problemOf(body, answered);
    if (problem !== null) keep(hand, { body, problem });
    learnJobs(hand, answered.text);
  } catch (error) {
    keep(hand, { body, problem: error instanceof Error ? error.message : String(error) });
  }
}

function keep({ tally }: Hand, { body, problem }: { body: Fuzzed["body"]; problem: string }): void {
  const text = typeof body === "string" ? body : `base64 ${Buffer.from(body).toString("base64")}`;
  tally.problems.push(`${problem} (to ${text.length > 400 ? `${text.slice(0, 400)}…` : text})`);
}

async function post({ url, secret, gone }: FuzzOrder, { body, headers }: Fuzzed): Promise<Answered> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${secret}` },
    body,
    signal: AbortSignal.any([AbortSignal.timeout(limitMs), gone]),
  });
  const contentType = response.headers.get("content-type") ?? "";
  return { status: response.status, contentType, text: await response.text() };
}

/** Collects the ids of newly dispatched jobs, so that later requests can name them. */
function learnJobs({ jobs, tally }: Hand, text: string): void {
  for (const [, jobId = ""] of text.matchAll(/"result":\{"jobId":"([0-9a-f-]{36})"\}/g)) {
    jobs.push(jobId);
    tally.jobs += 1;
  }
}

async function retire(hand: Hand): Promise<void> {
  if (hand.jobs.length <= mostJobs) return;
  const jobId = hand.jobs.shift() ?? "";
  for (const method of ["worker/cancel", "worker/delete"])
    await sendOne(hand, {
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { jobId } }),
      headers: { "content-type": "application/json" },
    });
}
