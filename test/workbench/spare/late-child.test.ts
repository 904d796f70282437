// A child process that is chosen when the first line of its input is known.
import { expect, test } from "bun:test";
import type { Writable } from "node:stream";
import { endGroup, exitOf, type PipedChild, spawnPiped } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { answerAs } from "../../../src/model/session/first-request.ts";
import { createLateChild } from "../../../src/workbench/spare/late-child.ts";

function shell(script: string): PipedChild {
  const env = { PATH: process.env["PATH"] ?? "" };
  return spawnPiped({ file: "/bin/sh", args: ["-c", script], cwd: "/", env });
}

const send = (to: Writable, text: string) =>
  new Promise<void>((resolve, reject) => to.write(text, (error) => (error ? reject(error) : resolve())));

async function textOf(child: PipedChild): Promise<string> {
  return Buffer.concat(await child.stdout.toArray()).toString();
}

test("the first line chooses the process, which gets all of the input and whose output and end are passed on", async () => {
  const lines: string[] = [];
  const late = createLateChild((line) => {
    lines.push(line);
    return { child: shell("cat; echo over >&2; exit 3"), hasLine: false, output: null };
  });
  expect(late.pid).toBeUndefined();
  await send(late.stdin, "fir");
  await send(late.stdin, "st\nsecond\nthi");
  await send(late.stdin, "rd\n");
  expect(late.pid).toBeNumber();
  late.stdin.end();
  const exit = exitOf(late);
  expect(await textOf(late)).toBe("first\nsecond\nthird\n");
  expect(Buffer.concat(await late.stderr.toArray()).toString()).toBe("over\n");
  expect(await exit).toEqual({ code: 3, signal: null });
  expect([lines, late.exitCode]).toEqual([["first"], 3]);
});

test("a process that has its first line already does not get it again, and its earlier output is kept", async () => {
  const child = shell("read line; echo $line; cat");
  child.stdin.write("ahead\n");
  const late = createLateChild(() => ({ child, hasLine: true, output: answerAs({ from: "x", to: "y" }) }));
  await send(late.stdin, "ahead\nmore\n");
  late.stdin.end();
  expect(await textOf(late)).toBe("ahead\nmore\n");
});

test("one that is killed before its first line starts nothing", async () => {
  let chosen = 0;
  const late = createLateChild(() => {
    chosen += 1;
    return { child: shell("cat"), hasLine: false, output: null };
  });
  const ends: unknown[] = [];
  late.once("exit", (...end) => void ends.push(end));
  late.kill("SIGKILL");
  await send(late.stdin, "too late\n");
  expect([chosen, late.signalCode, late.killed]).toEqual([0, "SIGKILL", true]);
  expect(await textOf(late)).toBe("");
  expect(ends).toEqual([[null, "SIGKILL"]]);
});

test("one that was never chosen and one that runs can both be ended as a group", async () => {
  const running = createLateChild(() => ({ child: shell("sleep 600"), hasLine: false, output: null }));
  await send(running.stdin, "go\n");
  const how = { clock: systemClock, leaveMs: 0, graceMs: 0 };
  await endGroup(running, how);
  expect(running.signalCode).not.toBeNull();
  const idle = createLateChild(() => ({ child: shell("cat"), hasLine: false, output: null }));
  expect(await endGroup(idle, how)).toEqual({ code: null, signal: null });
});
