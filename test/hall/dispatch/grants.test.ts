// What a commission is granted, from its request to its dispatch: its worker's toolboxes and its project's limits.
import { afterEach, describe, expect, test } from "bun:test";
import { defaultConfig, hallConfig } from "../../../src/contract/home/config.ts";
import { packageName, projectName } from "../../../src/contract/home/ids.ts";
import { toolboxMetadata, workerMetadata } from "../../../src/contract/package/package.ts";
import type { WorkerWithToolboxes } from "../../../src/rules/limits/tools.ts";
import { closeConductors, request, settled, setUpConductor } from "../../harness/conductor.ts";
import { toolboxOf, workerOf } from "../../harness/packages/packages.ts";

afterEach(closeConductors);

const needy: WorkerWithToolboxes = {
  worker: workerMetadata.parse(workerOf("needy", { toolboxes: ["mail"] })),
  toolboxes: [],
};
const plain = workerMetadata.parse(workerOf("needy"));
const asked = { ...request, worker: packageName.parse("needy") };

async function setUp(listed: WorkerWithToolboxes) {
  const current: { listed: WorkerWithToolboxes | undefined; why: string | undefined } = {
    listed,
    why: undefined,
  };
  const roster = {
    find: async () => current.listed,
    names: async () => ["needy"],
    member: async () => undefined,
    whyPassedOver: () => current.why,
  };
  return { ...(await setUpConductor({ roster })), current };
}

test("one whose toolbox is missing is taken on, and fails with its name before anything is started", async () => {
  const { open, accept, ledger, statusOf, bench } = await setUp(needy);
  const id = await accept(open(), asked);
  await settled(async () => (await statusOf(id)) === "failed");
  expect((await ledger.find(id))?.record).toMatchObject({
    bench: 0,
    plan: { outcome: { reason: "activation", message: expect.stringContaining('the toolbox "mail"') } },
  });
  expect(bench.started).toEqual([]);
});

test("one whose toolbox comes while it waits is started", async () => {
  const { open, accept, bench, setSlots, current } = await setUp(needy);
  setSlots(0);
  const conductor = open();
  await accept(conductor, asked);
  const mail = toolboxMetadata.parse(toolboxOf("mail"));
  current.listed = { ...needy, toolboxes: [mail] };
  setSlots(1);
  conductor.reconsider();
  await settled(() => bench.started.length === 1);
});

test("one whose package is removed while it waits fails with the worker's name, and the next one starts", async () => {
  const { open, accept, ledger, statusOf, bench, setSlots, current } = await setUp({
    ...needy,
    worker: plain,
  });
  setSlots(0);
  const conductor = open();
  const id = await accept(conductor, asked);
  current.listed = undefined;
  setSlots(1);
  conductor.reconsider();
  await settled(async () => (await statusOf(id)) === "failed");
  const message = expect.stringContaining('Worker "needy" is no longer installed');
  expect((await ledger.find(id))?.record.plan).toMatchObject({ outcome: { reason: "activation", message } });
  expect(bench.started).toEqual([]);
  current.listed = { ...needy, worker: plain };
  await accept(conductor, asked);
  await settled(() => bench.started.length === 1);
});

test("one whose package breaks while it waits fails with what is wrong with it", async () => {
  const { open, accept, ledger, statusOf, setSlots, current } = await setUp(needy);
  setSlots(0);
  const conductor = open();
  const id = await accept(conductor, asked);
  Object.assign(current, { listed: undefined, why: "packages/needy: guildHall.fils: there is no such key" });
  setSlots(1);
  conductor.reconsider();
  await settled(async () => (await statusOf(id)) === "failed");
  const message = expect.stringContaining("cannot be used: packages/needy: guildHall.fils");
  expect((await ledger.find(id))?.record.plan).toMatchObject({ outcome: { reason: "activation", message } });
});

test("one that asks for more is refused, although a toolbox is missing too", async () => {
  const { open, ledger } = await setUp(needy);
  const refused = await open().accept({ ...asked, config: { tools: ["Telepathy"] } }, null);
  expect(refused).toMatchObject({ ok: false, problem: { code: "widens" } });
  expect(ledger.live()).toEqual([]);
});

test("one of a project is dispatched within the project's limits, and the hall's", async () => {
  const { projects } = hallConfig.parse({
    projects: { big: { limits: { maxTurns: 400, maxBudgetUsd: 9 } } },
  });
  const limits = { ...defaultConfig.limits, maxBudgetUsd: 8 };
  const admission = { ...defaultConfig.admission, startsPerSecond: Infinity };
  const settings = () => ({ ...defaultConfig, slots: 1, admission, limits, projects });
  const { open, accept, ledger, bench } = await setUpConductor({ settings });
  const id = await accept(open(), {
    ...request,
    project: projectName.parse("big"),
    config: { maxTurns: 300 },
  });
  await settled(() => bench.started.length === 1);
  expect((await ledger.find(id))?.record.limits).toMatchObject({ maxTurns: 300, maxBudgetUsd: 8 });
});

describe("limits above a default", () => {
  const { projects } = hallConfig.parse({
    projects: { app: { limits: { maxTurns: 20 }, ceiling: { maxTurns: 60 } } },
  });
  const limits = { ...defaultConfig.limits, maxBudgetUsd: 50 };
  const admission = { ...defaultConfig.admission, startsPerSecond: Infinity };
  const settings = () => ({ ...defaultConfig, slots: 9, admission, limits, projects });
  const ofApp = { ...request, project: projectName.parse("app") };

  test("are a person's to ask for, for a commission and for a redispatch, within the bounds", async () => {
    const hall = await setUpConductor({ settings });
    const conductor = hall.open();
    const first = await hall.accept(conductor, { ...ofApp, config: { maxTurns: 60, maxBudgetUsd: 50 } });
    await settled(() => hall.bench.started.length === 1);
    expect((await hall.ledger.find(first))?.record.limits).toMatchObject({ maxTurns: 60, maxBudgetUsd: 50 });
    const plain = await hall.accept(conductor, ofApp);
    await settled(() => hall.bench.started.length === 2);
    expect((await hall.ledger.find(plain))?.record.limits).toMatchObject({ maxTurns: 20, maxBudgetUsd: 5 });
    await conductor.cancel(plain, "enough");
    hall.bench.die({ id: plain, bench: 1 });
    hall.tell(plain);
    await settled(async () => (await hall.statusOf(plain)) === "cancelled");
    const again = await conductor.redispatch({ id: plain, config: { maxTurns: 59 } }, null);
    expect(again).toMatchObject({
      ok: true,
      commission: { record: { request: { config: { maxTurns: 59 } } } },
    });
  });

  test("beyond a bound are refused, with its value and where it is set", async () => {
    const hall = await setUpConductor({ settings });
    const conductor = hall.open();
    const ask = async (config: object) => {
      const answer = await conductor.accept({ ...ofApp, config }, null);
      return answer.ok ? null : [answer.problem.code, answer.problem.message];
    };
    expect(await ask({ maxTurns: 61 })).toEqual([
      "widens",
      'config.maxTurns is 61; project "app" allows at most 60 (projects.app.ceiling.maxTurns in config.yaml).',
    ]);
    expect(await ask({ maxBudgetUsd: 51 })).toEqual([
      "widens",
      "config.maxBudgetUsd is 51; the hall allows at most 50 (limits.maxBudgetUsd in config.yaml).",
    ]);
    expect(hall.ledger.live()).toEqual([]);
  });

  test("are refused where the hall itself asks: no request can say that it is a person's", async () => {
    const hall = await setUpConductor({ settings });
    const conductor = hall.open();
    const forged = { ...ofApp, createdBy: "person", config: { maxTurns: 21 } } as typeof ofApp;
    const worker = packageName.parse("researcher");
    const asked = await conductor.acceptChore({ request: { ...forged, worker }, chore: {} as never });
    expect(asked).toMatchObject({
      problem: {
        code: "widens",
        message:
          'config.maxTurns is 21; project "app" has at most 20 (projects.app.limits.maxTurns in config.yaml).',
      },
    });
    expect(await conductor.accept(forged, null)).toMatchObject({ ok: true });
  });
});
