// Waits for the line in which a guild member prints the address at which it listens.
import { type Clock, sleep } from "../../../host/clock.ts";
import { addressIn } from "./address.ts";

export interface AwaitAddress {
  clock: Pick<Clock, "after" | "monotonic">;
  /** Returns the beginning of what the member has printed so far. */
  readHead(bytes: number): string;
  /** Fires when waiting is pointless: the process has ended, or the member is no longer wanted. */
  signal: AbortSignal;
  limitMs: number;
}

export type AddressOutcome<T> = ({ ok: true } & T) | { ok: false; problem: string };

const pollMs = 20;
/** The address must appear within this much of the output. */
const headBytes = 64 * 1024;

export async function awaitAddress(wait: AwaitAddress): Promise<AddressOutcome<{ url: string }>> {
  const until = wait.clock.monotonic() + wait.limitMs;
  for (;;) {
    const printed = wait.readHead(headBytes);
    const said = addressIn(printed);
    if (said.how === "said") return { ok: true, url: said.url };
    if (said.how === "refused") return { ok: false, problem: refusedText(said.line) };
    if (wait.signal.aborted) return { ok: false, problem: "it ended before it said where it listens" };
    if (Buffer.byteLength(printed) >= headBytes) return { ok: false, problem: tooMuch };
    if (wait.clock.monotonic() >= until) return { ok: false, problem: lateText(wait.limitMs) };
    await sleep(wait.clock, pollMs, wait.signal);
  }
}

const expected = "expected a line such as http://127.0.0.1:8080/mcp on its standard output";
const tooMuch = `it printed ${headBytes / 1024} KB without saying where it listens; ${expected}`;

function refusedText(line: string): string {
  return `it says that it listens at ${JSON.stringify(line)}, which is not taken; ${expected}`;
}

function lateText(limitMs: number): string {
  return `it did not say within ${limitMs / 1000} seconds where it listens; ${expected}`;
}
