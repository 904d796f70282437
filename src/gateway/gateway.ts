// The one door to a model: holds the credential, counts the cost, keeps to the limits, or plays a rehearsal.
import type { HttpServer, ServeHttp } from "../host/http-server.ts";
import { type GatewayEnv, gatewayEnv } from "./child-env.ts";
import { type Desk, type DeskDeps, type DeskOrder, openDesk } from "./desk.ts";
import { answerAtDoor, largestTaken, presents } from "./door.ts";
import type { Timing } from "./exchange.ts";

export interface GatewayDeps extends DeskDeps {
  serve: ServeHttp;
}

export interface GatewayOrder extends Omit<DeskOrder, "whose"> {
  door: { unix: string } | { loopback: true };
  /** Presented by claude as its credential; good for this commission alone. */
  secret: string;
}

export interface Gateway extends Pick<Desk, "verdict" | "unplayed"> {
  /** `socketInside` is the socket's path as claude sees it; null where the gateway listens on loopback. */
  childEnv(socketInside: string | null): GatewayEnv;
  /** Ends every exchange; what it cost is on record when this resolves. */
  close(): Promise<void>;
}

export const defaultTiming: Timing = {
  firstByteMs: 120_000,
  betweenBytesMs: 60_000,
  retryDelaysMs: [1_000, 5_000],
};

export async function openGateway(deps: GatewayDeps, order: GatewayOrder): Promise<Gateway> {
  const desk = openDesk(deps, { ...order, whose: "This commission" });
  const server = deps.serve({
    at: "unix" in order.door ? order.door : { port: 0 },
    maxBodyBytes: largestTaken,
    handle: (request) => {
      const behind = (headers: Headers) => (presents(headers, order.secret) ? desk.answer : undefined);
      return answerAtDoor({ behind }, request);
    },
  });
  return {
    childEnv: (socketInside) => childEnv(order, server, socketInside),
    verdict: desk.verdict,
    unplayed: desk.unplayed,
    close: async () => {
      // Every connection is cut, which ends the exchanges on it as if claude had gone.
      await server.stop();
      await desk.close();
    },
  };
}

function childEnv(order: GatewayOrder, server: HttpServer, socketInside: string | null): GatewayEnv {
  const { secret, timing, model } = order;
  return gatewayEnv({
    at: socketInside === null ? { port: server.port } : { unix: socketInside },
    secret,
    credential: model.mode === "forward" ? model.handoff.credential : null,
    timing,
  });
}
