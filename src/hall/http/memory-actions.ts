// What each route of the memory does, once its request has been taken apart and found sound.
import { routes } from "../../contract/api/api.ts";
import type { Actions } from "./actions.ts";
import { answer, json, refused } from "./answers.ts";
import type { MemoryOperations } from "./memory-operations.ts";

export type MemoryActions = Pick<Actions, Extract<keyof Actions, `memory${string}`>>;

export function createMemoryActions(memory: MemoryOperations): MemoryActions {
  return {
    memoryScopes: async () => json(200, await memory.scopes()),
    memoryList: async ({ params }) => json(200, await memory.list(params.scope)),
    memoryEntry: async ({ params }) => answer(await memory.entry(params), (found) => found.document),
    memoryWrite: async ({ params, body }) => answer(await memory.write(params, body), (done) => done.entry),
    memoryForget: async ({ params }) => answer(await memory.forget(params), (done) => done.forgotten),
    memoryHistory: async ({ params }) => answer(await memory.history(params), (found) => found.history),
    memoryVersion: async ({ params }) => answer(await memory.version(params), (found) => found.document),
    memoryRevert: async ({ params, body }) =>
      answer(await memory.revert(params, body.version), (done) => done.entry),
    memoryCompact: async ({ params, body }) => {
      const asked = await memory.compact(params.scope, body.rehearsal ?? null);
      return asked.ok ? json(routes.memoryCompact.status, asked.commission) : refused(asked.problem);
    },
  };
}
