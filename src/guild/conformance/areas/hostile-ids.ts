// Tests a guild member (an external program that takes jobs from the hall) with job ids that are paths. They
// must not make it read or remove anything outside its jobs.
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { holds, inCase, type ConformanceCheck } from "../check.ts";
import { isRefused } from "../reply.ts";
import type { Subject } from "../subject.ts";

const words = [
  "..", ".", "../victim", "../jobs/../victim", "./../victim", "..\\victim", "%2e%2e%2fvictim", "..%2fvictim",
  "a/../../victim", "victim\0", "\0", "a\nb", "*", "-rf", "~", "$(id)", "__proto__", "constructor", "toString",
  "con", "\u202evictim", "\uff0e\uff0e\uff0fvictim", "\ud83d\ude00", "\ud800", " ", "a".repeat(129), "a".repeat(100_000),
]; // prettier-ignore

const methods = ["status", "result", "cancel", "delete"] as const;

/**
 * Writes files beside the member's jobs that look like a job. A member that follows such a path would find
 * them.
 */
async function layBait(directory: string): Promise<string> {
  const victim = join(directory, "victim");
  await mkdir(victim, { recursive: true });
  const startedAt = "2026-01-01T00:00:00.000Z";
  const meta = {
    version: 1,
    id: "victim",
    jobId: "victim",
    status: "completed",
    description: "not yours",
    startedAt,
    completedAt: startedAt,
    error: null,
  };
  await writeFile(join(victim, "meta.json"), JSON.stringify(meta));
  await writeFile(join(victim, "result.md"), "not yours");
  await writeFile(join(victim, "task.md"), "not yours");
  await writeFile(join(victim, "config.json"), "{}");
  return victim;
}

async function refusesAll(member: Subject, method: string): Promise<void> {
  const bait = member.stage === null ? null : await layBait(member.stage.directory);
  const absolute = bait === null ? ["/etc"] : [bait, dirname(bait), `../../${bait}`];
  for (const jobId of [...words, ...absolute]) {
    const reply = await member.call(`worker/${method}`, { jobId });
    await inCase(JSON.stringify(jobId.slice(0, 60)), () => isRefused(reply));
  }
  if (bait !== null) holds(await exists(join(bait, "result.md")), "A directory beside its jobs was removed.");
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

export const hostileIdChecks: readonly ConformanceCheck[] = methods.map((method) => ({
  id: `${method}/hostile-ids`,
  clause: "An id that is a path, or cannot be a name, is refused and reaches no file.",
  run: (member) => refusesAll(member, method),
}));
