// Creates the real client with the real fetch. A test can cut its connections, and its pauses before retries
// take no time.
import { createClient, type Client } from "../../src/client/client.ts";
import { createManualClock, type ManualClock } from "../fakes/manual-clock.ts";
import { token } from "./served-app.ts";

export interface TestClient {
  client: Client;
  /** Breaks every connection that is open now. */
  cut(): void;
  /** The clock for stream timeouts; it stands still until a test moves it. */
  clock: ManualClock;
  /** The pauses that the client made before retrying. */
  waits: number[];
}

export function createTestClient(url: string, usedToken = token): TestClient {
  let line = new AbortController();
  const waits: number[] = [];
  const clock = createManualClock();
  const client = createClient({
    after: clock.after,
    url,
    token: usedToken,
    fetch: (address, init) => {
      const signals = [line.signal, ...(init.signal ? [init.signal] : [])];
      return fetch(address, { ...init, signal: AbortSignal.any(signals) });
    },
    wait: async (ms) => {
      waits.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  const cut = () => {
    line.abort(new Error("the line was cut"));
    line = new AbortController();
  };
  return { client, cut, waits, clock };
}
