// The routes by which browsers come in and are forgotten.
import { answer, json } from "../answers.ts";
import type { Actions } from "../actions.ts";
import type { Entrance } from "./entrance.ts";

type Own = "pageCode" | "pageEnter" | "pageVisit" | "pageKeys" | "pageForget" | "pageForgetAll";

export function createPageKeyActions(entrance: Entrance): Pick<Actions, Own> {
  return {
    pageCode: () => json(200, entrance.newCode()),
    pageEnter: async ({ body }, { headers }) =>
      answer(await entrance.enter(body, headers.get("user-agent") ?? ""), (done) => done.entered),
    pageVisit: ({ body }) => answer(entrance.visit(body), (done) => done.begun),
    pageKeys: () => json(200, entrance.browsers()),
    pageForget: async ({ params }) => json(200, await entrance.forget(params.key)),
    pageForgetAll: async () => json(200, await entrance.forgetAll()),
  };
}
