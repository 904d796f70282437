// What the machine has to spare, read from files as the kernel writes them.
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createMachine, systemMachine } from "../../src/host/machine.ts";
import { tempDir } from "../harness/temp.ts";

const megabyte = 1024 * 1024;
const meminfo = "MemTotal:       24681472 kB\nMemFree:         1024 kB\nMemAvailable:    2048000 kB\n";

function machineWith(files: Record<string, string>) {
  const root = tempDir();
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return createMachine({ proc: `${root}/proc`, cgroups: `${root}/cgroup`, disk: root });
}

const bytes = (mb: number) => `${mb * megabyte}\n`;
const v1 = (group: string, [limit, used, cached]: [number, number, number]) => ({
  [`cgroup/memory${group}/memory.limit_in_bytes`]: bytes(limit),
  [`cgroup/memory${group}/memory.usage_in_bytes`]: bytes(used),
  [`cgroup/memory${group}/memory.stat`]: `inactive_file 1\ntotal_inactive_file ${cached * megabyte}\n`,
});
const v2 = (group: string, [limit, used, cached]: [string, number, number]) => ({
  [`cgroup${group}/memory.max`]: limit,
  [`cgroup${group}/memory.current`]: bytes(used),
  [`cgroup${group}/memory.stat`]: `anon 5\ninactive_file ${cached * megabyte}\n`,
});
const whole = { "proc/meminfo": meminfo };
const inV1 = { ...whole, "proc/self/cgroup": "9:name=systemd:/\n4:cpu,memory:/a/b\n0::/\n" };
const inV2 = { ...whole, "proc/self/cgroup": "0::/a/b\n" };

describe("available memory", () => {
  test.each<[string, Record<string, string>, number | undefined]>([
    ["what the kernel says is available", whole, 2000],
    ["unknown where there is no such file", {}, undefined],
    ["unknown where it is not told", { "proc/meminfo": "MemTotal: 5 kB\n" }, undefined],
    [
      "what a version 1 group has left, with its idle cache",
      { ...inV1, ...v1("/a/b", [1000, 700, 100]) },
      400,
    ],
    [
      "what a group above ours has left",
      { ...inV1, ...v1("/a/b", [1000, 100, 0]), ...v1("/a", [900, 850, 0]) },
      50,
    ],
    ["what a version 2 group has left", { ...inV2, ...v2("/a/b", [bytes(1000), 900, 50]) }, 150],
    ["the machine's, where a group has no limit", { ...inV2, ...v2("/a/b", ["max\n", 900, 50]) }, 2000],
    ["the machine's, where a limit is beyond it", { ...inV1, ...v1("/a/b", [9e9, 1, 0]) }, 2000],
    [
      "our container's own root, where the path is the outside one",
      { ...inV1, ...v1("", [800, 300, 0]) },
      500,
    ],
    ["nothing, where a group is over its limit", { ...inV2, ...v2("", [bytes(100), 120, 0]) }, 0],
  ])("is %s", (_name, files, mb) => {
    expect(machineWith(files).availableMemoryMb()).toBe(mb as number);
  });
});

test("free disk is that of the directory's disk, and unknown for one that is not there", async () => {
  expect(await systemMachine(tempDir()).freeDiskMb()).toBeGreaterThan(0);
  expect(await systemMachine(`${tempDir()}/nowhere`).freeDiskMb()).toBeUndefined();
});
