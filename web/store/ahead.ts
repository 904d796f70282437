// Requests what the first view shows before that view exists, while React is set up or the code of the view
// is fetched.
import type { EventList } from "../../src/contract/api/api.ts";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import type { AttentionList } from "../../src/contract/api/attention.ts";
import type { ReviewList } from "../../src/contract/commission/review-list.ts";
import { call } from "../api/call.ts";

/** How many items that need a person are requested. */
export const mostNeeds = 100;
/** How many pieces of finished work home requests. */
export const mostReady = 50;
/** The size of the ledger's first page. */
const firstLines = 300;

interface Ahead<T> {
  /** Sends the request, unless it was sent for the same subject and not taken yet. */
  ask(subject: string, send: () => Promise<T>): void;
  /** Returns the requested answer once; `null` if it was not requested. */
  take(subject: string): Promise<T> | null;
}

const needs = createAhead<AttentionList>();
const ready = createAhead<ReviewList>();
const lines = createAhead<EventList>();
const details = createAhead<CommissionDetail>();

/** Requests what needs a person, which the home view shows first. */
export function askForNeeds(): void {
  needs.ask("", () => call("attention", { query: { limit: mostNeeds } }));
}

export function takeNeeds(): Promise<AttentionList> | null {
  return needs.take("");
}

/** Requests the finished work that is ready for a person, which home shows too. */
export function askForReady(): void {
  ready.ask("", () => call("review", { query: { limit: mostReady } }));
}

export function takeReady(): Promise<ReviewList> | null {
  return ready.take("");
}

export function askForLines(id: string): void {
  lines.ask(id, () => call("events", { params: { id }, query: { after: 0, limit: firstLines } }));
}

export function takeLines(id: string): Promise<EventList> | null {
  return lines.take(id);
}

export function askForDetail(id: string): void {
  details.ask(id, () => call("detail", { params: { id } }));
}

export function takeDetail(id: string): Promise<CommissionDetail> | null {
  return details.take(id);
}

/** Holds one request at a time, that of the latest subject. */
function createAhead<T>(): Ahead<T> {
  let sent: { subject: string; answer: Promise<T> } | null = null;
  return {
    ask: (subject, send) => {
      if (sent?.subject === subject) return;
      sent = { subject, answer: send() };
      sent.answer.catch(() => undefined); // the caller of `take` sees the failure
    },
    take: (subject) => {
      const answer = sent?.subject === subject ? sent.answer : null;
      sent = null;
      return answer;
    },
  };
}
