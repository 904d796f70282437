// Which commissions are dispatched with the instructions of their project, and that the first dispatch decides it.
import { expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { compactionChore } from "../../../src/contract/memory/memory.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import { findDispatchPlan } from "../../../src/hall/dispatch/dispatch-plan.ts";
import { createFakeRepository } from "../../fakes/repository.ts";
import { createFakeTrees } from "../../fakes/trees.ts";
import { commissionAfter, dispatched, someRequest } from "../../harness/ledger/histories.ts";

const instructions = { branch: "main", commit: "c".repeat(40) };
const app = projectName.parse("app");

const chore = compactionChore.parse({
  kind: "compaction",
  scope: "project:app",
  entries: [],
  keeps: null,
  stays: [],
  tokens: 0,
  untrusted: false,
  rehearsed: false,
});

interface Case {
  request?: Partial<AcceptedRequest>;
  /** The project's settings. */
  settings?: object;
  before?: EventBody[];
}

async function planned({ request = {}, settings = {}, before = [] }: Case) {
  const asked: string[] = [];
  const config = hallConfig.parse({ projects: { app: { path: "/app", branch: "main", ...settings } } });
  const trees = {
    ...createFakeTrees({ repository: createFakeRepository(), act: async (_what, run) => run() }),
    instructions: async (project: string) => {
      asked.push(project);
      return instructions;
    },
  };
  const created: EventBody = {
    type: "commission.created",
    request: { ...someRequest, project: app, ...request },
  };
  const { record } = commissionAfter([created, ...before]);
  const plan = await findDispatchPlan({ settings: () => config, trees }, record, "full");
  return { instructions: plan.ok ? plan.instructions : plan.message, asked };
}

test("a commission of a project with a repository has the commit at which the person's branch is", async () => {
  expect(await planned({})).toEqual({ instructions, asked: ["app"] });
});

const without: [string, Case][] = [
  ["has the setting off", { settings: { instructions: false } }],
  ["has no repository", { settings: { path: undefined } }],
  ["belongs to no project", { request: { project: null } }],
  ["is a guild member's", { request: { worker: workerName.parse("member:scout") } }],
  ["is a chore", { request: { chore } }],
  ["was dispatched before", { before: dispatched.slice(1) }],
];
test.each(without)("one that %s has none, and the repository is not asked", async (_what, each) => {
  expect(await planned(each)).toEqual({ instructions: undefined, asked: [] });
});

test("the first dispatch keeps the commit for all later workbenches", () => {
  const limits = { maxTurns: 9, maxBudgetUsd: 1 };
  const first: EventBody = { type: "commission.dispatched", sandbox: "process", limits, instructions };
  const again: EventBody = { type: "commission.dispatched", sandbox: "process", limits };
  const created: EventBody = { type: "commission.created", request: someRequest };
  expect(commissionAfter([created, first, again]).record.instructions).toEqual(instructions);
  expect(commissionAfter([created, again]).record.instructions).toBeNull();
});
