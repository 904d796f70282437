// What each route about what needs a person does, once its request has been taken apart and found sound.
import type { Actions } from "./actions.ts";
import { answer, json } from "./answers.ts";
import type { AttentionOperations } from "./attention-operations.ts";

export type AttentionActions = Pick<Actions, "attention" | "attentionDefer" | "attentionRecall">;

export function createAttentionActions(attention: AttentionOperations): AttentionActions {
  return {
    attention: async ({ query }) => json(200, await attention.list(query.limit)),
    attentionDefer: async ({ body }) => answer(await attention.defer(body), (done) => done.item),
    attentionRecall: async ({ body }) => answer(await attention.recall(body.key), (done) => done.item),
  };
}
