// One package on a disk that fails, or with a file that may not be read: the kernel says so, by way of a tracer.
import { expect, test } from "bun:test";
import { findExecutable, runBriefly } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { installed, plainEnvironment } from "../../../src/host/program.ts";
import { ground, layFiles, workerFiles } from "../packages/support.ts";

const strace = findExecutable("strace", process.env["PATH"] ?? "");
const calls = "open,openat,stat,lstat,newfstatat,statx,readlink";

/** What a hall would list while calls on this path fail so. */
async function listWhile(home: string, { path, fails }: { path: string; fails: string }) {
  const program = `
    import { homeLayout } from ${JSON.stringify(installed("src/contract/home/home-layout.ts"))};
    import { systemDisk as disk } from ${JSON.stringify(installed("src/host/files/disk.ts"))};
    import { withChanges } from ${JSON.stringify(installed("src/guild/roster/changes.ts"))};
    import { openRoster } from ${JSON.stringify(installed("src/guild/roster/fresh.ts"))};
    const home = homeLayout(${JSON.stringify(home)});
    const places = [{ directory: home.packages, source: "added" }];
    const failed = (error: unknown) => {
      throw error;
    };
    const roster = await openRoster({ clock: { monotonic: () => 0 }, places, failed, changed: () => undefined });
    const { workers, problems } = await withChanges({ disk, home }, roster.latest());
    const listed = workers.map(({ metadata, problems }) => [metadata.identity.name, ...problems]);
    process.stdout.write(JSON.stringify({ listed, problems }));`;
  const fault = ["-P", path, "-e", `inject=${calls}:error=${fails}`];
  const args = ["-f", "-qq", "-o", "/dev/null", ...fault, process.execPath, "-e", program];
  const env = plainEnvironment();
  const run = await runBriefly(
    { file: strace ?? "", args, cwd: home, env },
    { clock: systemClock, limitMs: 25_000 },
  );
  expect(run.stderr).toBe("");
  return JSON.parse(run.stdout) as { listed: string[][]; problems: string[] };
}

test.skipIf(strace === undefined)(
  "a package that cannot be read is named, and hurts no other (needs strace)",
  async () => {
    const { place, home, ask } = ground();
    for (const name of ["one", "two", "three"]) {
      layFiles(`${place}/${name}`, workerFiles(name));
      expect(await ask("add", name)).toMatchObject({ code: 0 });
    }
    const two = `${home}/packages/two`;
    expect(await listWhile(home, { path: `${two}/package.json`, fails: "EIO" })).toEqual({
      listed: [["one"], ["three"]],
      problems: [`${two}: package.json: it cannot be read (EIO); expected one with a "guildHall" key`],
    });
    expect(await listWhile(home, { path: `${two}/index.ts`, fails: "ESTALE" })).toEqual({
      listed: [["one"], ["three"]],
      problems: [`${two}: main: ./index.ts: it cannot be read (ESTALE); expected a file inside the package`],
    });
  },
  60_000,
);

test.skipIf(strace === undefined)(
  "an added package with a file that may not be read counts as changed, and hurts no other (needs strace)",
  async () => {
    const { place, home, ask } = ground();
    for (const name of ["one", "two"]) {
      layFiles(`${place}/${name}`, { ...workerFiles(name), "lib/more.ts": "1" });
      await ask("add", name);
    }
    const changed = expect.stringContaining('The files of "two" have changed since it was added');
    for (const path of ["lib", "lib/more.ts"])
      expect(await listWhile(home, { path: `${home}/packages/two/${path}`, fails: "EACCES" })).toEqual({
        listed: [["one"], ["two", changed]],
        problems: [],
      });
  },
  60_000,
);
