// Ends a guild member whose manifest has changed while it ran, once it has no running work. The next caller that needs
// the member starts it from the new manifest.
import { canWork, type MemberName } from "../../../contract/member/member.ts";
import { supervisorOf, type MembersHouse } from "../member-registry.ts";
import { type AtWork, jobsAtWork } from "./jobs-at-work.ts";
import { type MemberProcess, reachedAt } from "./member-process.ts";

/**
 * How long to wait before the member is asked again whether it has work. The question is costly, and this code runs
 * before every request to a member.
 */
const askAgainMs = 5000;

export async function renewIfChanged(house: MembersHouse, name: MemberName): Promise<void> {
  const { deps } = house;
  const supervisor = supervisorOf(house, name);
  const process = supervisor.process();
  if (process === null) return;
  const { members } = await deps.fresh.current();
  const found = members.find(({ manifest }) => manifest.name === name);
  if (!found || found.manifestSha256 === process.record.manifestSha256) return;
  const nowMs = deps.clock.monotonic();
  if (nowMs - (house.askedAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < askAgainMs) return;
  house.askedAtMs.set(name, nowMs);
  if ((await workOf(house, process)) !== "no" || supervisor.process() !== process) return;
  deps.log.info("a guild member has changed and is started anew", { member: name });
  await supervisor.renew();
}

/** Finds out whether the member has running work. A member that does not declare that it takes work is not asked. */
export async function workOf({ deps }: MembersHouse, process: MemberProcess): Promise<AtWork> {
  const { name, manifestSha256 } = process.record;
  const found = (await deps.fresh.current()).members.find(({ manifest }) => manifest.name === name);
  if (found?.manifestSha256 === manifestSha256 && !canWork(found.manifest)) return "no";
  return jobsAtWork({ clock: deps.clock, ask: deps.ask(name), at: reachedAt(process) });
}
