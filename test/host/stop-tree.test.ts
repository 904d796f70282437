// Processes that rename a directory all the time, so that a walk does not find it: held still, they cannot.
import { afterEach, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { findExecutable } from "../../src/host/processes/children.ts";
import { diskMeter } from "../../src/host/files/disk-use.ts";
import { whileStopped } from "../../src/host/processes/stop-tree.ts";
import { until } from "../harness/hall.ts";
import { tempDir } from "../harness/temp.ts";

const mb = 1024 * 1024;
const perl = findExecutable("perl", "/usr/bin:/bin:/usr/sbin:/sbin");
const children: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) process.kill(-pid, "SIGKILL");
});

/** Two processes, one of them a child that wakes the other; beside the directory lie files that make a walk longer. */
const script = `for (1..2000) { open(my $f, ">", "w$_") } mkdir "a"; open(my $f, ">", "a/f");
  syswrite($f, "x" x ${mb}) for 1..8; unless (fork) { while (1) { kill 18, getppid; select(undef, undef, undef, 0.001) } }
  my $n = "a"; for (my $i = 0; ; $i++) { rename $n, "r$i"; $n = "r$i" }`;

const isRenaming = (place: string) => readdirSync(place).some((name) => name.startsWith("r"));

test.skipIf(process.platform !== "linux" || perl === undefined)(
  "a directory that is renamed all the time is found while its processes are stopped, and they go on afterwards",
  async () => {
    const place = tempDir();
    const child = spawn(perl ?? "", ["-e", script], { cwd: place, stdio: "ignore", detached: true });
    children.push(child);
    const pid = child.pid ?? 0;
    await until("it renames", () => isRenaming(place));
    const look = async () => (await diskMeter.used(place, Infinity)).bytes >= 8 * mb;
    await until("a walk does not find it", async () => !(await look())); // the control
    for (let n = 0; n < 5; n += 1) expect(await whileStopped([pid], look)).toBe(true);
    const before = readdirSync(place).find((name) => name.startsWith("r"));
    await until("it goes on", () => !readdirSync(place).includes(before ?? ""));
  },
  30_000,
);
