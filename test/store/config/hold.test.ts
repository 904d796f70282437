// The config in force: read again on a hint, kept when the file breaks, and there for the next start.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type HeldConfig, holdConfig, type HoldDeps, readAtStart } from "../../../src/store/config/hold.ts";
import { readForWorkbench } from "../../../src/store/config/read.ts";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { settled } from "../../harness/conductor.ts";
import { someHome } from "../../harness/ledger/some-ledger.ts";

const open: HeldConfig[] = [];
afterEach(async () => {
  for (const held of open.splice(0)) await held.close();
});

function setUp(disk: Disk = systemDisk) {
  const home = someHome();
  const clock = createManualClock();
  const logged: string[] = [];
  const hints: { changed(name: string | null): void; failed(error: unknown): void }[] = [];
  const note = (message: string) => void logged.push(message);
  const deps: HoldDeps = {
    disk,
    clock,
    home,
    log: { info: note, warn: note, error: note },
    watch: (order) => {
      expect(order.directory).toBe(home.root);
      hints.push(order);
      return { close: () => undefined };
    },
  };
  const start = async () => {
    const held = await holdConfig(deps, await readAtStart(deps));
    open.push(held);
    return held;
  };
  const write = (text: string) => writeFileSync(home.config, text);
  const hint = (name: string | null = "config.yaml") => hints.at(-1)?.changed(name);
  /** A change, its hint, and the quiet after it. */
  const edit = (text: string) => {
    write(text);
    hint();
    clock.advance(200);
  };
  const lastGood = () => (existsSync(home.lastGoodConfig) ? readFileSync(home.lastGoodConfig, "utf8") : null);
  return { home, clock, logged, hints, deps, start, write, hint, edit, lastGood };
}

test("without a file the defaults hold, and nothing waits", async () => {
  const { start, clock, lastGood, home, hint } = setUp();
  const held = await start();
  expect(held.show()).toEqual({
    file: home.config,
    from: "defaults",
    config: defaultConfig,
    given: [],
    problems: [],
  });
  hint("token");
  expect({ pending: clock.pending(), lastGood: lastGood() }).toEqual({ pending: 0, lastGood: null });
});

test("whoever shows the file is told of every other one, also of a broken one and of one that sets the same", async () => {
  const { start, write, edit } = setUp();
  write("slots: 2\n");
  const held = await start();
  const told: string[] = [];
  held.whenRead(() => void told.push(held.problems().length === 0 ? "sound" : "broken"));
  let changed = 0;
  held.whenChanged(() => (changed += 1));
  for (const text of ["slots: none\n", "slots: 2\n", "slots: 2 # few\n", "slots: 3\n"]) {
    const before = told.length;
    edit(text);
    await settled(() => told.length > before);
    edit(text); // a hint without a change
  }
  expect({ told, changed }).toEqual({ told: ["broken", "sound", "sound", "sound"], changed: 1 });
});

test("a change is taken over once the file is quiet, and told once", async () => {
  const { start, write, hint, clock, lastGood, logged } = setUp();
  write("slots: 2\n");
  const held = await start();
  let told = 0;
  held.whenChanged(() => (told += 1));
  expect(held.now().slots).toBe(2);
  write("slots: 3\n");
  for (let at = 0; at < 5; at += 1) {
    hint(at === 2 ? null : "config.yaml");
    clock.advance(199);
  }
  expect({ slots: held.now().slots, pending: clock.pending() }).toEqual({ slots: 2, pending: 1 });
  clock.advance(1);
  await settled(() => told === 1);
  expect(held.now().slots).toBe(3);
  expect(lastGood()).toBe("slots: 3\n");
  expect(logged).toEqual(["the configuration was read again"]);
  expect(clock.pending()).toBe(0);
});

test("a change in a map is taken over and told; what is handed to a toolbox is named without its value", async () => {
  const { start, write, edit, home, deps } = setUp();
  const told: unknown[] = [];
  deps.log = { ...deps.log, info: (_message, fields) => void told.push(fields?.["changes"]) };
  write("projects: { acme: }\n");
  const held = await start();
  let times = 0;
  held.whenChanged(() => (times += 1));
  const steps: readonly [text: string, changes: string][] = [
    ["projects: { acme: { limits: { maxTurns: 3 } } }\n", "projects.acme.limits.maxTurns unset -> 3"],
    [
      "",
      'projects.acme.integration "claude/main" -> unset, projects.acme.network.allow [] -> unset, projects.acme.shell.allow [] -> unset, projects.acme.copy [] -> unset, projects.acme.checks [] -> unset, projects.acme.land "integration" -> unset, projects.acme.record "hall" -> unset, projects.acme.commit.signOff false -> unset, projects.acme.commit.trailers [] -> unset, projects.acme.instructions true -> unset, projects.acme.limits.maxTurns 3 -> unset',
    ],
    [
      "checks: { test: npm test }\n",
      'checks.test.command unset -> "npm test", checks.test.timeoutSeconds unset -> 600',
    ],
    [
      "toolboxes: { hook: { key: very-secret } }\n",
      'checks.test.command "npm test" -> unset, checks.test.timeoutSeconds 600 -> unset, toolboxes.hook.key',
    ],
  ];
  for (const [at, [text, changes]] of steps.entries()) {
    edit(text);
    await settled(() => times === at + 1);
    expect(told.at(-1)).toBe(changes);
  }
  expect(held.show()).toMatchObject({ given: ["toolboxes.hook.key"] });
  expect(await readForWorkbench(deps.disk, home)).toMatchObject({
    toolboxes: { hook: { key: "very-secret" } },
  });
});

test("an edit between the first look and the watch is not missed", async () => {
  const { deps, write } = setUp();
  write("slots: 2\n");
  const found = await readAtStart(deps);
  write("slots: 3\n");
  const held = await holdConfig(deps, found);
  open.push(held);
  expect(held.now().slots).toBe(3);
});

test("a broken edit changes nothing and is named; the next good one is taken over", async () => {
  const { start, write, edit, lastGood, logged, home } = setUp();
  write("slots: 2 # two\n");
  const held = await start();
  edit("# oh\nslots: two\n");
  await settled(() => held.problems().length > 0);
  expect(held.now().slots).toBe(2);
  expect(held.problems()).toEqual([
    `The last good configuration stays in force, because the file is broken. ${home.config}:2: slots: expected a whole number from 1 to 1000; found "two"`,
  ]);
  expect(logged).toEqual(held.problems());
  expect(held.show()).toMatchObject({
    from: "last-good",
    given: ["slots"],
    problems: [{ line: 2, path: "slots" }],
  });
  expect(lastGood()).toBe("slots: 2 # two\n");
  edit("slots: 4\n");
  await settled(() => held.now().slots === 4);
  expect(held.problems()).toEqual([]);
});

test("a start with a broken file goes on with the last good one, and says so", async () => {
  const { start, write, logged, deps, home } = setUp();
  write("slots: 2\n");
  await (await start()).close();
  write("slots: 2\nslot: 3\nmore: 4\n");
  const held = await start();
  expect(held.show()).toMatchObject({ from: "last-good", config: { slots: 2 } });
  expect(held.problems()[0]).toContain(`${home.config}:2: slot: there is no such key. Did you mean "slots"?`);
  expect(held.problems()[0]).toContain("(and 1 more:");
  expect(logged).toEqual(held.problems());
  expect(await readForWorkbench(deps.disk, home)).toEqual({ ...defaultConfig, slots: 2 });
});

test.each(["", "slots: 2\n"])(
  "a start is refused where there never was a good file, or where it was removed (%j)",
  async (before) => {
    const { start, write, home } = setUp();
    if (before !== "") {
      write(before);
      await (await start()).close();
      rmSync(home.config);
      await (await start()).close();
    }
    write("\nslots: no\n");
    await expect(start()).rejects.toMatchObject({
      code: "config",
      message: `The hall cannot start with this configuration. ${home.config}:2: slots: expected a whole number from 1 to 1000; found "no"`,
    });
  },
);

test("a removed file means the defaults, and leaves none to go back to", async () => {
  const { start, write, hint, clock, lastGood, home } = setUp();
  write("slots: 2\n");
  const held = await start();
  rmSync(home.config);
  hint();
  clock.advance(200);
  await settled(() => held.now().slots === 5);
  await settled(() => lastGood() === null);
  expect(held.show().from).toBe("defaults");
});

test("a hall that never had a good file keeps the defaults when it gets a broken one, and so does a workbench", async () => {
  const { start, edit, deps, home } = setUp();
  const held = await start();
  edit("slots: no\n");
  await settled(() => held.problems().length > 0);
  expect(held.problems()[0]).toStartWith("The defaults stay in force");
  expect(await readForWorkbench(deps.disk, home)).toEqual(defaultConfig);
});

test("a file that cannot be read is a broken one, and no reason to fall back to the defaults", async () => {
  const fault = Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  let faulty = false;
  const disk: Disk = {
    ...systemDisk,
    readText: (path) =>
      faulty && path.endsWith("/config.yaml") ? Promise.reject(fault) : systemDisk.readText(path),
  };
  const { start, write, edit } = setUp(disk);
  write("slots: 2\n");
  const held = await start();
  faulty = true;
  edit("slots: 3\n");
  await settled(() => held.problems().length > 0);
  expect(held.now().slots).toBe(2);
  expect(held.problems()[0]).toContain("EIO");
});

test("where the last good one cannot be kept, the new one is in force all the same and it is said", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  const disk: Disk = { ...systemDisk, replace: () => Promise.reject(full) };
  const { start, write, lastGood } = setUp(disk);
  write("slots: 2\n");
  const held = await start();
  expect(held.now().slots).toBe(2);
  expect(held.problems()).toEqual([expect.stringContaining("could not be kept for the next start: ENOSPC")]);
  expect(lastGood()).toBe(null);
});

test("where changes cannot be watched, it is said", async () => {
  const { start, hints, home } = setUp();
  const held = await start();
  hints[0]?.failed(new Error("ENOSPC: no inotify watches left"));
  expect(held.problems()).toEqual([
    expect.stringContaining(`The hall sees changes of ${home.config} only at its next start`),
  ]);
});

test("a change through the hall is in force when it resolves, told once, and a hint afterwards tells nothing new", async () => {
  const { start, write, hint, clock, lastGood, home } = setUp();
  write("slots: 2 # two\n");
  const held = await start();
  let told = 0;
  held.whenChanged(() => (told += 1));
  const slots = (value: number, dryRun: boolean) =>
    held.change({ changes: [{ key: "slots", value }], dryRun });
  expect(await slots(3, true)).toMatchObject({ ok: true, wrote: false });
  expect([held.now().slots, told]).toEqual([2, 0]);
  expect(await slots(3, false)).toMatchObject({ ok: true, wrote: true });
  expect([held.now().slots, told, lastGood()]).toEqual([3, 1, "slots: 3 # two\n"]);
  hint();
  clock.advance(200);
  expect(await slots(3, false)).toMatchObject({ ok: true, wrote: false }); // it waits for the reading before it
  expect([told, readFileSync(home.config, "utf8")]).toEqual([1, "slots: 3 # two\n"]);
});

test("what somebody else writes in the same moment stays, and is in force", async () => {
  const meanwhile: Disk = {
    ...systemDisk,
    replaceIf: (order) => {
      writeFileSync(order.path, "slots: 7 # theirs\n");
      return systemDisk.replaceIf(order);
    },
  };
  const { start, write, home } = setUp(meanwhile);
  write("slots: 2\n");
  const held = await start();
  expect(await held.change({ changes: [{ key: "slots", value: 3 }], dryRun: false })).toMatchObject({
    ok: false,
    why: "meanwhile",
    wrote: false,
  });
  expect(readFileSync(home.config, "utf8")).toBe("slots: 7 # theirs\n");
  expect(held.now().slots).toBe(7);
});
