// Sends plain HTTP requests to the guild member under test, and reads the JSON-RPC messages of the answer
// from a JSON body or an event stream.
import { workerLimits } from "../../contract/member/worker-protocol.ts";
import type { Clock } from "../../host/clock.ts";
import { codeOf } from "../../host/files/disk.ts";
import { fail } from "./check.ts";

export interface MemberAddress {
  /** The URL of the member's only endpoint. */
  url: string;
  /** Sent as a bearer token. `null` if there is none. */
  secret: string | null;
}

export interface WireDeps {
  fetch(url: string, init: RequestInit): Promise<Response>;
  clock: Pick<Clock, "after">;
}

export interface WireRequest {
  body: string | Uint8Array<ArrayBuffer>;
  method?: string;
  /** A value of `null` removes a header that is sent by default. */
  headers?: Readonly<Record<string, string | null>>;
}

export interface WireAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** The beginning of the error message when the connection breaks. */
export const brokenOff = "The connection broke";

/** Sends one request. Fails if no answer comes within the time that the protocol allows for a call. */
export async function send(deps: WireDeps, place: MemberAddress, sending: WireRequest): Promise<WireAnswer> {
  const late = new AbortController();
  const timer = deps.clock.after(workerLimits.callMs, () => late.abort());
  try {
    const method = sending.method ?? "POST";
    const response = await deps.fetch(place.url, {
      method,
      headers: headersOf(place, sending),
      redirect: "manual",
      signal: late.signal,
      ...(method === "GET" ? {} : { body: sending.body }),
    });
    const text = await response.text();
    return { status: response.status, contentType: response.headers.get("content-type") ?? "", text };
  } catch (error) {
    if (late.signal.aborted) fail(`There was no answer within ${workerLimits.callMs / 1000} s.`);
    return fail(`${brokenOff}: ${codeOf(error) ?? String(error)}.`);
  } finally {
    timer.cancel();
  }
}

function headersOf({ secret }: MemberAddress, { headers = {} }: WireRequest): Record<string, string> {
  const all: Record<string, string | null> = {
    "content-type": "application/json",
    accept: "*/*",
    authorization: secret === null ? null : `Bearer ${secret}`,
    ...headers,
  };
  return Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null));
}

/**
 * Returns every JSON-RPC message of the answer; a batch counts as its single messages. Fails if a part is not
 * JSON.
 */
export function messagesIn({ contentType, text }: WireAnswer): unknown[] {
  if (text.trim() === "") return [];
  const parts = contentType.startsWith("text/event-stream") ? dataOf(text) : [text];
  return parts.flatMap((part) => parse(part));
}

function dataOf(stream: string): string[] {
  const blocks = stream.replaceAll("\r\n", "\n").split("\n\n");
  const data = blocks.map((block) =>
    block
      .split("\n")
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice("data:".length).trimStart())
      .join("\n"),
  );
  return data.filter((each) => each !== "");
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as unknown[]) : [value];
  } catch {
    return fail(`The answer is not JSON: ${text.slice(0, 200)}`);
  }
}
