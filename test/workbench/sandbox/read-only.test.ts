// Which directories a person may add to what workers read, and how a worker finds what is in them.
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { childEnvironment } from "../../../src/workbench/sandbox/environment.ts";
import { binariesOf, type ReadOnlyMount, readOnlyMounts } from "../../../src/workbench/sandbox/read-only.ts";
import { clearGround, layGround, runInside } from "./inside.ts";
import { isWithoutSandbox } from "./usable.ts";

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true });
});

/** A person's home with a toolchain, a key and the hall in it. */
function layHome() {
  const person = mkdtempSync("/var/tmp/guild-hall-person-"); // what is in /tmp is not shown in any case
  homes.push(person);
  for (const name of ["tools/bin", "hall/commissions", ".ssh", ".bun/bin"])
    mkdirSync(join(person, name), { recursive: true });
  writeFileSync(join(person, "tools/bin/greet"), "#!/bin/sh\necho hello\n");
  chmodSync(join(person, "tools/bin/greet"), 0o755);
  symlinkSync("/etc", join(person, "etc"));
  symlinkSync(join(person, "tools"), join(person, "tools-now"));
  return { person, own: { personHome: person, hallHome: join(person, "hall") } };
}

const refused: [string, (person: string) => string][] = [
  ["the root", () => "/"],
  ["the machine's settings", () => "/etc/ssl"],
  ["processes", () => "/proc"],
  ["devices", () => "/dev/shm"],
  ["the kernel", () => "/sys/fs"],
  ["services' sockets", () => "/run"],
  ["everybody's homes", () => "/home"],
  ["root's home", () => "/root"],
  ["temporary files", () => "/tmp/"],
  ["the sandbox's own places", () => "/gh/work"],
  ["the person's home", (person) => person],
  ["what the home is in", (person) => join(person, "..")],
  ["the hall's home", (person) => join(person, "hall")],
  ["a part of the hall's home", (person) => join(person, "hall/commissions")],
  ["keys", (person) => join(person, ".ssh")],
  ["a link to what is refused", (person) => join(person, "etc")],
  ["a way around by dots", (person) => join(person, "tools") + "/../.ssh"],
  ["a file", (person) => join(person, "tools/bin/greet")],
  ["what is not there", (person) => join(person, "nowhere")],
];

describe("of what a person adds", () => {
  test.each(refused)("%s is refused, with a sentence that names it", (_, pathIn) => {
    const { person, own } = layHome();
    const path = pathIn(person);
    expect(readOnlyMounts([path], own)).toStartWith(`sandbox.readOnly: ${path} is `);
  });

  test.each<[string, string]>([
    ["the person's home", "data/me"],
    ["what the person's home is in", "data"],
    ["the hall's home", "disk/hall"],
    ["what the hall's home is in", "disk"],
    ["a part of the hall's home", "disk/hall/commissions"],
  ])("%s is refused by its real path too, where the homes are links", (_, path) => {
    const { person } = layHome();
    for (const name of ["data/me", "disk/hall/commissions", "disk/tools"])
      mkdirSync(join(person, name), { recursive: true });
    symlinkSync(join(person, "data/me"), join(person, "me"));
    symlinkSync(join(person, "disk/hall"), join(person, "me/hall"));
    const own = { personHome: join(person, "me"), hallHome: join(person, "me/hall") };
    const named = join(person, path);
    expect(readOnlyMounts([named], own)).toStartWith(`sandbox.readOnly: ${named} is refused: `);
    expect(readOnlyMounts([join(person, "disk/tools")], own)).toBeArray();
  });

  test("toolchains are taken, where they were named, with their programs", () => {
    const { person, own } = layHome();
    const paths = ["tools-now/", ".bun/bin"].map((name) => join(person, name));
    const mounts = readOnlyMounts(paths, own) as ReadOnlyMount[];
    expect(mounts).toEqual([
      { from: join(person, "tools"), to: join(person, "tools-now") },
      { from: join(person, ".bun/bin"), to: join(person, ".bun/bin") },
    ]);
    expect(binariesOf(mounts)).toEqual([join(person, "tools-now/bin"), join(person, ".bun/bin")]);
  });

  test.skipIf(isWithoutSandbox)("a worker runs the programs, and cannot change them", async () => {
    const { person, own } = layHome();
    const readOnly = readOnlyMounts([join(person, "tools")], own) as ReadOnlyMount[];
    const ground = layGround({ readOnly });
    const { inside, level } = ground.containment;
    const { PATH } = childEnvironment({
      inside,
      gatewayEnv: {},
      path: "",
      level,
      binaries: binariesOf(readOnly),
    });
    const script = `PATH=${PATH}; greet; ls ${person}; touch ${person}/tools/bin/x ${person}/x`;
    const run = await runInside(ground, { script });
    clearGround(ground);
    expect(run.stdout).toBe("hello\ntools\n");
    expect(run.stderr.match(/Read-only file system/g)).toHaveLength(2);
  });
});
