// Tests the ids of JSON-RPC requests to a guild member (an external program that takes jobs from the hall):
// they come back unchanged, and clients that use the same id are kept apart.
import { z } from "zod";
import { simpleList } from "../../../contract/member/worker-protocol.ts";
import { holds, type ConformanceCheck } from "../check.ts";
import { resultOf } from "../reply.ts";
import { onlyReply, requestOf, type Subject } from "../subject.ts";

const some = ["a", "1", "", "ü/../x", 0, 7, -3, 2 ** 40];
const toolList = z.looseObject({ tools: z.array(z.unknown()) });

async function asThey(member: Subject): Promise<void> {
  for (const id of some) {
    const answer = await member.send({ body: requestOf({ method: "worker/list", params: {}, id }) });
    resultOf(onlyReply(answer, id), simpleList);
  }
}

/**
 * Sends two requests with the same id at once. A member that confuses clients answers one with the other's
 * reply.
 */
async function sameAtOnce(member: Subject): Promise<void> {
  const ask = async (method: string) =>
    onlyReply(await member.send({ body: requestOf({ method, params: {}, id: 1 }) }), 1);
  const rounds = Array.from({ length: 20 }, async () => {
    const [jobs, tools] = await Promise.all([ask("worker/list"), ask("tools/list")]);
    resultOf(jobs, simpleList);
    resultOf(tools, toolList);
  });
  const done = await Promise.all(rounds);
  holds(done.length === 20, "Some were not answered.");
}

export const idChecks: readonly ConformanceCheck[] = [
  { id: "ids/kept", clause: "A reply has the id of its request, a text or a whole number.", run: asThey },
  {
    id: "ids/same-at-once",
    clause: "Two clients may use one id at the same time.",
    run: sameAtOnce,
  },
];
