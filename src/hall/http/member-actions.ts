// What each route about guild members does, once its request has been taken apart and found sound.
import type { Actions } from "./actions.ts";
import { answer, json } from "./answers.ts";
import type { MemberOperations } from "./member-operations.ts";

export type MemberActions = Pick<Actions, "members" | "memberStart" | "memberStop" | "memberLogs">;

/** What is shown of a log where nobody says how much. */
const usualLogBytes = 64 * 1024;

export function createMemberActions(members: MemberOperations): MemberActions {
  return {
    members: async () => json(200, await members.list()),
    memberStart: async ({ params }) => answer(await members.start(params.name), (done) => done.entry),
    memberStop: async ({ params }) => answer(await members.stop(params.name), (done) => done.entry),
    memberLogs: async ({ params, query }) =>
      answer(await members.logs(params.name, query.bytes ?? usualLogBytes), ({ name, text, cut }) => ({
        name,
        text,
        cut,
      })),
  };
}
