// The local engine with real processes in place of workbenches.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { emptyHandoff } from "../../../src/contract/home/handoff.ts";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { type BenchPlaces, commissionBenches } from "../../../src/contract/home/bench-places.ts";
import { createLocalEngine } from "../../../src/hall/engine/local.ts";
import { spawnWithHandoff } from "../../../src/host/processes/handoff.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { listenForNudges, sendNudge } from "../../../src/host/network/nudge.ts";
import { openOutput, readTailOf } from "../../../src/host/processes/output-file.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { plainEnvironment } from "../../../src/host/program.ts";
import { findSocketPlace } from "../../../src/host/network/short-socket.ts";
import { withoutSecrets } from "../../../src/rules/upkeep/secrets.ts";
import { until } from "../../harness/hall.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { someHome } from "../../harness/ledger/some-ledger.ts";
import { tempDir } from "../../harness/temp.ts";

const locksFile = new URL("../../../src/host/processes/locks.ts", import.meta.url).pathname;

/** Takes its lock like a workbench, then waits; ignores a polite end when told so. */
const standIn = (lock: string) => `
  import { systemLocks } from ${JSON.stringify(locksFile)};
  process.on("SIGTERM", () => process.argv.includes("--deaf") || process.exit(0));
  systemLocks.tryLock(${JSON.stringify(lock)});
  console.log("at work", process.argv.slice(2).join(" "));
  setInterval(() => undefined, 1000);
`;

const atWork: (() => void)[] = [];
afterEach(() => {
  for (const end of atWork.splice(0)) end();
});

const secret = "sk-canary-of-the-engine";
const read = {
  openOutput,
  readOutput: (path: string) => readTailOf(path, 16_384).text,
  scrub: (text: string) => withoutSecrets(text, [secret]),
};

function setUp(program = standIn) {
  const home = someHome();
  const layout = commissionLayout(home, someId);
  mkdirSync(layout.directory);
  const main = `${tempDir()}/bench.ts`;
  writeFileSync(main, program(layout.benchLock));
  const deps = {
    home,
    places: commissionBenches,
    handoff: emptyHandoff,
    locks: systemLocks,
    processes: systemProcesses,
    claimSpare: async () => null,
    spawn: spawnWithHandoff,
    ...read,
    env: plainEnvironment(),
  };
  const engine = createLocalEngine({ ...deps, program: { runtime: process.execPath, main } });
  const another = createLocalEngine({ ...deps, program: { runtime: process.execPath, main } });
  const ref = { id: someId, bench: 1 };
  atWork.push(() => void engine.signal(ref, "kill", null));
  return { home, deps, layout, engine, another, ref };
}

test("a workbench is alive while it holds its lock, outlives its engine, and ends by process group", async () => {
  const { engine, another, layout, ref } = setUp();
  expect(engine.presence(ref)).toBe("unknown");
  await engine.start(ref);
  await until("it is alive", () => engine.presence(ref) === "alive");
  await until("it has said how it was started", () =>
    readFileSync(layout.output(1), "utf8").includes(`--commission ${someId} --bench 1`),
  );
  expect(await engine.withoutBench(someId, async () => "ran")).toBeNull();
  expect(another.presence(ref)).toBe("alive");
  expect(another.signal(ref, "kill", null)).toBe(false);
  expect(engine.presence({ ...ref, bench: 2 })).toBe("alive");
  expect(engine.signal(ref, "stop", null)).toBe(true);
  await engine.ended(ref);
  expect(engine.presence(ref)).toBe("gone");
  await until("the lock is free", () => another.presence(ref) === "unknown");
  expect(await engine.withoutBench(someId, async () => "ran")).toBe("ran");
});

test("a workbench is forgotten once it has ended, and one that was started after it is not", async () => {
  const { engine, ref } = setUp();
  await engine.start(ref);
  await until("it is alive", () => engine.presence(ref) === "alive");
  engine.forget(ref);
  expect(engine.signal(ref, "kill", null)).toBe(true); // it is known for as long as it lives
  await until("it is forgotten", () => engine.presence(ref) === "unknown");
  const next = { ...ref, bench: 2 };
  atWork.push(() => void engine.signal(next, "kill", null));
  await engine.start(next);
  engine.forget(ref);
  expect(engine.signal(next, "kill", null)).toBe(true);
  await engine.ended(next);
  expect(engine.presence(next)).toBe("gone");
});

test.each<[string, string, object]>([
  [
    "throws before it has begun",
    `throw new Error("no such toolbox ${secret}")`,
    { exit: { code: 1, signal: null }, said: expect.stringContaining("no such toolbox [secret]") },
  ],
  [
    "is killed",
    'process.stdout.write("half way\\n"); process.kill(process.pid, "SIGKILL")',
    { exit: { code: null, signal: "SIGKILL" }, said: "half way\n" },
  ],
  ["says nothing", "process.exit(3)", { exit: { code: 3, signal: null }, said: "" }],
])(
  "of a workbench that %s the exit and the last output are known, without secrets",
  async (_how, program, words) => {
    const { engine, another, ref } = setUp(() => program);
    await engine.start(ref);
    await engine.ended(ref);
    expect(engine.lastWords(ref)).toMatchObject({ ...words, file: "bench-1.out" });
    // Another hall did not see it end, and finds what it printed all the same.
    expect(another.lastWords(ref)).toEqual({ ...engine.lastWords(ref), exit: null });
  },
);

test("the workbench of another kind of run has its own directory, lock and option", async () => {
  const { home, deps } = setUp();
  const layoutOf: BenchPlaces<string>["layoutOf"] = ({ root }, id) => {
    const directory = `${root}/sittings/${id}`;
    return {
      ...commissionLayout(home, someId),
      directory,
      benchLock: `${directory}/lock`,
      output: () => `${directory}/out`,
    };
  };
  const { directory, benchLock, output } = layoutOf(home, "first");
  mkdirSync(directory, { recursive: true });
  const main = `${tempDir()}/sitting.ts`;
  writeFileSync(main, standIn(benchLock));
  const places = { option: "--sitting", layoutOf };
  const engine = createLocalEngine({ ...deps, places, program: { runtime: process.execPath, main } });
  const ref = { id: "first", bench: 3 };
  atWork.push(() => void engine.signal(ref, "kill", null));
  await engine.start(ref);
  await until("it is alive", () => engine.presence(ref) === "alive");
  expect(engine.isHeld("first")).toBe(true);
  await until("it has said how it was started", () =>
    readFileSync(output(3), "utf8").includes("--sitting first --bench 3"),
  );
  engine.signal(ref, "stop", null);
  await engine.ended(ref);
  expect(engine.presence(ref)).toBe("gone");
  expect(await engine.withoutBench("first", async () => "ran")).toBe("ran");
});

test("what cannot be started is an error that names the program", async () => {
  const { ref } = setUp();
  const home = someHome();
  mkdirSync(commissionLayout(home, someId).directory);
  const engine = createLocalEngine({
    home,
    places: commissionBenches,
    handoff: emptyHandoff,
    locks: systemLocks,
    processes: systemProcesses,
    claimSpare: async () => null,
    spawn: spawnWithHandoff,
    ...read,
    env: {},
    program: { runtime: "/nonexistent/bun", main: "x" },
  });
  await expect(engine.start(ref)).rejects.toThrow("/nonexistent/bun");
});

test("a nudge reaches whoever listens, and costs nothing when nobody does", async () => {
  const path = `${tempDir()}/nudge.sock`;
  sendNudge(path, "nobody");
  const heard: string[] = [];
  const listener = await listenForNudges(path, (word) => void heard.push(word));
  sendNudge(path, "one");
  sendNudge(path, "two");
  await until("both were heard", () => heard.length === 2);
  expect(heard.sort()).toEqual(["one", "two"]);
  const idle = connect(path);
  await new Promise((resolve) => idle.once("connect", resolve));
  await listener.close(); // somebody who holds a connection open does not hold it up
  idle.destroy();
  const tooLong = `${tempDir()}/${"x".repeat(200)}`;
  await (await listenForNudges(tooLong, () => undefined)).close();
  sendNudge(tooLong, "nobody");
});

test("a socket finds a place also where the path is too long for one", () => {
  const near = findSocketPlace(`${tempDir()}/s`);
  const far = findSocketPlace(`${tempDir()}/${"deep/".repeat(30)}s`);
  expect(Buffer.byteLength(far.path)).toBeLessThan(108);
  expect(far.path).not.toContain("deep");
  near.release();
  far.release();
});
