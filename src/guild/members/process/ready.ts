// Waits until a guild member answers a request that carries its secret, and learns which tools it serves. A member that
// takes work may serve none.
import { z } from "zod";
import { rpcCodes } from "../../../contract/member/worker-protocol.ts";
import { type Clock, sleep } from "../../../host/clock.ts";
import { within } from "../../../base/async/time-limit.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";
import type { AddressOutcome } from "./await-address.ts";
import type { Reached } from "../members.ts";

export interface AskMember {
  /** Sends one JSON-RPC request without a session, as curl would. */
  plainly(at: Reached, question: { method: string; signal: AbortSignal }): Promise<unknown>;
  /** Lists the tools after the whole MCP handshake, for servers that refuse requests without one. */
  listTools(at: Reached, signal: AbortSignal): Promise<{ name: string }[]>;
}

export interface AwaitReady {
  clock: Pick<Clock, "after" | "monotonic">;
  ask: AskMember;
  at: Reached;
  /** Fires when the process has ended or is no longer wanted. */
  signal: AbortSignal;
  limitMs: number;
}

const pollMs = 50;
const askMs = 5000;

type Answer = { how: "tools"; tools: string[] } | { how: "refused" | "silent"; problem: string };

export async function awaitReady(wait: AwaitReady): Promise<AddressOutcome<{ tools: string[] }>> {
  const until = wait.clock.monotonic() + wait.limitMs;
  for (;;) {
    const answer = await askOnce(wait);
    if (answer.how === "tools") return { ok: true, tools: answer.tools };
    if (answer.how === "refused" || wait.signal.aborted) return { ok: false, problem: answer.problem };
    if (wait.clock.monotonic() >= until) return { ok: false, problem: answer.problem };
    await sleep(wait.clock, pollMs, wait.signal);
  }
}

async function askOnce({ clock, ask, at, signal }: AwaitReady): Promise<Answer> {
  const over = new AbortController();
  const asking = tools(ask, at, over.signal);
  const asked = await within({ clock, ms: askMs, signal }, asking);
  over.abort();
  if (asked.how === "came") return asked.value;
  if (asked.how === "broke") return { how: "silent", problem: thrownText(asked.error) };
  if (asked.how === "left") return { how: "silent", problem: "it ended before it answered" };
  return { how: "silent", problem: `it does not answer within ${askMs / 1000} seconds` };
}

async function tools(ask: AskMember, at: Reached, signal: AbortSignal): Promise<Answer> {
  try {
    return listed(await ask.plainly(at, { method: "tools/list", signal }));
  } catch (error) {
    const told = whatWasTold(error);
    if (told !== "handshake") return told;
    return listed({ tools: await ask.listTools(at, signal) });
  }
}

const tool = z.object({ name: z.string().max(256) });
// The length of the list is checked before any entry is parsed.
const toolList = z.object({ tools: z.array(z.unknown()).max(10_000).pipe(z.array(tool)) });

function listed(result: unknown): Answer {
  const parsed = toolList.safeParse(result);
  if (!parsed.success) return { how: "refused", problem: "its answer to tools/list is not a list of tools" };
  return { how: "tools", tools: parsed.data.tools.map(({ name }) => name) };
}

/**
 * The shape of the errors that requests to members throw: an HTTP status, or an error reply of the protocol.
 */
const failure = z.object({
  code: z.string(),
  status: z.number().nullish(),
  refusal: z.object({ code: z.number() }).nullish(),
});

function whatWasTold(error: unknown): Answer | "handshake" {
  const { code, status, refusal } = failure.safeParse(error).data ?? { code: "" };
  const problem = thrownText(error);
  if (status === 401 || status === 403)
    return { how: "refused", problem: `it does not take the secret that it was started with (${problem})` };
  if (refusal?.code === rpcCodes.unknownMethod) return { how: "tools", tools: [] };
  if (refusal || (status != null && status >= 400 && status < 500)) return "handshake";
  return { how: code === "member_protocol" ? "refused" : "silent", problem };
}
