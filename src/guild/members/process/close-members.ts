// Handles guild members when the hall stops. A member continues if it has running work or does not say whether it has;
// the next hall then finds its process again.
import type { MembersHouse } from "../member-registry.ts";
import { workOf } from "./renew.ts";
import type { Supervisor } from "./supervise.ts";

export async function closeMembers(house: MembersHouse, { jobsToo }: { jobsToo: boolean }): Promise<void> {
  house.closing.abort();
  await house.recordsRead;
  await house.adopted;
  const all = [...house.supervisors.values()];
  await Promise.all(all.map((each) => closeOne(house, each, jobsToo)));
}

async function closeOne(house: MembersHouse, supervisor: Supervisor, jobsToo: boolean): Promise<void> {
  const process = supervisor.process();
  const work = process === null || jobsToo ? "no" : await workOf(house, process);
  if (process === null || work === "no") return supervisor.stop();
  const { name, pid } = process.record;
  const why = work === "yes" ? "it has work under way" : "it did not say whether it has work under way";
  house.deps.log.info("a guild member goes on without the hall", { member: name, pid, reason: why });
  supervisor.letGo();
}
