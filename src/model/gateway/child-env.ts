// Builds the environment that points a program at the gateway instead of at a real address and credential.
import type { Handoff } from "../../contract/home/handoff.ts";
import type { Timing } from "./exchange.ts";
import { longestWaitMs } from "./failure.ts";

/** Everything that claude is told about the gateway. */
export interface GatewayEnv {
  ANTHROPIC_BASE_URL: string;
  ANTHROPIC_UNIX_SOCKET?: string;
  /** Exactly one of the two is set, in place of the real credential, which only the gateway knows. */
  ANTHROPIC_API_KEY?: string;
  ANTHROPIC_AUTH_TOKEN?: string;
  API_TIMEOUT_MS: string;
  BUN_CONFIG_HTTP_IDLE_TIMEOUT: string;
}

export interface EnvOrder {
  /** `unix` is the socket's path as claude sees it. */
  at: { port: number | null } | { unix: string };
  secret: string;
  /** The real credential, of which only the kind is used. `null` if there is none. */
  credential: Handoff["credential"];
  timing: Timing;
}

export function gatewayEnv({ at, secret, credential, timing }: EnvOrder): GatewayEnv {
  return {
    // With a socket set, claude connects to it and never resolves the name. The scheme has to be http.
    ...("unix" in at
      ? { ANTHROPIC_BASE_URL: "http://gateway.invalid", ANTHROPIC_UNIX_SOCKET: at.unix }
      : { ANTHROPIC_BASE_URL: `http://127.0.0.1:${at.port}` }),
    // The same kind as the real credential, so that claude sends the headers that go with it.
    ...(credential?.kind === "auth_token" ? { ANTHROPIC_AUTH_TOKEN: secret } : { ANTHROPIC_API_KEY: secret }),
    API_TIMEOUT_MS: String(patience(timing)),
    // In seconds. claude is a Bun program, and Bun disconnects after five idle minutes by default.
    BUN_CONFIG_HTTP_IDLE_TIMEOUT: String(Math.ceil(patience(timing) / 1000)),
  };
}

/** Returns a timeout longer than all attempts together: claude must not give up before the gateway does. */
function patience(timing: Timing): number {
  const tries = timing.retryDelaysMs.length + 1;
  const delays = timing.retryDelaysMs.reduce((sum, each) => sum + Math.max(each, longestWaitMs), 0);
  return Math.max(600_000, tries * (timing.firstByteMs + timing.betweenBytesMs) + delays + 60_000);
}
