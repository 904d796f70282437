// Starting, finding and stopping a hall, and what is said when that goes wrong. No commission is handed over here.
import { afterEach, expect, test } from "bun:test";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import type { Cli } from "../../../src/cli/cli.ts";
import { awayText } from "../../../src/cli/live/follow-hall.ts";
import { emptyHandoff, type Handoff } from "../../../src/contract/home/handoff.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { spawnWithHandoff, type HandoffChild } from "../../../src/host/processes/handoff.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { runtimeFile } from "../../../src/host/runtime.ts";
import { until } from "../../harness/hall.ts";
import { created, paused } from "../../harness/ledger/histories.ts";
import { lay } from "../../harness/ledger/laid-work.ts";
import { tempDir } from "../../harness/temp.ts";
import { hostile, runHere, startHere, steers, type HereChoice } from "../support.ts";

const children: HandoffChild[] = [];
const servers: Server[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  for (const server of servers.splice(0)) server.close();
});

/** Keeps what is started, so that nothing outlives its test. */
const spawn: Cli["spawn"] = async (options) => {
  const child = await spawnWithHandoff(options);
  children.push(child);
  return child;
};

/** A minute in half a second. */
const hurried = faster(120);
/** Where a real process has to end within it: a busy machine takes a moment for that. */
const brisk = faster(12);

function faster(times: number) {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() * times,
    after: (ms: number, run: () => void) => systemClock.after(ms / times, run),
  };
}

function at(home: string, machine: Partial<Cli> = {}, env: Record<string, string> = {}): HereChoice {
  return { home, env: { GUILD_HALL_PORT: "0", ...env }, machine: { spawn, ...machine } };
}

/** A program in place of the hall's. */
function inPlaceOfTheHall(text: string): Partial<Cli> {
  const root = tempDir();
  mkdirSync(`${root}/src/hall`, { recursive: true });
  writeFileSync(`${root}/src/hall/main.ts`, text);
  return { installed: (path) => `${root}/${path}` };
}

async function portTaken(): Promise<number> {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as { port: number }).port;
}

test("up makes a home that is nobody else's, starts its hall, finds it the next time, and down ends it", async () => {
  const home = `${tempDir()}/new/home`;
  const up = await runHere(["up", "--json"], at(home));
  expect({ code: up.code, err: up.err }).toEqual({ code: 0, err: "" });
  const record = JSON.parse(up.out) as { url: string; pid: number; home: string; tokenFile: string };
  expect(record).toEqual({ url: record.url, pid: record.pid, home, tokenFile: homeLayout(home).token });
  expect(statSync(home).mode & 0o777).toBe(0o700);
  expect(statSync(record.tokenFile).mode & 0o777).toBe(0o600);
  expect((await runHere(["up"], at(home))).out).toBe(
    `The hall is up at ${record.url} (process ${record.pid}, home ${home}).\n"guild-hall open" opens its page.\n`,
  );
  const credential = { kind: "api_key", secret: "canary-credential" } as const;
  const late = await runHere(["up", "--json"], at(home, { handoff: { ...emptyHandoff, credential } }));
  expect({ code: late.code, out: late.out }).toEqual({ code: 0, out: up.out });
  expect(late.err).toStartWith("The hall was already up, without credentials: ");
  expect(late.err).toContain('"guild-hall down" and then "guild-hall up"');
  expect((await runHere(["list"], at(home))).out).toBe("No commissions.\n");
  expect((await runHere(["status"], at(home))).out).toContain("work     no commissions yet\n");
  expect((await runHere(["logs"], at(home))).out).toContain(`info  the hall is open url=${record.url}`);
  const down = await runHere(["down"], at(home));
  expect(down).toEqual({ code: 0, out: "The hall has stopped.\nNo commission was at work.\n", err: "" });
  expect(systemProcesses.identify(record.pid)).toBeUndefined();
});

test("a credential handed to us is handed on to the hall, and the hall says that it has one", async () => {
  const home = tempDir();
  const secret = "canary-credential";
  const file = `${tempDir()}/handoff.json`;
  const credential = { kind: "api_key", secret };
  writeFileSync(file, JSON.stringify({ ...emptyHandoff, credential }));
  const descriptor = openSync(file, "r");
  const up = await runHere(["up"], at(home, {}, { GUILD_HALL_HANDOFF_FD: String(descriptor) }));
  expect(up.code).toBe(0);
  expect(isOpenAt(descriptor, file)).toBe(false); // it was read to its end and closed
  const status = await runHere(["status"], at(home));
  expect(status.out).toContain("model    available");
  const again = await runHere(["up"], at(home, { handoff: { ...emptyHandoff, credential } as Handoff }));
  expect(again).toEqual({ ...up, err: "" });
  expect((await runHere(["doctor"], at(home))).out).toMatch(/ok +hall .*; its model: /);
  expect(up.out + status.out + readFileSync(homeLayout(home).hallLog, "utf8")).not.toContain(secret);
  await runHere(["down"], at(home));
});

/** The number of a descriptor that was closed may stand for another file by now. */
function isOpenAt(descriptor: number, file: string): boolean {
  try {
    return fstatSync(descriptor).ino === statSync(file).ino;
  } catch {
    return false;
  }
}

test("up and needs say how many commissions wait for a key, and what to do", async () => {
  const home = tempDir();
  const { commissions } = homeLayout(home);
  mkdirSync(commissions);
  lay(homeLayout(home), created);
  lay(homeLayout(home), paused);
  const until = "2099-01-01T00:00:00.000Z";
  const itsOwn = paused.map((event) => (event.type === "commission.paused" ? { ...event, until } : event));
  lay(homeLayout(home), itsOwn, { rehearsal: "turns: []" });
  const said = /^problem: Two commissions wait for a key\. .*Set ANTHROPIC_API_KEY .*"guild-hall up"\.\n$/;
  const up = await runHere(["up", "--json"], at(home));
  expect(up.code).toBe(0);
  expect(up.err).toMatch(said);
  const needs = await runHere(["needs"], at(home));
  expect(needs.out).toStartWith("One thing needs you.\n\nTwo commissions wait for a key\n");
  expect(needs.out).toContain("ANTHROPIC_API_KEY");
  await runHere(["defer", "model:none"], at(home));
  const again = await runHere(["up"], at(home));
  expect(again.err).toMatch(said);
  await runHere(["down"], at(home));
});

test("in the foreground the hall stays with us, its log on our output, and ends at Ctrl-C", async () => {
  const home = tempDir();
  const log = `${tempDir()}/output`;
  const descriptor = openSync(log, "a");
  const streams: unknown[] = [];
  const toFile: Cli["spawn"] = (options) => {
    streams.push(options.stdout, options.stderr);
    return spawn({ ...options, stdout: descriptor, stderr: descriptor });
  };
  const running = startHere(["up", "--foreground"], at(home, { spawn: toFile }));
  await running.saying("The hall is up at");
  expect((await runHere(["status"], at(home))).code).toBe(0);
  expect(readFileSync(log, "utf8")).toContain("the hall is open");
  running.press();
  expect((await running.ended).code).toBe(0);
  closeSync(descriptor);
  expect(streams).toEqual(["inherit", "inherit"]);
  expect((await runHere(["status"], at(home))).code).toBe(3);
});

test("a port that is taken is named as the reason, with what to do; one that is no port is wrong usage", async () => {
  const port = String(await portTaken());
  const taken = await runHere(["up"], at(tempDir(), {}, { GUILD_HALL_PORT: port }));
  expect({ code: taken.code, out: taken.out }).toEqual({ code: 1, out: "" });
  expect(taken.err).toContain(`Port ${port} is taken by another program.`);
  expect(taken.err).toContain("Set GUILD_HALL_PORT to another port, or to 0 for any free one.");
  for (const wrong of ["http", "65536", "-1", "1e3"]) {
    const run = await runHere(["up"], at(tempDir(), {}, { GUILD_HALL_PORT: wrong }));
    expect({ code: run.code, out: run.out }).toEqual({ code: 2, out: "" });
    expect(run.err).toContain(`GUILD_HALL_PORT is "${wrong}"`);
  }
});

test("a home that a newer Guild Hall wrote is refused, and nothing is written to it", async () => {
  const home = tempDir();
  writeFileSync(homeLayout(home).version, "99\n");
  const run = await runHere(["up"], at(home));
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toContain("newer");
  expect(readdirSync(home)).toEqual(["version"]);
});

test("a hall that dies before it is ready is reported with its last words, filtered", async () => {
  const dies = inPlaceOfTheHall(`console.error(${JSON.stringify(`no luck ${hostile}`)}); process.exit(9);`);
  const run = await runHere(["up"], at(tempDir(), dies));
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toContain("The hall ended (code 9) before it was ready.");
  expect(run.err).toContain("no luck \\x1b]52");
  expect(run.err).not.toMatch(steers);
  expect(run.err).toContain('Run "guild-hall doctor" to see what is missing.');
});

test("where another hall holds the home and never answers, up gives up and says so", async () => {
  const busy = inPlaceOfTheHall(
    'import { writeSync } from "node:fs"; writeSync(4, JSON.stringify({ taken: true }) + "\\n");',
  );
  const run = await runHere(["up"], at(tempDir(), { ...busy, clock: hurried }));
  expect({ code: run.code, out: run.out }).toEqual({ code: 3, out: "" });
  expect(run.err).toContain("but does not answer");
});

test("Ctrl-C while a hall is starting ends that hall too", async () => {
  const slow = inPlaceOfTheHall("setInterval(() => {}, 60_000);");
  const running = startHere(["up"], at(tempDir(), slow));
  await until("it was started", () => children.length > 0);
  running.press();
  expect(await running.ended).toEqual({ code: 130, out: "", err: "" });
  expect(await children[0]?.exited).toEqual({ code: null, signal: "SIGTERM" });
  const early = startHere(["up"], at(tempDir(), slow));
  early.press();
  expect((await early.ended).code).toBe(130);
});

/** A home whose record names a living process and a port that takes requests and never answers. */
async function hungHall(): Promise<{ home: string; child: HandoffChild }> {
  const home = tempDir();
  const file = `${home}/hung.ts`;
  writeFileSync(file, "setInterval(() => {}, 60_000);");
  const child = await spawn({
    file: runtimeFile,
    args: [file],
    env: {},
    cwd: "/",
    detached: true,
    stdout: "ignore",
    stderr: "ignore",
    handoff: null,
  });
  const { token: tokenFile, hallRecord, run } = homeLayout(home);
  mkdirSync(run);
  writeFileSync(tokenFile, "token");
  const url = `http://127.0.0.1:${await portTaken()}`;
  const identity = systemProcesses.identify(child.pid);
  writeFileSync(hallRecord, JSON.stringify({ version: 1, url, ...identity, home, tokenFile, release: "0" }));
  return { home, child };
}

test("a command that waits for a hall that hangs can be left with Ctrl-C", async () => {
  const { home } = await hungHall();
  for (const args of [
    ["list"],
    ["show", "0197"],
    ["status", "--json"],
    ["workers"],
    ["cancel", "0197f3a2-7c1b-7abc-8def-0123456789ab"],
  ]) {
    const running = startHere(args, at(home));
    running.press();
    expect(await running.ended).toEqual({ code: 130, out: "", err: "" });
  }
});

test("a command gives up on a hall that hangs, and says that it runs", async () => {
  const { home, child } = await hungHall();
  const id = "0197f3a2-7c1b-7abc-8def-0123456789ab";
  for (const args of [
    ["list"],
    ["status"],
    ["config", "show"],
    ["cancel", id],
    ["delete", id],
    ["watch", id],
  ]) {
    const run = await runHere(args, at(home, { clock: hurried }));
    expect({ code: run.code, out: run.out }).toEqual({ code: 3, out: "" });
    expect(run.err).toContain(`The hall (process ${child.pid}) runs but does not answer.`);
    const isFollowing = args[0] === "watch";
    expect(run.err.includes(`and then: guild-hall watch ${id}\n`)).toBe(isFollowing);
    expect(run.err.startsWith(`${awayText}\n`)).toBe(isFollowing);
  }
});

test("down ends a hall that does not answer any more, and says what it could not learn", async () => {
  const { home, child } = await hungHall();
  const run = await runHere(["down"], at(home, { clock: brisk }));
  expect(run.code).toBe(0);
  expect(run.out).toBe(
    "The hall has stopped.\nThe hall did not say which commissions it had; those at work continue.\n",
  );
  expect((await child.exited).signal).toBe("SIGTERM");
});

test("down --stop of a hall that does not answer any more ends it, and says that its work goes on", async () => {
  const { home } = await hungHall();
  const run = await runHere(["down", "--stop"], at(home, { clock: brisk }));
  expect(run.out).toBe(
    "The hall has stopped.\nThe hall could not interrupt its work.\nThe hall did not say which commissions it had; those at work continue.\n",
  );
});

test("a hall that does not stop when asked is reported, not waited for for ever", async () => {
  const { home } = await hungHall();
  const deaf = { ...systemProcesses, signal: () => true };
  const run = await runHere(["down"], at(home, { clock: hurried, processes: deaf }));
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toContain("was asked to stop but still runs");
});

test("a record that is damaged, or whose token is gone, is no hall", async () => {
  const { home } = await hungHall();
  const { token, hallRecord } = homeLayout(home);
  const record = readFileSync(hallRecord, "utf8");
  for (const damaged of ["{", '{"version":2}', record.replace(token, `${token}.gone`)]) {
    writeFileSync(hallRecord, damaged);
    expect((await runHere(["status"], at(home))).code).toBe(3);
  }
});
