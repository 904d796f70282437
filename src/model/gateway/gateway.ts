// Opens the only way to a model for one commission: the gateway holds the credential, counts the cost, enforces the
// limits, or plays a rehearsal instead.
import type { Connections } from "../../host/network/front-door.ts";
import type { HttpServer, ServeHttp, ServeOptions } from "../../host/network/http-server.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import { mostFailures } from "./account.ts";
import { type GatewayEnv, gatewayEnv } from "./child-env.ts";
import {
  type ModelAccess,
  type ModelAccessDeps,
  type ModelAccessOrder,
  openModelAccess,
} from "./model-access.ts";
import { answerAtDoor, largestTaken, presents } from "./door.ts";
import type { Timing } from "./exchange.ts";
import { createTurnstile, type TurnstileOrder } from "./turnstile.ts";

export interface GatewayDeps extends ModelAccessDeps {
  serve: ServeHttp;
  /** Receives the body of the first request of the conversation, before it is passed on. */
  begins(body: Uint8Array): void;
}

export interface GatewayOrder extends Omit<ModelAccessOrder, "whose" | "mostFailures"> {
  door: { unix: string } | { loopback: true };
  /** claude presents this as its credential; it is valid for this commission alone. */
  secret: string;
}

export interface Gateway extends Pick<ModelAccess, "verdict" | "unplayed"> {
  /**
   * Returns the environment for claude. `socketInside` is the socket's path as claude sees it; `null` if the gateway
   * listens on loopback.
   */
  childEnv(socketInside: string | null): GatewayEnv;
  /**
   * Ends all requests in flight. Their cost is recorded when this resolves. With `bills`, first waits a while
   * for the endpoint's bills.
   */
  close(how?: { bills: boolean }): Promise<void>;
}

export const defaultTiming: Timing = {
  firstByteMs: 120_000,
  betweenBytesMs: 60_000,
  retryDelaysMs: [1_000, 5_000],
  billMs: 10_000,
};

/** claude sends a handful of requests at once, and none is larger than the API accepts. */
export const sessionTurnstile: TurnstileOrder = {
  requests: 8,
  bytes: 40 * 1024 * 1024,
  waiting: 32,
};

/**
 * Each WebSearch call of a turn opens its own connection. So the server accepts a connection for every
 * request that may be in progress or queued, plus some that claude keeps alive.
 */
export const sessionConnections: Connections = {
  most: sessionTurnstile.requests + sessionTurnstile.waiting + 8,
  headMs: 10_000,
};

/** The settings with which a gateway listens, besides its address and its handler. */
export const gatewayServing: Omit<ServeOptions, "at" | "handle"> = {
  maxBodyBytes: largestTaken,
  connections: sessionConnections,
  strangers: { patienceMs: sessionConnections.headMs, most: sessionConnections.most },
};

export async function openGateway(deps: GatewayDeps, order: GatewayOrder): Promise<Gateway> {
  const access = openModelAccess(deps, { ...order, mostFailures, whose: "This commission" });
  const answer = tellingFirst(deps.begins, access.answer);
  const counter = { ...access, answer, turnstile: createTurnstile(sessionTurnstile) };
  const server = deps.serve({
    at: "unix" in order.door ? order.door : { port: 0 },
    ...gatewayServing,
    handle: (request, proved) => {
      const isKnown = presents(request.headers, order.secret);
      if (isKnown) proved();
      const behind = () => (isKnown ? counter : undefined);
      return answerAtDoor({ clock: deps.clock, behind }, request);
    },
  });
  return {
    childEnv: (socketInside) => childEnv(order, server, socketInside),
    verdict: access.verdict,
    unplayed: access.unplayed,
    close: async (how) => {
      // This closes every connection, which ends the requests on it as if claude had disconnected.
      await server.stop();
      await access.close(how);
    },
  };
}

function tellingFirst(tell: GatewayDeps["begins"], answer: ModelAccess["answer"]): ModelAccess["answer"] {
  let isTold = false;
  return (asked, signal) => {
    if (!isTold && asked.kind === "main") {
      isTold = true;
      tell(asked.body);
    }
    return answer(asked, signal);
  };
}

function childEnv(order: GatewayOrder, server: HttpServer, socketInside: string | null): GatewayEnv {
  const { secret, timing, model } = order;
  return gatewayEnv({
    at: socketInside === null ? { port: server.port } : { unix: socketInside },
    secret,
    credential: credentialOf(model),
    timing,
  });
}

/** Returns the credential without which the environment would differ. Only its kind is used. */
function credentialOf(model: GatewayOrder["model"]): Handoff["credential"] {
  if (model.mode === "forward") return model.handoff.credential;
  if (model.mode === "rehearsal" || model.credential === null) return null;
  return { kind: model.credential, secret: "" };
}
