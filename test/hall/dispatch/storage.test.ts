// A disk that takes no writes while work runs: the truth is told meanwhile, and it goes on afterwards without a charge.
import { afterEach, describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { Operations } from "../../../src/contract/api/operation.ts";
import type { Outcome } from "../../../src/contract/api/problem.ts";
import { artifactRoutes } from "../../../src/contract/commission/artifacts.ts";
import { diffRoutes } from "../../../src/contract/commission/diff.ts";
import { workerRoutes } from "../../../src/contract/package/worker-record.ts";
import { aheadRoutes } from "../../../src/contract/project/ahead.ts";
import { modelRoutes } from "../../../src/contract/commission/model-list.ts";
import { toldRoutes } from "../../../src/contract/commission/told.ts";
import { takeRoutes } from "../../../src/contract/project/take.ts";
import { documentRoutes } from "../../../src/contract/project/documents.ts";
import { pathRoutes } from "../../../src/contract/project/paths.ts";
import { projectRoutes } from "../../../src/contract/project/project-routes.ts";
import { setUpRoutes } from "../../../src/contract/project/set-up.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { storageExitCode } from "../../../src/contract/home/storage-fault.ts";
import type { Conductor } from "../../../src/hall/dispatch/conductor.ts";
import { createOperations } from "../../../src/hall/operations/operations.ts";
import { begun, closeConductors, done, settled, setUpConductor } from "../../harness/conductor.ts";
import { someMemory } from "../../store/memory/support.ts";

afterEach(closeConductors);

type Stage = Awaited<ReturnType<typeof setUpConductor>>;

/** A hall whose ledger takes nothing while `disk.fault` is set. */
async function setUp() {
  const stage = await setUpConductor();
  const disk: { fault: Error | null } = { fault: null };
  const { execute } = stage.deps.ledger;
  stage.deps.ledger = {
    ...stage.deps.ledger,
    execute: (id, commands) =>
      disk.fault && commands.length > 0 ? Promise.reject(disk.fault) : execute(id, commands),
  };
  const conductor = stage.open();
  const start = async () => {
    const id = await stage.accept(conductor);
    await settled(() => stage.bench.started.some((ref) => ref.id === id));
    stage.bench.live({ id, bench: 1 });
    stage.bench.say({ id, bench: 1 }, ...begun);
    stage.tell(id);
    await settled(async () => (await stage.statusOf(id)) === "in_progress");
    return id;
  };
  return { ...stage, disk, conductor, start };
}

function faultOf(code: string): Error {
  return Object.assign(new Error(`${code}: the disk takes nothing`), { code });
}

/** What a person is shown. */
function doorOf({ home, ledger }: Stage, conductor: Conductor) {
  const none = async () => ({ workers: [], toolboxes: [], problems: [] });
  const notHere = () => Promise.reject(new Error("not here"));
  const absent = <R extends object>(part: R) =>
    Object.fromEntries(Object.keys(part).map((name) => [name, notHere])) as unknown as Pick<
      Operations,
      keyof R & keyof Operations
    >;
  const operations = createOperations({
    home,
    ledger,
    conductor,
    memory: someMemory(home.root).store,
    workers: absent({ ...workerRoutes, ...modelRoutes }),
    members: { list: notHere, start: notHere, stop: notHere, logs: notHere, close: notHere },
    projects: absent({ ...projectRoutes, ...documentRoutes, ...pathRoutes, ...setUpRoutes }),
    takes: absent({ ...aheadRoutes, ...takeRoutes }),
    told: absent(toldRoutes),
    attention: { list: notHere, defer: notHere, recall: notHere },
    attachments: { keep: notHere },
    review: absent({ ...diffRoutes, ...artifactRoutes }),
    landing: {
      landings: {
        accept: notHere,
        undo: notHere,
        reject: notHere,
        markSeen: notHere,
        callOff: async () => null,
      },
      review: {
        newest: () => [],
        heirOf: () => null,
        projects: () => ({}),
        ahead: async () => null,
        stats: async () => new Map(),
      },
    },
    chores: { touched: () => undefined, ask: () => Promise.reject(new Error("not here")) },
    roster: { current: none },
    spending: () => Promise.reject(new Error("not here")),
    upkeep: { clean: () => Promise.reject(new Error("not here")) },
    worktrees: {
      list: () => Promise.reject(new Error("not here")),
      prune: () => Promise.reject(new Error("not here")),
    },
    measure: async () => ({ bytes: 0, complete: true }),
    isThere: async () => true,
    quota: { current: () => null },
    about: {
      version: "0",
      pid: 1,
      startedAt: "",
      sandbox: { level: "process", detail: "" },
      model: { available: false, detail: "" },
    },
    config: {
      now: () => defaultConfig,
      show: () => {
        throw new Error("not here");
      },
      change: () => Promise.reject(new Error("not here")),
    },
    problems: () => [],
    doctor: { look: () => Promise.reject(new Error("not here")) },
    held: () => [],
    endSoon: () => undefined,
    deleted: () => undefined,
  });
  return {
    status: async () => valueOf(await operations.hall({})),
    listed: async () =>
      valueOf(await operations.list({ query: { limit: 10 } })).commissions[0]?.waitingFor ?? null,
    shown: async (id: CommissionId) => valueOf(await operations.detail({ params: { id } })).waitingFor,
  };
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.problem.message);
  return outcome.value;
}

async function eventsOf({ ledger }: Stage, id: CommissionId) {
  return (await ledger.events(id)) ?? [];
}

describe.each(["ENOSPC", "EDQUOT", "EROFS", "EIO"])("while the disk answers %s", (code) => {
  test("a workbench that is gone is told as gone, and goes on uncharged when the disk has healed", async () => {
    const stage = await setUp();
    const { conductor, bench, clock, disk, tell } = stage;
    const id = await stage.start();
    const door = doorOf(stage, conductor);
    expect(await door.listed()).toBeNull();
    expect(await door.status()).toMatchObject({ slots: { used: 1 }, problems: [] });
    disk.fault = faultOf(code);
    bench.die({ id, bench: 1 });
    tell(id);
    const text = `No workbench is at work on it, and the hall cannot record that (${code}). It stands still until the disk can be written again.`;
    await settled(() => conductor.unrecorded().size === 1);
    expect([await door.listed(), await door.shown(id)]).toEqual([text, text]);
    expect(await door.status()).toMatchObject({
      slots: { used: 0 },
      problems: [`Commission ${id}: ${text}`],
    });
    await expect(conductor.cancel(id, null)).rejects.toMatchObject({ code });
    disk.fault = null;
    clock.advance(1000);
    await settled(async () => (await stage.statusOf(id)) === "pending");
    expect((await eventsOf(stage, id)).slice(-2)).toMatchObject([
      { type: "workbench.lost", storage: true, message: expect.stringContaining("disk") },
      { type: "commission.requeued", cause: "storage" },
    ]);
    await settled(() => conductor.unrecorded().size === 0 && clock.pending() > 0);
    expect(await door.status()).toMatchObject({ slots: { used: 0 }, problems: [] });
    clock.advance(1000);
    await settled(() => bench.started.length === 2);
    expect((await stage.ledger.find(id))?.record).toMatchObject({ bench: 2, resumes: 0, falseStarts: 0 });
  });
});

test("one whose workbench lives keeps its slot, and is told as not recorded until it is", async () => {
  const stage = await setUp();
  const { conductor, bench, clock, disk, tell } = stage;
  const id = await stage.start();
  const door = doorOf(stage, conductor);
  disk.fault = faultOf("ENOSPC");
  bench.say({ id, bench: 1 }, { type: "session.said", text: "on it" });
  tell(id);
  await settled(() => conductor.unrecorded().size === 1);
  expect(await door.listed()).toBe(
    "The hall cannot record what it does (ENOSPC): the disk cannot be written.",
  );
  expect((await door.status()).slots.used).toBe(1);
  disk.fault = null;
  clock.advance(1000);
  await settled(() => conductor.unrecorded().size === 0);
  expect(await door.listed()).toBeNull();
  bench.say({ id, bench: 1 }, done);
  bench.die({ id, bench: 1 });
  tell(id);
  await settled(async () => (await stage.statusOf(id)) === "completed");
});

test("a workbench that ended because it could not record says so by its exit code, where the hall's disk is well", async () => {
  const stage = await setUp();
  const id = await stage.start();
  stage.bench.die({ id, bench: 1 }, storageExitCode);
  stage.tell(id);
  await settled(async () => (await stage.statusOf(id)) === "pending");
  expect((await eventsOf(stage, id)).at(-1)).toMatchObject({ cause: "storage" });
});

test.each([
  ["a workbench that just ended", null, 1],
  ["a workbench that ended while something else failed", new Error("what is this"), undefined],
])("%s is charged as ever", async (_whose, fault, exitCode) => {
  const stage = await setUp();
  const { conductor, clock } = stage;
  const id = await stage.start();
  stage.disk.fault = fault;
  stage.bench.die({ id, bench: 1 }, exitCode);
  stage.tell(id);
  if (fault) {
    await settled(() => conductor.unrecorded().size === 1 && clock.pending() > 0);
    expect(await doorOf(stage, conductor).listed()).toContain("the hall's log says why");
    stage.disk.fault = null;
    clock.advance(1000);
  }
  await settled(async () => (await stage.statusOf(id)) === "failed");
  expect((await eventsOf(stage, id)).find((event) => event.type === "workbench.lost")).toMatchObject({
    storage: false,
  });
});

test("a workbench that could not be started for want of disk is no false start", async () => {
  const stage = await setUp();
  stage.bench.refuseStart = faultOf("ENOSPC");
  const id = await stage.accept(stage.conductor);
  await settled(async () => (await eventsOf(stage, id)).at(-1)?.type === "commission.requeued");
  expect((await eventsOf(stage, id)).at(-1)).toMatchObject({ cause: "storage" });
  expect((await stage.ledger.find(id))?.record.falseStarts).toBe(0);
});
