// Defines the routes that the HTTP layer answers itself: the event stream, the OpenAPI document, and the
// routes by which browsers authenticate and are forgotten.
import { routes } from "../../contract/api/api.ts";
import type { DoorName, InputOf } from "../../contract/api/operation.ts";
import { answer, json } from "./answers.ts";
import type { Entrance } from "./page/entrance.ts";
import type { EventStream } from "./stream/event-stream.ts";

export interface OwnRoutesDeps {
  entrance: Entrance;
  stream: Pick<EventStream, "open">;
  document(): unknown;
}

/** A request that passed the guard and whose parts are valid. */
export interface Asked {
  request: Request;
  /** Aborts when the browser that signed the request is forgotten. `null` if the request is not signed. */
  over: AbortSignal | null;
}

export type OwnRoutes = {
  [N in DoorName]: (input: InputOf<N>, asked: Asked) => Promise<Response> | Response;
};

export function createOwnRoutes({ entrance, stream, document }: OwnRoutesDeps): OwnRoutes {
  return {
    pageCode: () => json(200, entrance.newCode()),
    pageEnter: async ({ body }, { request }) =>
      answer(routes.pageEnter, await entrance.enter(body, request.headers.get("user-agent") ?? "")),
    pageVisit: ({ body }) => answer(routes.pageVisit, entrance.visit(body)),
    pageKeys: () => json(200, entrance.browsers()),
    pageForget: async ({ params }) => json(200, await entrance.forget(params.key)),
    pageForgetAll: async () => json(200, await entrance.forgetAll()),
    stream: ({ query }, { request, over }) =>
      stream.open(
        query.lastEventId ?? request.headers.get("last-event-id"),
        over === null ? request.signal : AbortSignal.any([request.signal, over]),
      ),
    openapi: () => json(200, document()),
  };
}
