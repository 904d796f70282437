// Commissions for guild members, from the name that a person gave to the workbench that is started: a real ledger, and
// members that are only names.
import { afterEach, expect, test } from "bun:test";
import type { CommissionRequest } from "../../../src/contract/commission/commission.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import { memberWorker } from "../../../src/rules/member/member-worker.ts";
import { begun, closeConductors, done, request, settled, setUpConductor } from "../../harness/conductor.ts";

afterEach(closeConductors);

interface Known {
  /** null: there is no such member. */
  member: { isInHome: boolean; takesWork: boolean } | null;
  isPackage: boolean;
}

function rosterOf({ member, isPackage }: Known): DispatchDeps["roster"] {
  const named = (name: string) =>
    memberWorker({ name: memberName.parse(name), displayName: "S", description: "s" });
  return {
    find: async (name) => {
      if (name === "member:scout") return member ? { worker: named("scout"), toolboxes: [] } : undefined;
      const worker = { ...named("scout"), identity: { name, title: "S", description: "s" } };
      return name === "scout" && isPackage ? { worker, toolboxes: [] } : undefined;
    },
    names: async () => ["scout", "member:scout"],
    whyPassedOver: () => undefined,
    member: async (name) => (name === "scout" ? (member ?? undefined) : undefined),
  };
}

const here = { isInHome: true, takesWork: true };
const bundled = { isInHome: false, takesWork: true };
const tools = { isInHome: true, takesWork: false };

const names: [asked: string, known: Known, outcome: string][] = [
  ["scout", { member: null, isPackage: true }, "scout"],
  ["scout", { member: here, isPackage: false }, "member:scout"],
  ["scout", { member: here, isPackage: true }, "ambiguous_worker"],
  ["package:scout", { member: here, isPackage: true }, "scout"],
  ["member:scout", { member: here, isPackage: true }, "member:scout"],
  ["scout", { member: bundled, isPackage: true }, "scout"],
  ["scout", { member: bundled, isPackage: false }, "unknown_worker"],
  ["member:scout", { member: bundled, isPackage: true }, "member:scout"],
  ["scout", { member: tools, isPackage: true }, "scout"],
  ["scout", { member: tools, isPackage: false }, "no_worker"],
  ["member:scout", { member: tools, isPackage: true }, "no_worker"],
  ["member:scout", { member: null, isPackage: true }, "unknown_worker"],
  ["package:scout", { member: here, isPackage: false }, "unknown_worker"],
];

test.each(names)("%j, where there is %j, is %s", async (worker, known, outcome) => {
  const hall = await setUpConductor({ roster: rosterOf(known) });
  const accepted = await hall.open().accept({ ...request, worker }, null);
  const came: string = accepted.ok ? accepted.commission.record.request.worker : accepted.problem.code;
  expect(came).toBe(outcome);
});

test("a name that two have is refused with the names of both", async () => {
  const hall = await setUpConductor({ roster: rosterOf({ member: here, isPackage: true }) });
  const accepted = await hall.open().accept({ ...request, worker: "scout" }, null);
  expect(accepted).toMatchObject({
    problem: { message: expect.stringContaining('"package:scout" and "member:scout"') },
  });
});

const impossible: [what: string, more: Partial<CommissionRequest>, code: string][] = [
  ["a project", { project: projectName.parse("acme") }, "not_for_members"],
  ["acceptance checks", { checks: [{ command: "true" }] }, "not_for_members"],
  ["a worktree that is kept", { keepWorktree: true }, "not_for_members"],
  ["a document to wait for", { after: [".lore/plan.md"] }, "not_for_members"],
  ["fewer tools", { config: { tools: ["Read"] } }, "not_for_members"],
  ["a task that no member takes", { task: "x".repeat(262_145) }, "too_large"],
];

test.each(impossible)("a guild member is refused %s", async (_what, more, code) => {
  const hall = await setUpConductor({ roster: rosterOf({ member: here, isPackage: true }) });
  const conductor = hall.open();
  expect(await conductor.accept({ ...request, worker: "member:scout", ...more }, null)).toMatchObject({
    problem: { code },
  });
  expect(await conductor.accept({ ...request, worker: "member:scout" }, null)).toMatchObject({ ok: true });
});

test("a guild member may be given more turns than a worker has by default, where a person asks", async () => {
  const hall = await setUpConductor({ roster: rosterOf({ member: here, isPackage: true }) });
  const id = await hall.accept(hall.open(), {
    ...request,
    worker: "member:scout",
    config: { maxTurns: 400, maxBudgetUsd: 12 },
  });
  await settled(() => hall.bench.started.length === 1);
  expect((await hall.ledger.find(id))?.record.limits).toMatchObject({ maxTurns: 400, maxBudgetUsd: 12 });
});

test("without a model a guild member takes rehearsals only", async () => {
  const hall = await setUpConductor({ roster: rosterOf({ member: here, isPackage: false }) });
  const { rehearsal: _script, ...real } = request;
  expect(await hall.open().accept({ ...real, worker: "member:scout" }, null)).toMatchObject({
    problem: { code: "no_model" },
  });
});

test("what was resolved is not resolved again when it is redispatched", async () => {
  const known = { member: null as Known["member"], isPackage: true };
  const hall = await setUpConductor({
    roster: {
      find: (name) => rosterOf(known).find(name),
      names: async () => [],
      whyPassedOver: () => undefined,
      member: (name) => rosterOf(known).member(name),
    },
  });
  const conductor = hall.open();
  const id = await hall.accept(conductor, { ...request, worker: "scout" });
  await settled(() => hall.bench.started.length === 1);
  hall.bench.say({ id, bench: 1 }, ...begun, done);
  hall.bench.die({ id, bench: 1 });
  hall.tell(id);
  await settled(async () => (await hall.statusOf(id)) === "completed");
  known.member = here; // a bare name has two meanings from now on
  const again = await conductor.redispatch({ id }, null);
  expect(again).toMatchObject({ commission: { record: { request: { worker: "scout" } } } });
});

test("a guild member's commission is dispatched without a sandbox of the hall's and without a work directory", async () => {
  const prepared: string[] = [];
  const hall = await setUpConductor({
    roster: rosterOf({ member: here, isPackage: false }),
    work: {
      prepare: async (id) => void prepared.push(id),
      collect: async () => ({ artifacts: [], problems: [] }),
    },
  });
  const id = await hall.accept(hall.open(), { ...request, worker: "member:scout" });
  await settled(() => hall.bench.started.length === 1);
  expect((await hall.ledger.find(id))?.record).toMatchObject({
    sandbox: null,
    limits: { maxTurns: 150, maxBudgetUsd: 5 },
  });
  expect(prepared).toEqual([]);
});

test("of more than a member takes at once the latest waits, says for what, and starts when one ends", async () => {
  const hall = await setUpConductor({ roster: rosterOf({ member: here, isPackage: true }) });
  hall.setSlots(6);
  const conductor = hall.open();
  const asked = { ...request, worker: "member:scout" };
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push(await hall.accept(conductor, asked));
  const [first, , , last] = ids;
  if (!first || !last) throw new Error("There are none.");
  await settled(() => conductor.waits().members.size === 1);
  const other = await hall.accept(conductor, { ...request, worker: "package:scout" });
  await settled(async () => (await hall.statusOf(other)) === "dispatched");
  expect(await Promise.all(ids.map(hall.statusOf))).toEqual([
    "dispatched",
    "dispatched",
    "dispatched",
    "pending",
  ]);
  await conductor.cancel(first, null);
  await settled(async () => (await hall.statusOf(last)) === "dispatched");
  expect(conductor.waits().members.size).toBe(0);
});
