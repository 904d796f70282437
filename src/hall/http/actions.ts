// What each route of the contract does, once its request has been taken apart and found sound.
import { routes, type RouteName } from "../../contract/api/api.ts";
import { idempotencyKey } from "../../contract/commission/commission.ts";
import { answer, json, refused } from "./answers.ts";
import { createAttentionActions } from "./attention-actions.ts";
import type { Entrance } from "./page/entrance.ts";
import type { EventStream } from "./stream/event-stream.ts";
import type { HallOperations } from "./hall-operations.ts";
import { createMemberActions } from "./member-actions.ts";
import { createMemoryActions } from "./memory-actions.ts";
import { createPageKeyActions } from "./page/page-key-actions.ts";
import { createProjectActions } from "./project-actions.ts";
import { createReviewActions } from "./review-actions.ts";
import { parseShape } from "./shape.ts";
import type { Taken } from "./take.ts";
import { createWorkerActions } from "./worker-actions.ts";

export interface ActionDeps {
  operations: HallOperations;
  entrance: Entrance;
  stream: Pick<EventStream, "open">;
  document(): unknown;
}

type Routes = typeof routes;
type Action<R extends RouteName> = (
  taken: Taken<Routes[R]>,
  request: Request,
  /** Fires when the browser that signed it is forgotten; `null` if none did. */
  over: AbortSignal | null,
) => Promise<Response> | Response;
export type Actions = { [R in RouteName]: Action<R> };

export function createActions(deps: ActionDeps): Actions {
  const { operations, stream } = deps;
  return {
    hall: async () => json(200, await operations.status()),
    config: () => json(200, operations.config()),
    configChange: async ({ body }) => answer(await operations.changeConfig(body), (done) => done.settings),
    doctor: async () => json(200, await operations.doctor()),
    create: ({ body }, request) => take(request, (key) => operations.create(body, key)),
    list: ({ query }) => json(200, operations.list(query)),
    detail: async ({ id }) => answer(await operations.detail(id), (found) => found.commission),
    events: async ({ id, query }) => answer(await operations.events(id, query), (found) => found.events),
    result: async ({ id }) => answer(await operations.result(id), (found) => found.result),
    cancel: async ({ id, body }) =>
      answer(await operations.cancel(id, body.reason ?? null), (done) => done.commission),
    answer: async ({ id, body }) => answer(await operations.answer(id, body), (done) => done.commission),
    redispatch: ({ id, body }, request) =>
      take(request, (key) => operations.redispatch({ id, ...body }, key)),
    remove: async ({ id, query }) =>
      answer(await operations.remove(id, query.failedToo === "true"), (done) => done.deleted),
    ...createAttentionActions(operations.attention),
    ...createReviewActions(operations.review),
    ...createWorkerActions(operations.workers),
    ...createMemberActions(operations.members),
    ...createProjectActions(operations.projects),
    ...createMemoryActions(operations.memory),
    ...createPageKeyActions(deps.entrance),
    spending: async ({ query }) => json(200, await operations.spending(query.days)),
    clean: async ({ body }) => json(200, await operations.clean(body)),
    worktrees: async () => json(200, await operations.worktrees()),
    worktreesPrune: async ({ body }) => json(200, await operations.pruneWorktrees(body)),
    stop: async ({ body }) => json(200, await operations.stop(body.stopWork)),
    stream: ({ query }, request, over) =>
      stream.open(
        query.lastEventId ?? request.headers.get("last-event-id"),
        over === null ? request.signal : AbortSignal.any([request.signal, over]),
      ),
    openapi: () => json(200, deps.document()),
  };
}

/** Takes a commission on, once for each key. */
async function take(
  request: Request,
  accept: (key: string | null) => ReturnType<HallOperations["create"]>,
): Promise<Response> {
  const header = request.headers.get("idempotency-key");
  const key = header === null ? null : parseShape(idempotencyKey, header);
  if (key?.ok === false) {
    return refused({ ...key.problem, message: `"Idempotency-Key": ${key.problem.message}` });
  }
  const created = await accept(key === null ? null : key.value);
  return created.ok ? json(routes.create.status, created.commission) : refused(created.problem);
}
