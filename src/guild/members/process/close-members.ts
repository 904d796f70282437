// Handles guild members when the hall stops. Unless all are to be ended, a member continues if it has running
// work or does not say whether it has. The hall finds its process again at the next start.
import type { MemberRegistry } from "../member-registry.ts";
import { workOf } from "./renew.ts";
import type { Supervisor } from "./supervise.ts";

export async function closeMembers(
  registry: MemberRegistry,
  { jobsToo }: { jobsToo: boolean },
): Promise<void> {
  registry.closing.abort();
  await registry.recordsRead;
  await registry.adopted;
  const all = [...registry.supervisors.values()];
  await Promise.all(all.map((each) => closeOne(registry, each, jobsToo)));
}

async function closeOne(registry: MemberRegistry, supervisor: Supervisor, jobsToo: boolean): Promise<void> {
  const process = supervisor.process();
  const work = process === null || jobsToo ? "no" : await workOf(registry, process);
  if (process === null || work === "no") return supervisor.stop();
  const { name, pid } = process.record;
  const why = work === "yes" ? "it has work under way" : "it did not say whether it has work under way";
  registry.deps.log.info("a guild member goes on without the hall", { member: name, pid, reason: why });
  supervisor.letGo();
}
