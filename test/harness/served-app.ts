// Serves the HTTP interface on a real loopback port, with a fake hall behind it.
import { connect } from "node:net";
import type { Operations } from "../../src/contract/api/operation.ts";
import { createApp, type App } from "../../src/hall/http/app.ts";
import { createPage } from "../../src/hall/http/page/page.ts";
import { plainFiles } from "../../src/host/files/plain-files.ts";
import { createFakeHall, type FakeHall } from "../fakes/hall-operations.ts";
import { createFakePageKeys } from "../fakes/page-keys.ts";
import { createManualClock, type ManualClock } from "../fakes/manual-clock.ts";

export const token = "a-token-for-tests-0123456789";

export interface ServedApp {
  hall: FakeHall;
  app: App;
  clock: ManualClock;
  port: number;
  url: string;
  failures: { method: string; path: string; cause: unknown }[];
  /** Sends a request with the right token, and as JSON if `body` is given. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Returns a link to the page with a one-time code, as `guild-hall open` makes it. */
  link(path: string): Promise<string>;
  stop(): Promise<void>;
}

export interface Served {
  port?: number;
  boot?: string;
  /** The directory of a built page; by default there is none. */
  page?: string;
  /** Operations in place of the fake hall's. */
  operations?: Partial<Operations>;
}

export function serveApp({
  port = 0,
  boot = "boot1",
  page = import.meta.dirname,
  operations,
}: Served = {}): ServedApp {
  const hall = createFakeHall();
  const clock = createManualClock();
  const failures: ServedApp["failures"] = [];
  let listening = port;
  const app = createApp({
    operations: { ...hall.operations, ...operations },
    feed: hall.feed,
    page: createPage({ directory: page, files: plainFiles }),
    clock,
    token,
    keys: createFakePageKeys(),
    port: () => listening,
    boot,
    version: "0.0.0",
    report: (failure) => failures.push(failure),
  });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 0,
    fetch: (request) => app.fetch(request),
  });
  listening = server.port ?? 0;
  const url = `http://127.0.0.1:${listening}`;
  return {
    hall,
    app,
    clock,
    port: listening,
    url,
    failures,
    ask: (path, init) => ask(url, path, init),
    link: async (path) => {
      const answer = await ask(url, "/api/v1/page/codes", { method: "POST" });
      return `${url}${path}#code=${((await answer.json()) as { code: string }).code}`;
    },
    stop: async () => {
      app.stop();
      await server.stop(true);
    },
  };
}

function ask(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  if (init.body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  return fetch(`${url}${path}`, { ...init, headers });
}

/** Sends raw bytes; resolves with all that came back before the server closed or was silent for `silenceMs`. */
export function sendRaw(port: number, bytes: string | Uint8Array, silenceMs = 250): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(silenceMs);
    const finish = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("timeout", finish).on("error", finish).on("close", finish);
  });
}
