import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Roster } from "../../../src/guild/roster/discover.ts";
import { openRoster } from "../../../src/guild/roster/fresh.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { layPackage, toolboxOf, workerOf } from "../../harness/packages/packages.ts";
import { tempDir } from "../../harness/temp.ts";

/** Where nothing should fail. */
function failed(error: unknown): never {
  throw error;
}

async function setUp() {
  const parent = tempDir();
  const clock = createManualClock();
  const changes: Roster[] = [];
  layPackage(`${parent}/one`, workerOf("one"));
  const places = [{ directory: parent, source: "added" as const }];
  const roster = await openRoster({ clock, places, failed, changed: (found) => void changes.push(found) });
  const names = async () =>
    (await roster.current()).workers.map((found) => String(found.metadata.identity.name));
  return { parent, clock, changes, roster, names };
}

test("a worker that was added is found by the next who asks for it", async () => {
  const { parent, roster, changes } = await setUp();
  expect(await roster.find("two")).toBeUndefined();
  layPackage(`${parent}/two`, workerOf("two"));
  expect(await roster.find("two")).toMatchObject({ worker: { identity: { name: "two" } } });
  expect(changes).toHaveLength(1);
});

test("a worker that was edited is found as it is now, however soon it is asked for", async () => {
  const { parent, roster } = await setUp();
  const asked = async () => (await roster.find("one"))?.worker.limits.maxTurns;
  const before = await asked();
  const metadata = workerOf("one");
  for (const maxTurns of [3, 4]) {
    writeFileSync(
      `${parent}/one/package.json`,
      JSON.stringify({ guildHall: { ...metadata, limits: { maxTurns } } }),
    );
    expect(await asked()).toBe(maxTurns);
  }
  expect([3, 4]).not.toContain(before);
});

test("a worker that was removed is gone a second later, and one that stayed is still there", async () => {
  const { parent, clock, roster, names } = await setUp();
  layPackage(`${parent}/two`, workerOf("two"));
  await roster.find("two");
  rmSync(`${parent}/two`, { recursive: true });
  expect(await names()).toEqual(["one", "two"]);
  clock.advance(1000);
  expect(await roster.find("two")).toBeUndefined();
  expect(await names()).toEqual(["one"]);
});

test("a toolbox that a worker lacks is looked for at once", async () => {
  const { parent, clock, roster } = await setUp();
  layPackage(`${parent}/needy`, workerOf("needy", { toolboxes: ["mail"] }));
  expect((await roster.find("needy"))?.toolboxes).toEqual([]);
  layPackage(`${parent}/mail`, toolboxOf("mail"), { posture: null });
  expect((await roster.find("needy"))?.toolboxes).toMatchObject([{ identity: { name: "mail" } }]);
  clock.advance(1000);
  expect((await roster.current()).workers.flatMap(({ problems }) => problems)).toEqual([]);
});

test.each([
  ["rewritten in its place", (at: string) => writeFileSync(`${at}/package.json`, packageJson("new"))],
  [
    "replaced by another file",
    (at: string) => {
      writeFileSync(`${at}/.draft`, packageJson("new"));
      renameSync(`${at}/.draft`, `${at}/package.json`);
    },
  ],
  ["broken", (at: string) => appendFileSync(`${at}/package.json`, "}")],
  ["without its posture", (at: string) => rmSync(`${at}/posture.md`)],
])("a package that is %s shows a second later", async (_, change) => {
  const { parent, clock, changes, names } = await setUp();
  change(`${parent}/one`);
  clock.advance(999);
  expect(await names()).toEqual(["one"]);
  clock.advance(1);
  expect(await names()).not.toEqual(["one"]);
  expect(changes).toHaveLength(1);
});

const packageJson = (name: string) => JSON.stringify({ guildHall: workerOf(name) });

test("packages that did not change are not read again, and nothing is timed meanwhile", async () => {
  const { clock, changes, roster, names } = await setUp();
  const before = roster.latest();
  for (let i = 0; i < 5; i += 1) {
    clock.advance(1000);
    await names();
  }
  expect(roster.latest()).toBe(before);
  expect([changes.length, clock.pending()]).toEqual([0, 0]);
});

test("a package that becomes sound by a file further in is seen, and told of once", async () => {
  const { parent, clock, changes, names } = await setUp();
  const two = layPackage(`${parent}/two`, workerOf("two"), { main: "src/index.ts" });
  mkdirSync(`${two}/src`);
  clock.advance(1000);
  expect(await names()).toEqual(["one"]);
  clock.advance(1000);
  expect(await names()).toEqual(["one"]);
  expect(changes).toHaveLength(1);
  writeFileSync(`${two}/src/index.ts`, "");
  clock.advance(1000);
  expect(await names()).toEqual(["one", "two"]);
  expect(changes).toHaveLength(2);
});

test("a place that comes to be later is seen", async () => {
  const parent = `${tempDir()}/packages`;
  const clock = createManualClock();
  const places = [{ directory: parent, source: "added" as const }];
  const roster = await openRoster({ clock, places, failed, changed: () => undefined });
  mkdirSync(parent);
  layPackage(`${parent}/one`, workerOf("one"));
  expect(await roster.find("one")).toBeDefined();
});

test("of many who ask at once for one that is not there, all get the answer of a look that began after them", async () => {
  const { parent, roster, changes } = await setUp();
  const early = Array.from({ length: 50 }, () => roster.find("two"));
  layPackage(`${parent}/two`, workerOf("two"));
  const late = Array.from({ length: 50 }, () => roster.find("two"));
  await Promise.all(early);
  expect((await Promise.all(late)).filter((found) => found === undefined)).toEqual([]);
  expect(changes).toHaveLength(1);
});

test("while the machine fails us, what was known still holds, and nobody is said to be gone", async () => {
  const parent = tempDir();
  const clock = createManualClock();
  layPackage(`${parent}/one`, workerOf("one"));
  const places = [{ directory: parent, source: "added" as const }];
  const told: unknown[] = [];
  const changed = () => undefined;
  const roster = await openRoster({ clock, places, changed, failed: (error) => void told.push(error) });
  places.push({ directory: "\0", source: "added" }); // no call takes this, and it is nobody's package
  clock.advance(1000);
  expect((await roster.current()).workers).toHaveLength(1);
  expect(await roster.find("one")).toBeDefined();
  expect((await roster.look()).workers).toHaveLength(1);
  expect(told).toEqual([expect.any(Error), expect.any(Error), expect.any(Error)]);
  await expect(roster.find("two")).rejects.toThrow();
  places.pop();
  expect(await roster.find("two")).toBeUndefined();
});
