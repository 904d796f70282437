// A hall and a workbench that crash, where cores are wanted: none is left, since both hold the credential in memory.
import { afterEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { packageName } from "../../src/contract/home/ids.ts";
import { findExecutable } from "../../src/host/processes/children.ts";
import { installed } from "../../src/host/program.ts";
import { TestHome, until } from "../harness/hall.ts";
import { hanging } from "../harness/rehearsals.ts";
import { tempDir } from "../harness/temp.ts";

const prlimit = findExecutable("prlimit", "/usr/bin:/bin:/usr/sbin:/sbin");
const isRoot = process.getuid?.() === 0;
/** Only where the kernel writes a core beside the process can it be seen whether it does. */
const isBeside =
  process.platform === "linux" && !/[|/]/.test(readFileSync("/proc/sys/kernel/core_pattern", "utf8"));

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

/** Root may raise the limit of any process again; then it crashes. Gives the cores it left. */
async function coresAfter(pid: number): Promise<string[]> {
  const place = readlinkSync(`/proc/${pid}/cwd`);
  spawnSync(prlimit ?? "", ["--pid", String(pid), "--core=unlimited:unlimited"]);
  process.kill(pid, "SIGABRT");
  await until("it is gone", () => !existsSync(`/proc/${pid}/cwd`) || isZombie(pid));
  return readdirSync(place).filter((name) => /^core(?:\.\d+)?$/.test(name));
}

function isZombie(pid: number): boolean {
  return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

test.skipIf(!isBeside || !isRoot || prlimit === undefined)(
  "neither the hall nor a workbench leaves a core, whatever their limits are set to",
  async () => {
    const home = new TestHome();
    homes.push(home);
    const hall = await home.open();
    const { id } = await hall.client.create({
      worker: packageName.parse("researcher"),
      task: "Wait.",
      rehearsal: hanging,
    });
    const { events } = home.layout(id);
    const started = () => /"type":"bench.started","pid":(\d+)/.exec(readFileSync(events, "utf8"))?.[1];
    await until("its workbench has begun", () => started() !== undefined);
    expect(await coresAfter(Number(started()))).toEqual([]);
    await hall.client.cancel(id, "seen");
    expect(await coresAfter(hall.pid)).toEqual([]);
    // The control: another process of the same runtime.
    const other = Bun.spawn([process.execPath, installed("test/host/fixtures/holds-secret.ts"), "open"], {
      cwd: tempDir(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    await other.stdout.getReader().read();
    expect(await coresAfter(other.pid)).toHaveLength(1);
  },
  90_000,
);
