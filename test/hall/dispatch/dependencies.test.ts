// Commissions that wait for others, on a real ledger, with workbenches that the test plays.
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, truncateSync } from "node:fs";
import type { CommissionRequest } from "../../../src/contract/commission/commission.ts";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { type CommissionId, commissionId, projectName } from "../../../src/contract/home/ids.ts";
import { newUuid } from "../../../src/host/ids.ts";
import {
  begun,
  closeConductors,
  done,
  request,
  settled,
  setUpConductor,
  stopConductor,
} from "../../harness/conductor.ts";
import { someProject } from "../../harness/ledger/histories.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";
import { noTrees } from "../../fakes/trees.ts";

afterEach(closeConductors);

type Hall = Awaited<ReturnType<typeof setUpConductor>>;

const afterOf = (...after: string[]): CommissionRequest => ({ ...request, after });
const failed: FactBody = { type: "session.ended", end: { how: "turns", limit: 3 } };

async function end({ bench, tell, statusOf }: Hall, id: CommissionId, how: FactBody = done): Promise<void> {
  await settled(() => bench.started.some((ref) => ref.id === id));
  const ref = bench.started.findLast((started) => started.id === id) ?? { id, bench: 1 };
  bench.say(ref, ...begun, how);
  bench.die(ref);
  tell(id);
  await settled(async () => ["completed", "failed"].includes((await statusOf(id)) ?? ""));
}

const reasons = ({ ledger }: Hall, id: CommissionId) => ledger.summary(id)?.blockedBy ?? [];
const typesOf = async ({ ledger }: Hall, id: CommissionId) =>
  (await ledger.events(id))?.map(({ type }) => type.replace("commission.", "")) ?? [];

describe("one that waits for another", () => {
  test("is blocked from its first step on, says what it waits for, and starts when that is done", async () => {
    const hall = await setUpConductor();
    const conductor = hall.open();
    const first = await hall.accept(conductor, { ...request, title: "The first" });
    await settled(() => hall.bench.started.length === 1);
    const second = await hall.accept(conductor, afterOf(first));
    expect(await typesOf(hall, second)).toEqual(["created", "blocked"]);
    expect(reasons(hall, second)).toEqual([
      `waits for ${first.slice(0, 13)} (The first), which is in progress`,
    ]);
    expect(hall.bench.started.map(({ id }) => id)).toEqual([first]);
    await end(hall, first);
    await settled(() => hall.bench.started.length === 2);
    expect(await typesOf(hall, second)).toEqual([
      "created",
      "blocked",
      "unblocked",
      "dispatched",
      "workbench.starting",
    ]);
    expect(reasons(hall, second)).toEqual([]);
  });

  test("that is done already does not wait at all", async () => {
    const hall = await setUpConductor();
    const conductor = hall.open();
    const first = await hall.accept(conductor);
    await end(hall, first);
    const second = await hall.accept(conductor, afterOf(first));
    await settled(() => hall.bench.started.length === 2);
    expect(await typesOf(hall, second)).toEqual(["created", "dispatched", "workbench.starting"]);
  });

  test("says so again when the reasons change, and stays blocked when it failed, until that is taken up again", async () => {
    const hall = await setUpConductor();
    const conductor = hall.open();
    hall.setSlots(0);
    const first = await hall.accept(conductor, { ...request, title: "One" });
    const second = await hall.accept(conductor, afterOf(first));
    const short = first.slice(0, 13);
    expect(reasons(hall, second)).toEqual([`waits for ${short} (One), which has not started`]);
    hall.setSlots(1);
    conductor.reconsider();
    await settled(() => reasons(hall, second)[0]?.includes("is in progress") ?? false);
    await end(hall, first, failed);
    await settled(() => reasons(hall, second)[0]?.includes("redispatch it to go on") ?? false);
    expect(reasons(hall, second)[0]).toContain(`waits for ${short} (One), which failed: `);
    const again = await conductor.redispatch({ id: first }, null);
    if (!again.ok) throw new Error(again.problem.message);
    const third = again.commission.record.request.id;
    await settled(() => reasons(hall, second)[0]?.includes(third.slice(0, 13)) ?? false);
    await end(hall, third);
    await settled(() => hall.bench.started.some(({ id }) => id === second));
    expect(await hall.statusOf(first)).toBe("failed");
  });

  test("can be cancelled, and is not looked at any more", async () => {
    const hall = await setUpConductor();
    const conductor = hall.open();
    const first = await hall.accept(conductor);
    const second = await hall.accept(conductor, afterOf(first));
    expect(await conductor.cancel(second, null)).toMatchObject({ commission: { status: "cancelled" } });
    await end(hall, first);
    expect((await typesOf(hall, second)).at(-1)).toBe("cancelled");
    expect(hall.bench.started.map(({ id }) => id)).toEqual([first]);
  });

  test("that is deleted stays blocked, and says so", async () => {
    const hall = await setUpConductor();
    const conductor = hall.open();
    const first = await hall.accept(conductor);
    const second = await hall.accept(conductor, afterOf(first));
    await settled(() => hall.bench.started.length === 1);
    hall.setSlots(0);
    await end(hall, first);
    await settled(async () => (await hall.statusOf(second)) === "pending");
    expect(await conductor.remove(first, false)).toMatchObject({ ok: true });
    await settled(async () => (await hall.statusOf(second)) === "blocked");
    expect(reasons(hall, second)).toEqual([`waits for ${first.slice(0, 13)}, which was deleted`]);
    hall.setSlots(2);
    conductor.reconsider();
    await settled(() => conductor.waits().all === null);
    expect(hall.bench.started.map(({ id }) => id)).toEqual([first]);
  });
});

describe("what is refused", () => {
  test("an unknown commission, and a document without a repository, before anything is written", async () => {
    const hall = await setUpConductor();
    const conductor = hall.open();
    const nobody = commissionId.parse(newUuid());
    for (const after of [nobody, ".lore/specs/x.md", nobody.slice(0, 13)])
      expect(await conductor.accept(afterOf(after), null)).toMatchObject({
        ok: false,
        problem: { code: "bad_dependency" },
      });
    expect([...hall.ledger.summaries()]).toEqual([]);
  });

  test("a redispatch that would wait for itself, which only a ledger of somebody else's can bring about", async () => {
    const hall = await setUpConductor();
    const [x, y] = [commissionId.parse(newUuid()), commissionId.parse(newUuid())];
    await hall.ledger.create(newRequest({ id: x, after: [y], rehearsal: "version: 1" }), ["waits for y"]);
    await hall.ledger.create(newRequest({ id: y, after: [x], rehearsal: "version: 1" }), ["waits for x"]);
    const conductor = hall.open();
    await conductor.cancel(x, null);
    expect(await conductor.redispatch({ id: x }, null)).toMatchObject({
      ok: false,
      problem: { code: "cycle" },
    });
  });
});

describe("documents", () => {
  const project = projectName.parse("acme");
  const withProject = (has: (path: string) => boolean | Error) => {
    let asked = 0;
    const trees = {
      ...noTrees,
      hasDocument: async (_project: string, path: string) => {
        asked += 1;
        const answer = has(path);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    const admission = { ...defaultConfig.admission, startsPerSecond: Infinity };
    const projects = { [project]: someProject({ path: "/repository" }) };
    const settings = () => ({ ...defaultConfig, slots: 2, admission, projects });
    return { trees, settings, asked: () => asked };
  };

  test("are looked for when a commission of the project ends, after a sync, and never in between", async () => {
    let isThere: boolean | Error = false;
    const { trees, settings, asked } = withProject(() => isThere);
    const hall = await setUpConductor({ trees, settings });
    const conductor = hall.open();
    const waiting = await hall.accept(conductor, { ...afterOf(".lore/specs/x.md"), project });
    await settled(() => asked() === 2); // once before, and once after it was taken on
    expect(reasons(hall, waiting)).toEqual(["waits for .lore/specs/x.md on claude/main"]);
    const other = await hall.accept(conductor, { ...request });
    await end(hall, other);
    hall.clock.advance(60_000);
    expect(asked()).toBe(2);
    const sibling = await hall.accept(conductor, { ...request, project });
    await conductor.cancel(sibling, null);
    await settled(() => asked() === 3);
    isThere = new Error("the repository has moved");
    conductor.reconsider();
    await settled(() => reasons(hall, waiting)[0]?.includes("the repository has moved") ?? false);
    expect(await hall.statusOf(waiting)).toBe("blocked");
    isThere = true;
    conductor.reconsider();
    await settled(async () => (await typesOf(hall, waiting)).includes("unblocked"));
  });
});

test("a hall that died in the middle finds them as they were, and goes on", async () => {
  const hall = await setUpConductor();
  const first = hall.open();
  const one = await hall.accept(first);
  const two = await hall.accept(first, afterOf(one));
  const three = await hall.accept(first, afterOf(two));
  await settled(() => hall.bench.started.length === 1);
  await stopConductor();
  // It ended while no hall was there.
  hall.bench.say({ id: one, bench: 1 }, ...begun, done);
  hall.bench.die({ id: one, bench: 1 });
  const second = hall.open();
  second.recover();
  await end(hall, one);
  await end(hall, two);
  await end(hall, three);
  expect(hall.bench.started.map(({ id }) => id)).toEqual([one, two, three]);
});

test("of a creation that a power cut tore, the first line alone never starts anything", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  hall.setSlots(0);
  const one = await hall.accept(conductor);
  const two = await hall.accept(conductor, afterOf(one));
  await closeConductors();
  const { events, meta } = commissionLayout(hall.home, two);
  rmSync(meta); // nobody was told of it, so nothing was made of it
  truncateSync(events, readFileSync(events).indexOf("\n") + 1);
  const again = await setUpConductor({}, hall.home);
  expect(await again.statusOf(two)).toBe("pending");
  const later = again.open();
  later.recover();
  await settled(async () => again.bench.started.length === 1 && (await again.statusOf(two)) === "blocked");
  await end(again, one);
  await settled(() => again.bench.started.length === 2);
  expect(again.bench.started.map(({ id }) => id)).toEqual([one, two]);
});

test("whatever brought one that has to wait so far as its turn, it is not dispatched", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const one = await hall.accept(conductor);
  await settled(() => hall.bench.started.length === 1);
  // As if only the first line of its creation were there, and nobody had looked at it since.
  const torn = newRequest({ after: [one], rehearsal: "version: 1" });
  await hall.ledger.create(torn, []);
  const other = await hall.accept(conductor);
  await settled(() => hall.bench.started.length === 2);
  expect(hall.bench.started.map(({ id }) => id)).toEqual([one, other]);
  expect(await hall.statusOf(torn.id)).toBe("blocked");
  await end(hall, one);
  await settled(() => hall.bench.started.length === 3);
});

test("a fault while it is unblocked is tried again", async () => {
  const hall = await setUpConductor();
  const execute = hall.deps.ledger.execute;
  let faults = 1;
  hall.deps.ledger = {
    ...hall.deps.ledger,
    execute: (id, commands) =>
      commands[0]?.do === "unblock" && faults-- > 0
        ? Promise.reject(new Error("no space left"))
        : execute(id, commands),
  };
  const conductor = hall.open();
  const one = await hall.accept(conductor);
  const two = await hall.accept(conductor, afterOf(one));
  await end(hall, one);
  await settled(() => faults <= 0 && hall.clock.pending() > 0);
  expect(await hall.statusOf(two)).toBe("blocked");
  hall.clock.advance(2000);
  await settled(() => hall.bench.started.length === 2);
});

test("a dependency that ends at the very moment is never missed", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  for (let i = 0; i < 5; i += 1) {
    const first = await hall.accept(conductor);
    await settled(() => hall.bench.started.some(({ id }) => id === first));
    const ref = { id: first, bench: 1 };
    hall.bench.say(ref, ...begun, done);
    hall.bench.die(ref);
    hall.tell(first);
    // Taken on while the other is being concluded.
    const second = await hall.accept(conductor, afterOf(first));
    await end(hall, second);
  }
});
