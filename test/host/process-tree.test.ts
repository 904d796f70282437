import { afterEach, expect, test } from "bun:test";
import { descendants, hasStartedAnother } from "../../src/host/processes/process-tree.ts";
import { until } from "../harness/hall.ts";

const started: Bun.Subprocess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    for (const { pid } of descendants(child.pid)) process.kill(pid, "SIGKILL");
    child.kill(9);
    await child.exited;
  }
});

function start(script: string): Bun.Subprocess {
  const child = Bun.spawn(["bash", "-c", script], { stdin: "pipe", stdout: "ignore" });
  started.push(child);
  return child;
}

test("a program that a copy of the shell started is another program", async () => {
  const { pid } = start("(cat; true); true");
  await until("cat runs", () => hasStartedAnother(pid));
  expect(hasStartedAnother(pid)).toBe(true);
});

test("a copy of the shell alone is no other program", async () => {
  const { pid } = start("(read line; true); true");
  await until("the copy runs", () => descendants(pid).length === 1);
  expect(hasStartedAnother(pid)).toBe(false);
});

test("a process that has ended has started no other program", async () => {
  const child = start("true");
  await child.exited;
  expect(hasStartedAnother(child.pid)).toBe(false);
});
