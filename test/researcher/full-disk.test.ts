// A disk without room under a member: nothing goes on that nobody wants, and what could not be written is written later.
import { afterEach, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { closeMembers, openTestMember } from "../harness/members/some-member.ts";
import { tempDir } from "../harness/temp.ts";

const mounted: string[] = [];
afterEach(async () => {
  await closeMembers();
  for (const path of mounted.splice(0)) execFileSync("umount", ["-l", path]);
});

function smallDisk(): string {
  const path = tempDir();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", path]);
  mounted.push(path);
  return path;
}

function fill(directory: string): () => void {
  const path = `${directory}/filling`;
  try {
    writeFileSync(path, Buffer.alloc(2 * 1024 * 1024));
  } catch {
    // Now it is full.
  }
  return () => rmSync(path);
}

const canMount = process.platform === "linux" && process.getuid?.() === 0;

test.skipIf(!canMount)(
  "a cancel that cannot be written ends the session at once, and is written when there is room",
  async () => {
    const member = await openTestMember({ directory: smallDisk() });
    const jobId = await member.dispatch();
    const begun = await member.at(0);
    const makeRoom = fill(member.directory);
    expect(await member.call("worker/cancel", { jobId })).toMatchObject({ error: { code: -32_603 } });
    expect(begun.stops).toBe(1);
    expect(await member.ask<object>("worker/status", { jobId })).toMatchObject({ status: "running" });
    expect(await member.call("worker/dispatch", { description: "d", task: "t" })).toHaveProperty("error");
    makeRoom();
    while ((await member.ask<{ status: string }>("worker/status", { jobId })).status === "running");
    expect(await member.ask<object>("worker/status", { jobId })).toMatchObject({ status: "cancelled" });
    expect(await member.ask<object>("worker/cancel", { jobId })).toMatchObject({ status: "cancelled" });
    expect(await member.ask<{ jobs: unknown[] }>("worker/list")).toMatchObject({ jobs: [{ jobId }] });
  },
);
