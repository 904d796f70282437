// Ends a guild member whose manifest has changed while it ran, once it has no running work. The next caller that needs
// the member starts it from the new manifest.
import { canWork, type MemberName } from "../../../contract/member/member.ts";
import { supervisorOf, type MemberRegistry } from "../member-registry.ts";
import { type AtWork, jobsAtWork } from "./jobs-at-work.ts";
import { type MemberProcess, reachedAt } from "./member-process.ts";

/**
 * How long to wait before the member is asked again whether it has work. Asking is costly, and this code runs
 * before every request to a member.
 */
const askAgainMs = 5000;

export async function renewIfChanged(registry: MemberRegistry, name: MemberName): Promise<void> {
  const { deps } = registry;
  const supervisor = supervisorOf(registry, name);
  const process = supervisor.process();
  if (process === null) return;
  const { members } = await deps.fresh.current();
  const found = members.find(({ manifest }) => manifest.name === name);
  if (!found || found.manifestSha256 === process.record.manifestSha256) return;
  const nowMs = deps.clock.monotonic();
  if (nowMs - (registry.askedAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < askAgainMs) return;
  registry.askedAtMs.set(name, nowMs);
  if ((await workOf(registry, process)) !== "no" || supervisor.process() !== process) return;
  deps.log.info("a guild member has changed and is started anew", { member: name });
  await supervisor.renew();
}

/**
 * Finds out whether the member has running work. A member is not asked if it runs from its present manifest
 * and that does not declare that it takes work.
 */
export async function workOf({ deps }: MemberRegistry, process: MemberProcess): Promise<AtWork> {
  const { name, manifestSha256 } = process.record;
  const found = (await deps.fresh.current()).members.find(({ manifest }) => manifest.name === name);
  if (found?.manifestSha256 === manifestSha256 && !canWork(found.manifest)) return "no";
  return jobsAtWork({ clock: deps.clock, ask: deps.ask(name), at: reachedAt(process) });
}
