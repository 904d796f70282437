// The one door to a model: holds the credential, counts the cost, keeps to the limits, or plays a rehearsal.
import type { FactBody, GatewayVerdict } from "../contract/facts.ts";
import type { Handoff } from "../contract/handoff.ts";
import type { Rehearsal } from "../contract/rehearsal.ts";
import type { Clock } from "../host/clock.ts";
import type { HttpServer, ServeHttp } from "../host/http-server.ts";
import type { Send } from "../host/outbound.ts";
import { createAccount, type Account } from "./account.ts";
import { createAdmission } from "./admission.ts";
import { refusal } from "./answers.ts";
import type { Asked } from "./asked.ts";
import { answerAtDoor } from "./door.ts";
import { exchange, type ExchangeDeps, type Timing } from "./exchange.ts";
import { longestWaitMs } from "./failure.ts";
import { faultVerdict } from "./fault-verdict.ts";
import { createForwardModel } from "./forward.ts";
import type { Model } from "./model.ts";
import { createRehearsedModel } from "./rehearsed.ts";

export interface GatewayDeps {
  clock: Clock;
  serve: ServeHttp;
  send: Send;
  /** Durable when it resolves. */
  record(fact: FactBody): Promise<void>;
}

export interface GatewayOrder {
  door: { unix: string } | { loopback: true };
  /** Presented by claude as its credential; good for this commission alone. */
  secret: string;
  model:
    | { mode: "forward"; handoff: Handoff }
    | { mode: "rehearsal"; script: Rehearsal; failedTurns: number; bench: number };
  limits: { maxTurns: number; maxBudgetUsd: number };
  /** By earlier workbenches of this commission. */
  spent: { turns: number; usd: number };
  timing: Timing;
}

/** All that claude is told of the gateway. */
export interface GatewayEnv {
  ANTHROPIC_BASE_URL: string;
  ANTHROPIC_UNIX_SOCKET?: string;
  /** One of the two, in place of the real credential, which only the gateway knows. */
  ANTHROPIC_API_KEY?: string;
  ANTHROPIC_AUTH_TOKEN?: string;
  API_TIMEOUT_MS: string;
  BUN_CONFIG_HTTP_IDLE_TIMEOUT: string;
}

export interface Gateway {
  /** `socketInside` is the socket's path as claude sees it; null where the gateway listens on loopback. */
  childEnv(socketInside: string | null): GatewayEnv;
  /** Why the session cannot go on; null when the gateway knows of no reason. */
  verdict(): GatewayVerdict | null;
  /** A sentence that names the turns of the rehearsal that nobody has asked for; null when there are none. */
  unplayed(): string | null;
  /** Ends every exchange; what it cost is on record when this resolves. */
  close(): Promise<void>;
}

export const defaultTiming: Timing = {
  firstByteMs: 120_000,
  betweenBytesMs: 60_000,
  retryDelaysMs: [1_000, 5_000],
};

/** The API's own limit is 32 MB. */
const maxBodyBytes = 64 * 1024 * 1024;

export async function openGateway(deps: GatewayDeps, order: GatewayOrder): Promise<Gateway> {
  const failedTurns = order.model.mode === "rehearsal" ? order.model.failedTurns : 0;
  const account = createAccount({ ...order, failedTurns, record: (fact) => deps.record(fact) });
  const model = modelFor(deps, order, account);
  const work = new Set<Promise<void>>();
  const parts: ExchangeDeps = {
    clock: deps.clock,
    account,
    admission: createAdmission(account),
    model,
    timing: order.timing,
    breaks: { inARow: 0 },
    track: (each) => track(work, each),
  };
  const server = deps.serve({
    at: "unix" in order.door ? order.door : { port: 0 },
    maxBodyBytes: 2 * maxBodyBytes, // beyond it the server answers by itself, in words that claude tries again after
    handle: (request) =>
      answerAtDoor(
        { secret: order.secret, maxBodyBytes, exchange: (asked, signal) => safely(parts, asked, signal) },
        request,
      ),
  });
  return {
    childEnv: (socketInside) => childEnv(order, server, socketInside),
    verdict: () => account.verdict(),
    unplayed: () => model.unplayed(),
    close: () => close(server, work),
  };
}

function modelFor(deps: GatewayDeps, order: GatewayOrder, account: Account): Model {
  if (order.model.mode === "forward")
    return createForwardModel({ send: deps.send, handoff: order.model.handoff });
  return createRehearsedModel({
    clock: deps.clock,
    script: order.model.script,
    bench: order.model.bench,
    tally: () => account.tally(),
  });
}

/** A fact that cannot be written ends the session: work that leaves no trace must not go on. */
async function safely(parts: ExchangeDeps, asked: Asked, signal: AbortSignal): Promise<Response> {
  try {
    return await exchange(parts, asked, signal);
  } catch (error) {
    const reason = parts.model.scrub(error instanceof Error ? error.message : String(error));
    const message = `The gateway could not carry out a model request: ${reason}`;
    parts.account.condemn(faultVerdict(error, message));
    return refusal(500, "api_error", message);
  }
}

function track(work: Set<Promise<void>>, each: Promise<void>): Promise<void> {
  work.add(each);
  return each.finally(() => work.delete(each));
}

async function close(server: HttpServer, work: Set<Promise<void>>): Promise<void> {
  // Every connection is cut, which ends the exchanges on it as if claude had gone.
  await server.stop();
  await Promise.allSettled(work);
}

function childEnv(order: GatewayOrder, server: HttpServer, socketInside: string | null): GatewayEnv {
  const isToken = order.model.mode === "forward" && order.model.handoff.credential?.kind === "auth_token";
  return {
    // With a socket set, claude connects to that and never looks the name up. It has to be http.
    ...(socketInside === null
      ? { ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}` }
      : { ANTHROPIC_BASE_URL: "http://gateway.invalid", ANTHROPIC_UNIX_SOCKET: socketInside }),
    // Of the same kind as the real one, so that claude sends the headers that go with it.
    ...(isToken ? { ANTHROPIC_AUTH_TOKEN: order.secret } : { ANTHROPIC_API_KEY: order.secret }),
    API_TIMEOUT_MS: String(patience(order.timing)),
    // In seconds. claude is a Bun program, and Bun hangs up by itself where nothing came for five minutes.
    BUN_CONFIG_HTTP_IDLE_TIMEOUT: String(Math.ceil(patience(order.timing) / 1000)),
  };
}

/** Longer than all tries together: claude must not give up before the gateway does. */
function patience(timing: Timing): number {
  const tries = timing.retryDelaysMs.length + 1;
  const delays = timing.retryDelaysMs.reduce((sum, each) => sum + Math.max(each, longestWaitMs), 0);
  return Math.max(600_000, tries * (timing.firstByteMs + timing.betweenBytesMs) + delays + 60_000);
}
