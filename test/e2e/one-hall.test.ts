// One hall per home, whoever starts it and however often; and homes that are out of the ordinary.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeVersion } from "../../src/contract/home/home-layout.ts";
import { readProcess, snapshotOf } from "../harness/find-text.ts";
import { LaunchedHome, type UpLine } from "../harness/launched-home.ts";
import { quick } from "../harness/rehearsals.ts";
import { isLongRun, longTest } from "../harness/long.ts";

const atOnce = isLongRun ? 20 : 6;

let home: LaunchedHome | undefined;
afterEach(async () => {
  await home?.dispose();
  home = undefined;
});

function newHome(name?: string): LaunchedHome {
  home = new LaunchedHome({}, name);
  return home;
}

describe("one hall per home", () => {
  test(`${atOnce} that start it at once all name the same one, and \`down\` ends it`, async () => {
    const home = newHome();
    const runs = await Promise.all(Array.from({ length: atOnce }, () => home.run("up", "--json")));
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      runs.map(() => ({ code: 0, stderr: "" })),
    );
    const lines = runs.map(({ stdout }) => JSON.parse(stdout) as UpLine);
    const [first] = lines;
    expect(lines).toEqual(lines.map(() => first as UpLine));
    expect(home.halls().map(({ pid }) => pid)).toEqual([first?.pid ?? 0]);
    expect((await home.client(first?.url ?? "").status()).pid).toBe(first?.pid ?? 0);
    expect((await home.run("down")).code).toBe(0);
    expect(readProcess(first?.pid ?? 0)).toBeUndefined();
    expect(home.halls()).toEqual([]);
  }, 60_000);

  test("a hall that was killed is no obstacle to the next", async () => {
    const home = newHome();
    const { pid } = await home.up();
    process.kill(pid, "SIGKILL");
    const next = await home.up();
    expect(next.pid).not.toBe(pid);
    expect(home.halls().map((hall) => hall.pid)).toEqual([next.pid]);
  }, 60_000);
});

describe("a home", () => {
  test("of a newer format is refused, and nothing is written to it", async () => {
    const home = newHome();
    mkdirSync(home.root);
    writeFileSync(join(home.root, "version"), `${homeVersion + 1}\n`);
    const before = snapshotOf(home.root);
    for (const command of [["up", "--json"], ["status"], ["list"], ["down"], ["doctor"], ["logs"]])
      await home.run(...command);
    const { code, stderr } = await home.run("up");
    expect(code).toBe(1);
    expect(stderr).toContain(`format ${homeVersion + 1}`);
    expect(home.halls()).toEqual([]);
    expect(snapshotOf(home.root)).toEqual(before);
    // The control: with its own format the same home is opened.
    writeFileSync(join(home.root, "version"), `${homeVersion}\n`);
    expect((await home.up()).home).toBe(home.root);
  }, 60_000);

  longTest(
    "on a path too long for a unix socket is a home like any other",
    async () => {
      const home = newHome(join("a".repeat(80), "b".repeat(80), "home"));
      await home.up();
      const script = join(home.place, "script.yaml");
      writeFileSync(script, quick);
      const run = await home.run("commission", "researcher", "Find out.", "--rehearsal", script, "--wait");
      expect({ code: run.code, stdout: run.stdout }).toEqual({
        code: 0,
        stdout: expect.stringContaining("completed"),
      });
      expect((await home.run("down")).code).toBe(0);
    },
    60_000,
  );
});
