// Ends a member whose manifest has changed while it ran, once it has no running work. The next caller that needs it
// starts it from the new manifest.
import { canWork, type MemberName } from "../../../contract/member/member.ts";
import { supervisorOf, type MembersHouse } from "../member-registry.ts";
import { type AtWork, jobsAtWork } from "./jobs-at-work.ts";
import { type MemberProcess, reachedAt } from "./member-process.ts";

/** Limits how often the member is asked, because this runs before every question to a member and must be cheap. */
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

/** A member that does not declare the capability is not asked. */
export async function workOf({ deps }: MembersHouse, process: MemberProcess): Promise<AtWork> {
  const { name, manifestSha256 } = process.record;
  const found = (await deps.fresh.current()).members.find(({ manifest }) => manifest.name === name);
  if (found?.manifestSha256 === manifestSha256 && !canWork(found.manifest)) return "no";
  return jobsAtWork({ clock: deps.clock, ask: deps.ask(name), at: reachedAt(process) });
}
