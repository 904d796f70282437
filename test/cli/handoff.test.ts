// Secrets between our processes, with real ones: read from /proc what anybody could.
import { afterEach, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  readHandoff,
  runtimeFlags,
  spawnWithHandoff,
  takeReadyDescriptor,
  type HandoffChild,
} from "../../src/host/processes/handoff.ts";
import { systemProcesses, type ProcessIdentity } from "../../src/host/processes/processes.ts";
import { runtimeFile } from "../../src/host/runtime.ts";
import { tempDir } from "../harness/temp.ts";

const canary = "canary-that-must-stay-hidden";
const program = fileURLToPath(new URL("fixtures/handed.ts", import.meta.url));
const leaver = fileURLToPath(new URL("fixtures/leaves-a-child.ts", import.meta.url));
const started: ProcessIdentity[] = [];

afterEach(() => {
  for (const identity of started.splice(0)) systemProcesses.signal(identity, "SIGKILL");
});

interface Report {
  handed: unknown;
  environ: string;
  commandLine: string;
  variables: string[];
  descriptors: number[];
  session: number;
  pid: number;
}

function spawnHanded(
  report: string,
  mode: string,
  handoff: unknown = { secret: canary },
): Promise<HandoffChild> {
  return spawnWithHandoff({
    file: runtimeFile,
    args: [...runtimeFlags, program, report, mode],
    env: { PATH: process.env["PATH"] ?? "" },
    cwd: "/",
    detached: true,
    stdout: "ignore",
    stderr: "ignore",
    handoff,
    readyPipe: true,
  });
}

async function reportOf(child: HandoffChild): Promise<Report> {
  const { file } = JSON.parse((await child.ready) ?? "{}") as { file: string };
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}

test("a child is handed the secret, and neither its environment nor its command line shows it", async () => {
  const child = await spawnHanded(`${tempDir()}/report`, "");
  const report = await reportOf(child);
  expect(report.handed).toEqual({ secret: canary });
  expect(report.environ + report.commandLine).not.toContain(canary);
  expect(report.variables).not.toContain("GUILD_HALL_HANDOFF_FD");
  expect(report.variables).not.toContain("GUILD_HALL_READY_FD");
  expect(await child.exited).toEqual({ code: 0, signal: null });
});

test("a handoff larger than a pipe's buffer arrives whole", async () => {
  const secret = "x".repeat(700_000);
  const child = await spawnHanded(`${tempDir()}/report`, "", { secret });
  expect((await reportOf(child)).handed).toEqual({ secret });
});

test("a detached child lives on in its own session when its parent has left", () => {
  const report = `${tempDir()}/report`;
  const said = execFileSync(runtimeFile, [leaver, report], { encoding: "utf8" });
  const pid = Number(said.split(" ")[0]);
  const identity = systemProcesses.identify(pid);
  if (identity) started.push(identity);
  expect(identity).toBeDefined();
  const told = JSON.parse(readFileSync(`${report}.draft`, "utf8")) as Report;
  expect(told).toMatchObject({ handed: { secret: canary }, pid, session: pid });
  expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain(canary);
  expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toContain(canary);
  expect(readFileSync(`${report}.out`, "utf8")).toBe("to standard output\nto standard error\n");
});

test("a child that ends without a word leaves the starter with undefined and its exit code", async () => {
  const child = await spawnHanded(`${tempDir()}/report`, "silent");
  expect(await child.ready).toBeUndefined();
  expect(await child.exited).toEqual({ code: 7, signal: null });
});

test("a program that is not there is a clear error", async () => {
  const failure = await spawnWithHandoff({
    file: "/nonexistent/program",
    args: [],
    env: {},
    cwd: "/",
    detached: false,
    stdout: "ignore",
    stderr: "ignore",
    handoff: {},
  }).catch((error: unknown) => error);
  expect(String(failure)).toContain("Cannot start /nonexistent/program");
});

test("what was handed over is read whole, once: descriptor and number are gone afterwards", () => {
  const file = `${tempDir()}/handed.json`;
  const handed = { secret: "x".repeat(200_000) };
  writeFileSync(file, JSON.stringify(handed));
  const descriptor = openSync(file, "r");
  const env: Record<string, string | undefined> = { GUILD_HALL_HANDOFF_FD: String(descriptor), KEPT: "1" };
  expect(readHandoff({ env, parse: (value) => value, absent: "nothing" })).toEqual(handed);
  expect(env).toEqual({ KEPT: "1" });
  expect(() => readSync(descriptor, Buffer.alloc(1))).toThrow("EBADF");
});

test("a descriptor's number is a number, or there is none", () => {
  for (const [value, expected] of [
    ["4", 4],
    ["", undefined],
    ["-1", undefined],
    ["4; rm", undefined],
    [undefined, undefined],
  ] as const) {
    const env: Record<string, string | undefined> = { GUILD_HALL_READY_FD: value };
    expect(takeReadyDescriptor(env)).toBe(expected);
    expect("GUILD_HALL_READY_FD" in env).toBe(false);
  }
});

test("where nothing was handed over, the stated default is the answer", () => {
  expect(readHandoff({ env: {}, parse: (value) => value, absent: "nothing" })).toBe("nothing");
});

test("a child takes neither .env nor bunfig.toml from the directory it is started in", () => {
  const directory = tempDir();
  writeFileSync(`${directory}/.env`, "PLANTED=1\n");
  writeFileSync(`${directory}/evil.ts`, 'console.log("EVIL");\n');
  writeFileSync(`${directory}/bunfig.toml`, 'preload = ["./evil.ts"]\n');
  const script = `${directory}/script.ts`;
  writeFileSync(script, "console.log(process.env.PLANTED);\n");
  const run = (flags: readonly string[]) =>
    execFileSync(runtimeFile, [...flags, script], { cwd: directory, encoding: "utf8" });
  expect(run(runtimeFlags)).toBe("undefined\n");
  expect(run([])).toBe("EVIL\n1\n"); // the control: without the flags it does
});
