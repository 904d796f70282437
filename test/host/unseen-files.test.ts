// Files without a name that a process holds: however it does so, they are counted, or it is said that some are not.
import { afterEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { findExecutable } from "../../src/host/processes/children.ts";
import { diskMeter } from "../../src/host/files/disk-use.ts";
import { tempDir } from "../harness/temp.ts";

const mb = 1024 * 1024;
const places = "/usr/bin:/bin:/usr/sbin:/sbin";
const perl = findExecutable("perl", places);
const setpriv = findExecutable("setpriv", places);
const isArm = process.arch === "arm64";
const calls = { mmap: isArm ? 222 : 9, sendmsg: isArm ? 211 : 46, prctl: isArm ? 167 : 157 };

const children: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) process.kill(-pid, "SIGKILL");
});

/** 8 MB in a file that is open and has no name, then what the script does with it; it waits for its end. */
async function holder(script: string, under: readonly string[] = []) {
  const place = tempDir();
  chmodSync(place, 0o777);
  const whole = `use Socket; open(my $f, "+>", "hidden") or die; unlink("hidden");
    syswrite($f, "x" x ${mb}) for 1..8; ${script}; $| = 1; print "ready\n"; sleep 60;`;
  const [file, ...args] = [...under, perl ?? "", "-e", whole];
  const child = spawn(file, args, { cwd: place, stdio: ["ignore", "pipe", "inherit"], detached: true });
  children.push(child);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { place, pid: child.pid ?? 0 };
}

const map = `syscall(${calls.mmap}, 0, 4096, 1, 1, fileno($f), 0) > 0 or die; close($f)`;
const send = `socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) or die; my $data = "x";
  my $iov = pack("P Q", $data, 1); my $control = pack("Q l l l x4", 20, 1, 1, fileno($f));
  my $message = pack("Q L x4 P Q P Q l x4", 0, 0, $iov, 1, $control, length($control), 0);
  syscall(${calls.sendmsg}, fileno($a), $message, 0) == 1 or die; close($f)`;

describe.skipIf(process.platform !== "linux" || perl === undefined)("a file without a name", () => {
  test.each([
    ["that is open", ""],
    ["that is open in a child", "unless (fork) { sleep 60; exit } close($f)"],
    ["of which a page is mapped", map],
  ])("%s is counted", async (_how, script) => {
    const { place, pid } = await holder(script);
    const { bytes, files, complete } = await diskMeter.unseen([place], [pid]);
    expect([bytes, files]).toEqual(
      script === map && !complete ? [0, 0] : [expect.closeTo(8 * mb, -5), 1], // root alone sees what is mapped
    );
    expect((await diskMeter.used(place, Infinity)).bytes).toBeLessThan(mb); // the control
    expect(await diskMeter.unseen([place], [])).toEqual({ bytes: 0, files: 0, complete: true });
  });

  test("that waits in a socket is not overlooked", async () => {
    const { place, pid } = await holder(send);
    expect(await diskMeter.unseen([place], [pid])).toEqual({ bytes: 0, files: 0, complete: false });
  });

  test("that was closed is none", async () => {
    const { place, pid } = await holder("close($f)");
    expect(await diskMeter.unseen([place], [pid])).toEqual({ bytes: 0, files: 0, complete: true });
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot || setpriv === undefined)(
    "of a process that has closed itself to its user, or is mapped, is not overlooked by that user",
    async () => {
      const other = [setpriv ?? "", "--reuid=65534", "--clear-groups", "--"];
      const look = async (script: string) => {
        const { place, pid } = await holder(script, other);
        const source = `import { diskMeter } from ${JSON.stringify(`${import.meta.dir}/../../src/host/files/disk-use.ts`)};
          console.log(JSON.stringify(await diskMeter.unseen(["."], [${pid}])));`;
        const looked = Bun.spawnSync([...other, process.execPath, "-e", source], { cwd: place });
        return JSON.parse(looked.stdout.toString()) as unknown;
      };
      expect(await look(`syscall(${calls.prctl}, 4, 0, 0, 0, 0); 1`)).toMatchObject({ complete: false });
      expect(await look(map)).toMatchObject({ complete: false });
      expect(await look("")).toMatchObject({ files: 1, complete: true }); // the control
    },
    30_000,
  );
});
