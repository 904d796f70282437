import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { systemLocks } from "../../src/host/processes/locks.ts";
import { systemProcesses } from "../../src/host/processes/processes.ts";
import { tempDir } from "../harness/temp.ts";

const holder = (path: string) => `
  import { systemLocks } from ${JSON.stringify(new URL("../../src/host/processes/locks.ts", import.meta.url).pathname)};
  const lock = systemLocks.tryLock(${JSON.stringify(path)});
  process.stdout.write(lock ? "won\\n" : "lost\\n");
  if (lock) setInterval(() => undefined, 1000);
`;

async function startHolder(path: string) {
  const child = spawn(process.execPath, ["-e", holder(path)], { stdio: ["ignore", "pipe", "inherit"] });
  const [answer] = (await once(child.stdout, "data")) as [Buffer];
  return { child, answer: answer.toString().trim() };
}

test("one of several processes gets the lock, and it is free the moment its holder is killed", async () => {
  const path = `${tempDir()}/lock`;
  const started = await Promise.all(Array.from({ length: 5 }, () => startHolder(path)));
  expect(started.filter(({ answer }) => answer === "won")).toHaveLength(1);
  expect(systemLocks.isHeld(path)).toBe(true);
  expect(systemLocks.tryLock(path)).toBeNull();
  for (const { child } of started)
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit").catch(() => undefined);
  expect(systemLocks.isHeld(path)).toBe(false);
  const lock = systemLocks.tryLock(path);
  expect(lock).not.toBeNull();
  lock?.release();
});

test("a child started while a lock is held does not keep it", async () => {
  const path = `${tempDir()}/lock`;
  const lock = systemLocks.tryLock(path);
  const child = spawn("sleep", ["30"], { stdio: "ignore" });
  lock?.release();
  // Between fork and exec the child still has our descriptors, for an instant.
  for (let i = 0; i < 200 && systemLocks.isHeld(path); i += 1) await Bun.sleep(5);
  expect(systemLocks.isHeld(path)).toBe(false);
  expect(child.exitCode).toBeNull();
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("a lock that was never taken is free, also where there is no file", () => {
  expect(systemLocks.isHeld(`${tempDir()}/nobody`)).toBe(false);
});

test("a process is known by pid and start time: a stale identity is neither alive nor signalled", async () => {
  const child = spawn("sleep", ["30"], { stdio: "ignore" });
  const identity = systemProcesses.identify(child.pid ?? 0);
  if (!identity) throw new Error("the child was not found");
  expect(systemProcesses.isAlive(identity)).toBe(true);
  expect(systemProcesses.signal({ ...identity, startTime: "1" }, "SIGKILL")).toBe(false);
  expect(systemProcesses.isAlive({ ...identity, bootId: "another" })).toBe(false);
  expect(systemProcesses.signal(identity, "SIGKILL")).toBe(true);
  await once(child, "exit");
  expect(systemProcesses.isAlive(identity)).toBe(false);
  expect(systemProcesses.identify(child.pid ?? 0)).toBeUndefined();
});
