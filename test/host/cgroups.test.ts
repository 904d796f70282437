// Control groups: the real ones of this machine where we may use them, and those of v2 as a tree of files.
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPlaces } from "../../src/host/processes/cgroup-places.ts";
import { type Cgroup, openCgroup, readHere } from "../../src/host/processes/cgroups.ts";
import { exitOf, runBriefly, spawnPiped } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { until } from "../harness/hall.ts";
import { tempDir } from "../harness/temp.ts";

const mb = 1024 * 1024;
const trial = openCgroup({ memoryBytes: 512 * mb, processes: 64, here: readHere() });
const isWithout = typeof trial === "string";
if (typeof trial === "string") console.warn(`Tests of control groups are skipped: ${trial}.`);
else await trial.close();

const opened: Cgroup[] = [];
function open(limits: { memoryBytes?: number; processes?: number }): Cgroup {
  const order = { memoryBytes: null, processes: null, ...limits, here: readHere() };
  const group = openCgroup(order);
  if (typeof group === "string") throw new Error(group);
  opened.push(group);
  return group;
}
afterAll(async () => {
  for (const group of opened) await group.close();
});

const start = (script: string) =>
  spawnPiped({ file: "/bin/bash", args: ["-c", script], cwd: "/", env: { PATH: "/usr/bin:/bin" } });
const groupsHere = () => {
  const found = findPlaces(readHere());
  const parents = typeof found === "string" ? [] : found.places.map(({ parent }) => parent);
  return parents.flatMap((parent) => readdirSync(parent).filter((name) => name.startsWith("guild-hall-")));
};
const mine = () => groupsHere().filter((name) => name.startsWith(`guild-hall-${process.pid}-`));

describe.skipIf(isWithout)("a control group", () => {
  test("ends what takes too much memory, and says so; this process stays outside", async () => {
    const before = readHere().cgroup;
    const group = open({ memoryBytes: 48 * mb });
    const child = group.within(() => start("x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo survived"));
    expect(readHere().cgroup).toBe(before);
    child.stderr.resume();
    let said = "";
    child.stdout.on("data", (text: Buffer) => (said += text.toString()));
    await exitOf(child);
    expect({ said, refused: group.memory().refused }).toEqual({ said: "", refused: true });
    await group.close();
    expect(mine()).toEqual([]);
  });

  test("has no word about memory that was there", async () => {
    const group = open({ memoryBytes: 512 * mb });
    const child = group.within(() => start("x=$(head -c 20000000 /dev/zero | tr '\\0' x); echo survived"));
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    expect(await exitOf(child)).toMatchObject({ code: 0 });
    expect(group.memory().refused).toBe(false);
    await group.close();
  });

  test("stops a fork bomb at its number", async () => {
    const group = open({ processes: 24 });
    const child = group.within(() => start("for i in {1..60}; do sleep 9 & done; jobs -p | wc -l"));
    child.stdout.resume();
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    await until("the fork to be refused", () => said.includes("Resource temporarily unavailable"));
    await group.close(); // and ends everybody in it
    await exitOf(child);
    expect(mine()).toEqual([]);
  });

  test("is left alone when another of the same process is closed", async () => {
    const [one, other] = [open({ processes: 24 }), open({ processes: 24 })];
    const child = one.within(() => start("read -r line; echo survived"));
    child.stderr.resume();
    let said = "";
    child.stdout.on("data", (text: Buffer) => (said += text.toString()));
    await other.close();
    child.stdin.end("go on\n");
    expect(await exitOf(child)).toMatchObject({ code: 0 });
    expect(said).toBe("survived\n");
    await one.close();
    expect(mine()).toEqual([]);
  });

  test("that a killed process left behind goes with the next one that is made, and whoever is in it", async () => {
    const maker = `import { openCgroup, readHere } from ${JSON.stringify(join(import.meta.dir, "../../src/host/processes/cgroups.ts"))};
      import { spawn } from "node:child_process";
      const group = openCgroup({ memoryBytes: null, processes: 99, here: readHere() });
      const child = group.within(() => spawn("sleep", ["300"], { detached: true, stdio: "ignore" }));
      console.log(child.pid); process.kill(process.pid, "SIGKILL");`;
    const order = { file: process.execPath, args: ["-e", maker], cwd: "/", env: { PATH: "/usr/bin:/bin" } };
    const made = await runBriefly(order, { clock: systemClock, limitMs: 20_000 });
    const left = Number(made.stdout);
    await until("it to run", () => readFileSync(`/proc/${left}/cmdline`, "utf8").includes("sleep"));
    await open({ processes: 99 }).close();
    await until("it to end", () => !existsSync(`/proc/${left}`) || isDead(left));
    await open({ processes: 99 }).close(); // the first time it still had a member
    expect(groupsHere().filter((name) => !isOfTheLiving(name))).toEqual([]);
  }, 30_000);
});

const isDead = (pid: number) => / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
const isOfTheLiving = (name: string) => existsSync(`/proc/${name.split("-")[2]}`);

/** A machine with v2, as files: a plain directory takes what is written, and bounds nobody. */
function layUnified(groups: Record<string, { control?: string; max?: string }>, home: string) {
  const top = tempDir();
  for (const [path, { control, max }] of Object.entries(groups)) {
    mkdirSync(join(top, path), { recursive: true });
    writeFileSync(join(top, path, "cgroup.procs"), "");
    if (control !== undefined) writeFileSync(join(top, path, "cgroup.subtree_control"), `${control}\n`);
    if (max !== undefined) writeFileSync(join(top, path, "memory.max"), `${max}\n`);
  }
  const here = {
    cgroup: `0::${home}\n`,
    mountinfo: `30 23 0:26 / ${top} rw - cgroup2 cgroup2 rw,nsdelegate\n`,
  };
  return { top, here };
}

describe("where the machine has control groups of v2", () => {
  const both = "cpu memory pids";
  const cases: [string, Parameters<typeof layUnified>[0], string, string | undefined][] = [
    [
      "beside the group it is in",
      { "": { control: both }, s: { control: both }, "s/me": { max: "max" } },
      "/s/me",
      "s",
    ],
    ["at the root, for a process that is there", { "": { control: both } }, "/", ""],
    [
      "not where memory is not handed down",
      { "": { control: "pids" }, me: { max: "max" } },
      "/me",
      undefined,
    ],
    [
      "not past a group whose memory is bounded",
      { "": { control: both }, s: { max: "1000000" }, "s/me": { max: "max" } },
      "/s/me",
      undefined,
    ],
  ];
  test.each(cases)("ours stands %s", (_, groups, home, parent) => {
    const { top, here } = layUnified(groups, home);
    const found = findPlaces(here);
    if (parent === undefined) expect(found).toBe("no control group was delegated to this user");
    else
      expect(found).toMatchObject({
        places: [{ parent: join(top, parent), home: join(top, home).replace(/\/$/, "") }],
      });
  });

  test("it is given the limits, and processes are moved in and out", () => {
    const { top, here } = layUnified({ "": { control: both }, me: { max: "max" } }, "/me");
    const group = openCgroup({ memoryBytes: 64 * mb, processes: 32, here });
    if (typeof group === "string") throw new Error(group);
    const [name = ""] = readdirSync(top).filter((entry) => entry.startsWith("guild-hall-"));
    const read = (file: string) => readFileSync(join(top, name, file), "utf8");
    expect([read("memory.max"), read("pids.max")]).toEqual([String(64 * mb), "32"]);
    expect(read("cgroup.procs")).toBe(String(process.pid));
    expect(readFileSync(join(top, "me/cgroup.procs"), "utf8")).toBe(String(process.pid));
    writeFileSync(join(top, name, "memory.events"), "low 0\nmax 3\noom 1\noom_kill 1\noom_group_kill 0\n");
    expect(group.memory().refused).toBe(true);
  });

  test("one that may not be written to is left alone, with a reason", () => {
    const { here } = layUnified({ "": { control: both } }, "/gone");
    expect(openCgroup({ memoryBytes: 1, processes: 1, here })).toContain("cannot be used here");
  });

  test("a machine without any says so", () => {
    expect(findPlaces({ cgroup: "", mountinfo: "" })).toBe("this machine has no control groups");
  });
});

test("groups that the kernel names and nobody can see are a sentence, not a failure of the work", () => {
  const missing = (name: string, number: number) =>
    `${number} 1 0:${number} / /nonexistent/${name} rw - cgroup cgroup rw,${name}`;
  const here = {
    cgroup: "4:memory:/some\n3:pids:/some\n",
    mountinfo: `${missing("memory", 30)}\n${missing("pids", 31)}\n`,
  };
  expect(openCgroup({ memoryBytes: 512 * mb, processes: 64, here })).toContain("cannot be used here");
});

describe.skipIf(isWithout)("a group of one's own", () => {
  const own = new URL("../../src/host/processes/cgroups.ts", import.meta.url).pathname;
  const children = new URL("../../src/host/processes/children.ts", import.meta.url).pathname;
  /** In a process of its own: what goes into a group of its own is the whole process. */
  const run = (limitMb: number, what: string, before = "") =>
    runBriefly(
      {
        file: process.execPath,
        args: [
          "-e",
          `import { enterCgroup, openCgroup, outsideOwnGroup, readHere } from ${JSON.stringify(own)};
         import { exitOf, spawnPiped } from ${JSON.stringify(children)};
         const mb = 1024 * 1024;
         ${before}
         const group = enterCgroup({ memoryBytes: ${limitMb} * mb, processes: null, here: readHere() });
         if (typeof group === "string") throw new Error(group);
         ${what}
         group.leave();
         console.log("survived", process.pid);`,
        ],
        cwd: "/",
        env: { PATH: "/usr/bin:/bin" },
      },
      { clock: systemClock, limitMs: 20_000 },
    );
  const greedy = "const held = []; for (let n = 0; n < 30; n++) held.push(new Uint8Array(10 * mb).fill(1));";

  test("ends a process that takes too much, and lets one be that does not", async () => {
    expect(await run(100, greedy)).toMatchObject({ signal: "SIGKILL", stdout: "" });
    const [, pid = ""] = /survived (\d+)/.exec((await run(1000, greedy)).stdout) ?? [];
    expect(pid).not.toBe("");
    expect(groupsHere().filter((name) => name.startsWith(`guild-hall-${pid}-`))).toEqual([]);
  }, 30_000);

  test("does not hold what is started outside it, and holds the process itself again", async () => {
    const outside = `
      const before = readHere().cgroup;
      const child = outsideOwnGroup(() => spawnPiped({ file: "/bin/cat", args: ["/proc/self/cgroup"], cwd: "/", env: {} }));
      let said = "";
      child.stdout.on("data", (text) => (said += text));
      await exitOf(child);
      if (said.trim() !== before.trim()) throw new Error("It is inside: " + said);
      ${greedy}`;
    expect(await run(1000, outside)).toMatchObject({ stdout: expect.stringContaining("survived") });
    expect(await run(100, outside)).toMatchObject({ signal: "SIGKILL" });
  }, 30_000);

  test("holds a process that has since started another in a group that it made before", async () => {
    const before = `
      const early = openCgroup({ memoryBytes: 400 * mb, processes: null, here: readHere() });
      if (typeof early === "string") throw new Error(early);`;
    const started = `
      const child = early.within(() => spawnPiped({ file: "/bin/true", args: [], cwd: "/", env: {} }));
      for (const stream of [child.stdout, child.stderr]) stream.resume();
      await exitOf(child);
      await early.close();`;
    expect(await run(100, `${started}\n${greedy}`, before)).toMatchObject({ signal: "SIGKILL", stdout: "" });
    expect((await run(1000, `${started}\n${greedy}`, before)).stdout).toContain("survived");
  }, 30_000);

  test("leaves what it starts in groups beside it their own bounds", async () => {
    const beside = `
      const other = openCgroup({ memoryBytes: 400 * mb, processes: null, here: readHere() });
      if (typeof other === "string") throw new Error(other);
      const child = other.within(() => spawnPiped({ file: "/bin/bash", args: ["-c", "x=$(head -c 60000000 /dev/zero | tr '\\\\0' x); echo \${#x}"], cwd: "/", env: { PATH: "/usr/bin:/bin" } }));
      child.stdout.on("data", (text) => console.log("child", text.toString()));
      child.stderr.resume();
      await exitOf(child);
      await other.close();`;
    const { stdout } = await run(100, beside);
    expect(stdout).toContain("child 60000000");
    expect(stdout).toContain("survived");
  }, 30_000);
});
