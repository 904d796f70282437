// Tests worker/dispatch of a guild member (an external program that takes jobs from the hall): the ids of
// jobs, the fields that it accepts, and that one commission (a task of the hall) becomes only one job.
import {
  dispatchReply,
  type JobMeta,
  jobMetaKey,
  simpleList,
} from "../../../contract/member/worker-protocol.ts";
import { holds, type ConformanceCheck } from "../check.ts";
import { isRefused, resultOf } from "../reply.ts";
import { idleTask, type Subject } from "../subject.ts";

async function listed(member: Subject, filter?: string): Promise<string[]> {
  const params = filter === undefined ? {} : { filter };
  const { jobs } = await member.ask({ method: "worker/list", params, reply: simpleList });
  return jobs.map(({ jobId }) => jobId);
}

async function distinct(member: Subject): Promise<void> {
  const ids = await Promise.all(Array.from({ length: 20 }, () => member.dispatch()));
  holds(new Set(ids).size === ids.length, `20 dispatches at once got ${new Set(ids).size} ids.`);
  const all = await listed(member);
  holds(
    ids.every((id) => all.includes(id)),
    "Not all of them are in the list.",
  );
}

async function neverAgain(member: Subject): Promise<void> {
  const first = await member.dispatch();
  await member.call("worker/cancel", { jobId: first });
  await member.call("worker/delete", { jobId: first });
  const second = await member.dispatch();
  holds(first !== second, "A new job got the id of a deleted one.");
}

const said = 'Kit: "quotes", ünïcode 😀, <b>, a/path and\na second line';

async function kept(member: Subject): Promise<void> {
  const { description } = await member.status(await member.dispatch({ description: said }));
  holds(description === said, `It came back as ${JSON.stringify(description)}.`);
}

const commission = (name: string, more: Partial<JobMeta> = {}) => ({
  description: `Conformance [${name}]`,
  task: idleTask,
  _meta: { [jobMetaKey]: { commission: name, ...more } },
});

async function again(member: Subject): Promise<void> {
  const params = commission("kit-commission-one");
  const first = await member.dispatch(params);
  const second = await member.dispatch(params);
  holds(first === second, "The second dispatch of one commission became a job of its own.");
  const other = await member.dispatch(commission("kit-commission-two"));
  holds(other !== first, "Another commission got the job of this one.");
}

async function againAtOnce(member: Subject): Promise<void> {
  const params = commission("kit-commission-many");
  const ids = await Promise.all(Array.from({ length: 8 }, () => member.dispatch(params)));
  holds(new Set(ids).size === 1, `8 dispatches of one commission at once became ${new Set(ids).size} jobs.`);
}

async function rehearsed(member: Subject): Promise<void> {
  await member.dispatch(commission("kit-commission-rehearsed", { rehearsed: true }));
  const { _meta, ...params } = commission("kit-commission-odd");
  const odd = { [jobMetaKey]: { ..._meta[jobMetaKey], rehearsed: "yes" } };
  const reply = await member.call("worker/dispatch", { ...params, _meta: odd });
  const jobId = "result" in reply ? reply.result["jobId"] : undefined;
  if (typeof jobId === "string") member.discard(jobId); // a member that accepts it anyway has started a job
  isRefused(reply);
}

/** Sends every field that a hall may send with a job, and fields that a later hall or an MCP client may add. */
async function beside(member: Subject): Promise<void> {
  const bounds = { maxTurns: 3, maxBudgetUsd: 0.5, maxSeconds: 60 };
  const said = { rehearsed: false, model: "some-model", limits: bounds, ceiling: bounds };
  const { _meta, ...params } = commission("kit-commission-fields", said);
  const later = { [jobMetaKey]: { ..._meta[jobMetaKey], later: [1] }, "org.example/other": true };
  await member.dispatch({ ...params, _meta: later });
}

async function unanswered(member: Subject): Promise<void> {
  await member.scenes.hold();
  const description = "Conformance: sent as a notification";
  const request = { jsonrpc: "2.0", method: "worker/dispatch", params: { description, task: idleTask } };
  await member.send({ body: JSON.stringify(request) });
  const found = await listed(member, description);
  found.forEach((jobId) => member.discard(jobId));
  holds(found.length === 0, "A job was started, although its id can be sent to no caller.");
}

async function taken(member: Subject): Promise<void> {
  const jobId = await member.dispatch();
  const id = resultOf({ jsonrpc: "2.0", id: 1, result: { jobId } }, dispatchReply).jobId;
  holds((await listed(member)).includes(id), "It is not in the list.");
}

export const dispatchingChecks: readonly ConformanceCheck[] = [
  {
    id: "dispatch/taken",
    clause: "A dispatch answers with a job id that can be the name of a file, and the job is listed.",
    needs: ["jobs"],
    run: taken,
  },
  {
    id: "dispatch/distinct",
    clause: "Dispatches that arrive at the same time get different ids.",
    needs: ["jobs"],
    run: distinct,
  },
  {
    id: "dispatch/never-again",
    clause: "The id of a deleted job is not given again.",
    needs: ["jobs"],
    run: neverAgain,
  },
  {
    id: "dispatch/description",
    clause: "The description is kept as it was given.",
    needs: ["jobs"],
    run: kept,
  },
  {
    id: "dispatch/same-commission",
    clause: "A second dispatch of one commission in _meta answers with the first one's job.",
    needs: ["jobs"],
    run: again,
  },
  {
    id: "dispatch/same-commission-at-once",
    clause: "Dispatches of one commission that arrive at the same time become one job.",
    needs: ["jobs"],
    run: againAtOnce,
  },
  {
    id: "dispatch/rehearsed",
    clause: "rehearsed in _meta is taken as true or false, and as nothing else.",
    needs: ["jobs"],
    run: rehearsed,
  },
  {
    id: "dispatch/meta",
    clause:
      "A dispatch is accepted with all that a hall says in _meta, and with fields there that the member does not know.",
    needs: ["jobs"],
    run: beside,
  },
  {
    id: "dispatch/notification",
    clause: "A dispatch without a request id starts nothing.",
    needs: ["jobs"],
    run: unanswered,
  },
];
