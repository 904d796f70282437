// Ending a process and all that came of it.
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { endTree } from "../../guild-members/researcher/session/process-tree.ts";
import { environmentsWith } from "./job-rig.ts";

const says = "echo ready; exec sleep 60";

/** A shell that starts others in sessions of their own. Resolves when `n` of them have said so. */
async function start(script: string, { env, n }: { env: Record<string, string>; n: number }) {
  const child = spawn("/bin/sh", ["-c", script], {
    env: { PATH: "/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  for await (const text of child.stdout) if ((said += String(text)).split("ready").length > n) break;
  return child.pid ?? 0;
}

test.each([
  ["itself", says, 1],
  ["a child in a session of its own", `setsid sh -c '${says}' & ${says}`, 2],
  ["one whose parent is gone", `(setsid sh -c '${says}' &) ; ${says}`, 2],
  [
    "children of one whose parent is gone, without its environment",
    `(setsid sh -c 'env -i sleep 60 & ${says}' &) ; ${says}`,
    2,
  ],
])("ends %s", async (_who, script, n) => {
  const mark = `TREE=${crypto.randomUUID()}`;
  const [name = "", value = ""] = mark.split("=");
  const pid = await start(script, { env: { [name]: value }, n });
  expect(environmentsWith(value).length).toBeGreaterThanOrEqual(n);
  const begun = performance.now();
  await endTree({ pid, mark });
  expect(environmentsWith(value)).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(2000);
});

test("a process with other words in its environment is left alone", async () => {
  const mark = `TREE=${crypto.randomUUID()}`;
  const pid = await start(says, { env: { TREE: `${mark.slice(5)}x`, OTHER: mark }, n: 1 });
  await endTree({ pid: 0x7fff_fff0, mark });
  expect(environmentsWith(mark).length).toBe(1);
  process.kill(pid, "SIGKILL");
});
