// Helps a test run a server between browsers and a hall, at its own port. Browsers sign in at the server as
// they do at a hall, and the server forwards their requests with the hall's token.
import { readFileSync } from "node:fs";
import { routes } from "../../../src/contract/api/api.ts";
import type { HallRecord } from "../../../src/contract/home/hall-record.ts";
import { enterRequest, visitRequest } from "../../../src/contract/api/page-keys.ts";
import type { Outcome } from "../../../src/contract/api/problem.ts";
import { createEntrance } from "../../../src/hall/http/page/entrance.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { createFakePageKeys } from "../../fakes/page-keys.ts";

export interface Relay {
  /** Answers a request to sign in; `null` if the request is to be forwarded to the hall. */
  answer(request: Request): Promise<Response | null>;
  headersFor(request: Request): Headers;
}

export function createRelay({ url, tokenFile }: HallRecord, port: () => number): Relay {
  const token = readFileSync(tokenFile, "utf8").trim();
  const entrance = createEntrance({ keys: createFakePageKeys(), clock: systemClock, port });
  const told = (outcome: Outcome<unknown>) =>
    outcome.ok ? Response.json(outcome.value) : Response.json({ error: outcome.problem }, { status: 401 });
  return {
    answer: async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method !== "POST") return null;
      if (pathname === routes.pageCode.path) return Response.json(entrance.newCode());
      if (pathname === routes.pageEnter.path)
        return told(await entrance.enter(enterRequest.parse(await request.json()), ""));
      if (pathname !== routes.pageVisit.path) return null;
      return told(entrance.visit(visitRequest.parse(await request.json())));
    },
    headersFor: (request) => {
      const headers = new Headers(request.headers);
      headers.set("host", new URL(url).host);
      headers.set("authorization", `Bearer ${token}`);
      headers.set("accept-encoding", "identity");
      for (const name of ["origin", "referer"]) headers.delete(name);
      return headers;
    },
  };
}
