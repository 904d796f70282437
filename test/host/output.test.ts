// Every byte that a command says arrives: real processes write to real pipes and files, and readers make them wait.
import { describe, expect, test } from "bun:test";
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createOutput, type OutputFailure } from "../../src/host/person/output.ts";
import { until } from "../harness/hall.ts";
import { openSlowPipe, type SlowPipe } from "../harness/slow-pipe.ts";
import { tempDir } from "../harness/temp.ts";

const size = 300_000;

function say(how: "console" | "hastily", where: "out" | "err" | "both", stdio: StdioOptions, count = size) {
  const program = `${import.meta.dir}/fixtures/says.ts`;
  const child = spawn(process.execPath, [program, how, where, String(count)], { stdio });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { child, ended };
}

const full = (pipe: SlowPipe, child: ChildProcess) =>
  until("the pipe is full", () => pipe.isFull() || child.exitCode !== null);

describe.skipIf(process.platform !== "linux")("a pipe whose reader makes the writer wait", () => {
  test.each([
    { where: "out", nonBlocking: false },
    { where: "out", nonBlocking: true },
    { where: "err", nonBlocking: false },
    { where: "err", nonBlocking: true },
  ] as const)("gets every byte of std$where, non-blocking: $nonBlocking", async ({ where, nonBlocking }) => {
    const pipe = openSlowPipe();
    const stdio: StdioOptions =
      where === "out" ? ["ignore", pipe.writer, "inherit"] : ["ignore", "inherit", pipe.writer];
    const { child, ended } = say("console", where, stdio);
    if (nonBlocking) pipe.makeNonBlocking();
    await full(pipe, child);
    expect(child.exitCode).toBeNull();
    expect(pipe.isNonBlocking()).toBe(nonBlocking);
    expect((await pipe.readAll()).length).toBe(size);
    expect(await ended).toBe(7);
  });

  test("control: a program that trusts the callback of an empty write loses most of it, and changes the pipe", async () => {
    const pipe = openSlowPipe();
    const { child, ended } = say("hastily", "out", ["ignore", pipe.writer, "inherit"]);
    await full(pipe, child);
    expect(await ended).toBe(7);
    expect(pipe.isNonBlocking()).toBe(true);
    expect((await pipe.readAll()).length).toBeLessThan(size);
  });

  test("gets both streams in the order in which they were said", async () => {
    const pipe = openSlowPipe();
    const { child, ended } = say("console", "both", ["ignore", pipe.writer, pipe.writer], 3000);
    await full(pipe, child);
    const lines = (await pipe.readAll()).toString().split("\n").slice(0, -1);
    expect(lines.map((line) => Number(line.split(" ")[0]))).toEqual([...Array(100).keys()]);
    expect(lines.every((line) => line.length > 3000)).toBe(true);
    expect(await ended).toBe(7);
  });

  test("may go away in the middle: the program ends with its own code", async () => {
    const pipe = openSlowPipe();
    const { child, ended } = say("console", "out", ["ignore", pipe.writer, "inherit"]);
    await full(pipe, child);
    pipe.closeReader();
    expect(await ended).toBe(7);
    pipe.closeWriter();
  });

  test("holds up no signal: the program ends though the reader never reads", async () => {
    const pipe = openSlowPipe();
    const { child, ended } = say("console", "out", ["ignore", pipe.writer, "inherit"]);
    await full(pipe, child);
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    pipe.closeWriter();
    pipe.closeReader();
  });
});

test("a file gets every byte", async () => {
  const path = `${tempDir()}/said`;
  const file = openSync(path, "w");
  expect(await say("console", "out", ["ignore", file, "inherit"]).ended).toBe(7);
  closeSync(file);
  expect(readFileSync(path).length).toBe(size);
});

test.skipIf(process.platform !== "linux")("a full disk is said, and is no success", async () => {
  const file = openSync("/dev/full", "w");
  const { child, ended } = say("console", "out", ["ignore", file, "pipe"]);
  let said = "";
  child.stderr?.on("data", (chunk) => (said += String(chunk)));
  expect(await ended).toBe(7);
  closeSync(file);
  expect(said).toMatch(/^guild-hall: Standard output could not be written: ENOSPC.*\n$/);
});

function output(writeSome: (bytes: Uint8Array) => number) {
  const failures: OutputFailure[] = [];
  const made = createOutput({
    writeSome: async (_, bytes) => writeSome(bytes),
    onFailed: (failure) => void failures.push(failure),
  });
  return { made, failures };
}

const failing = (code: string) => Object.assign(new Error(`${code}: no`), { code });

test("what is written in part goes on where it stopped", async () => {
  let written = "";
  let tries = 0;
  const { made } = output((bytes) => {
    tries += 1;
    if (tries % 3 === 0) throw failing("EAGAIN");
    written += Buffer.from(bytes.subarray(0, 1)).toString();
    return 1;
  });
  void made.write(1, Buffer.from("every "));
  void made.write(1, Buffer.from("byte"));
  expect(await made.settled()).toBe("settled");
  expect(written).toBe("every byte");
});

test.each([
  ["EPIPE", true],
  ["ECONNRESET", true],
  ["ENOSPC", false],
] as const)("after %s nothing more is tried, and it is told once", async (code, isClosed) => {
  let tries = 0;
  const { made, failures } = output(() => {
    tries += 1;
    throw failing(code);
  });
  await Promise.all([made.write(1, Buffer.from("a")), made.write(1, Buffer.from("b"))]);
  expect(tries).toBe(1);
  expect(failures).toEqual([{ descriptor: 1, isClosed, message: `${code}: no` }]);
  expect(made.failures()).toEqual(failures);
});
