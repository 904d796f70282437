// Tests a guild member (an external program that takes jobs from the hall) with params that it must refuse
// with -32602, before it starts, reads or removes anything.
import { workerLimits } from "../../../contract/member/worker-protocol.ts";
import { inCase, type ConformanceCheck } from "../check.ts";
import { isRefused } from "../reply.ts";
import { idleTask, type Subject } from "../subject.ts";

const description = "Conformance: to be refused";
const sound = { description, task: idleTask };
const { descriptionCharacters, taskCharacters, configBytes, filterCharacters } = workerLimits;

type Case = readonly [name: string, clause: string, params: unknown];

const dispatches: readonly Case[] = [
  ["empty-task", "An empty task is refused.", { description, task: "" }],
  ["blank-task", "A task of spaces is refused.", { description, task: " \n\t" }],
  ["empty-description", "An empty description is refused.", { description: "", task: idleTask }],
  ["no-task", "A dispatch without a task is refused.", { description }],
  ["no-description", "A dispatch without a description is refused.", { task: idleTask }],
  ["no-params", "A dispatch without params is refused.", undefined],
  ["wrong-types", "Values that are not texts are refused.", { description: 7, task: ["x"] }],
  ["long-description", `At most ${descriptionCharacters} characters of description are taken.`, { ...sound, description: "d".repeat(descriptionCharacters + 1) }],
  ["long-task", `At most ${taskCharacters} characters of task are taken.`, { ...sound, task: "t".repeat(taskCharacters + 1) }],
  ["config-type", "A config that is not an object is refused.", { ...sound, config: "fast" }],
  ["config-key", "A key of config that the member does not know is refused.", { ...sound, config: { conformanceKitKey: 1 } }],
  ["config-value", "A value of config of the wrong type is refused.", { ...sound, config: { maxTurns: "many" } }],
  ["config-tools", "Tools that the worker does not have are refused.", { ...sound, config: { tools: ["ConformanceKitTool"] } }],
  ["config-large", `At most ${configBytes} bytes of config are taken.`, { ...sound, config: { model: "m".repeat(configBytes + 1) } }],
]; // prettier-ignore

const lists: readonly Case[] = [
  ["bad-detail", "A detail other than simple and detailed is refused.", { detail: "full" }],
  ["bad-filter", "A filter that is not a text is refused.", { filter: 7 }],
  ["long-filter", `At most ${filterCharacters} characters of filter are taken.`, { filter: "f".repeat(filterCharacters + 1) }],
]; // prettier-ignore

/**
 * Checks that the request is refused. If the member accepts it and starts a job, that job is removed after the check.
 */
async function refused(member: Subject, method: string, params: unknown): Promise<void> {
  const reply = await member.call(method, params);
  const jobId = "result" in reply ? reply.result["jobId"] : undefined;
  if (typeof jobId === "string") member.discard(jobId);
  isRefused(reply);
}

function checksOf(area: string, cases: readonly Case[]): ConformanceCheck[] {
  return cases.map(([name, clause, params]) => ({
    id: `${area}/${name}`,
    clause,
    run: (member) => refused(member, `worker/${area}`, params),
  }));
}

const byId = ["status", "result", "cancel", "delete"] as const;
const malformed: readonly (readonly [name: string, params: unknown])[] = [
  ["no params", undefined],
  ["no id", {}],
  ["a number", { jobId: 7 }],
  ["null", { jobId: null }],
  ["a list", { jobId: ["a"] }],
  ["an empty text", { jobId: "" }],
];

async function eachRefused(member: Subject, method: string): Promise<void> {
  for (const [name, params] of malformed) await inCase(name, () => refused(member, method, params));
}

const unknownId = "00000000-0000-4000-8000-000000000000";

export const refusalChecks: readonly ConformanceCheck[] = [
  ...checksOf("dispatch", dispatches),
  ...checksOf("list", lists),
  ...byId.flatMap((method): ConformanceCheck[] => [
    {
      id: `${method}/unknown-id`,
      clause: "An unknown job id is refused with a message.",
      run: (member) => refused(member, `worker/${method}`, { jobId: unknownId }),
    },
    {
      id: `${method}/malformed-id`,
      clause: "A value that is not a job id is refused.",
      run: (member) => eachRefused(member, `worker/${method}`),
    },
  ]),
];
