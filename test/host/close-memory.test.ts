// What a crash leaves of a process that holds a secret, and who may look into it while it runs.
import { afterEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { findExecutable } from "../../src/host/processes/children.ts";
import { TestHome } from "../harness/hall.ts";
import { tempDir } from "../harness/temp.ts";

const fixture = `${import.meta.dir}/fixtures/holds-secret.ts`;
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

interface Choice {
  cwd?: string;
  /** What stands before the program. */
  under?: readonly string[];
}

async function start(how: "closed" | "open", { cwd = tempDir(), under = [] }: Choice = {}) {
  const command = [...under, process.execPath, fixture, how].map((word) => `'${word}'`).join(" ");
  const child = spawn("bash", ["-c", `ulimit -c unlimited; exec ${command}`], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { child, cwd };
}

/** Whether a core would lie beside the process that crashed, as the kernel is set up. */
function leavesCoreBeside(): boolean {
  if (process.platform !== "linux") return false;
  const pattern = readFileSync("/proc/sys/kernel/core_pattern", "utf8").trim();
  const mayBe = spawnSync("bash", ["-c", "ulimit -c unlimited"]).status === 0;
  return mayBe && !/[|/]/.test(pattern);
}

async function coreOf(how: "closed" | "open"): Promise<string[]> {
  const { child, cwd } = await start(how);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGABRT");
  await gone;
  const left = readdirSync(cwd);
  for (const name of left) rmSync(`${cwd}/${name}`); // it is large
  return left;
}

test.skipIf(!leavesCoreBeside())(
  "a process that has closed its memory leaves no core when it crashes",
  async () => {
    expect(await coreOf("closed")).toEqual([]);
    expect(await coreOf("open")).toHaveLength(1); // the control
  },
  60_000,
);

const setpriv = findExecutable("setpriv", "/usr/bin:/bin:/usr/sbin:/sbin");
const isRoot = process.getuid?.() === 0;
const other = [setpriv ?? "", "--reuid=65534", "--clear-groups", "--"];

describe.skipIf(process.platform !== "linux" || !isRoot || setpriv === undefined)(
  "another process of the same user",
  () => {
    /** What it may read of a process, both of them without any right of root's. */
    async function readable(how: "closed" | "open"): Promise<boolean> {
      const cwd = tempDir();
      chmodSync(cwd, 0o777);
      const { child } = await start(how, { cwd, under: other });
      const [file, ...args] = [...other, "cat", `/proc/${child.pid}/environ`];
      return spawnSync(file, args, { stdio: "ignore" }).status === 0;
    }

    test("cannot look into one that has closed its memory", async () => {
      expect(await readable("closed")).toBe(false);
      expect(await readable("open")).toBe(true); // the control
    }, 60_000);
  },
);

test.skipIf(process.platform !== "linux")(
  "the hall closes its memory before it is ready",
  async () => {
    const home = new TestHome();
    try {
      const { pid } = await home.open();
      expect(readFileSync(`/proc/${pid}/limits`, "utf8")).toMatch(/^Max core file size\s+0\s+0\s/m);
    } finally {
      await home.dispose();
    }
  },
  60_000,
);
