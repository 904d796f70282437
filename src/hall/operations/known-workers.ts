// Lists everything that can be commissioned: packages by bare name, and guild members that take work as `member:NAME`.
import { canWork, memberOf, memberPrefix } from "../../contract/member/member.ts";
import type { DispatchDeps } from "../dispatch/deps.ts";
import type { Members } from "../../guild/members/members.ts";
import type { FreshRoster } from "../../guild/roster/fresh.ts";
import { whyPassedOver } from "../../guild/roster/problems.ts";
import { memberWorker } from "../../rules/member/member-worker.ts";
import type { WorkerWithToolboxes } from "../../rules/limits/tools.ts";

export interface KnownDeps {
  roster: FreshRoster;
  members: Pick<Members, "find" | "list" | "whyPassedOver">;
}

export function createKnownWorkers(deps: KnownDeps): DispatchDeps["roster"] {
  const { roster, members } = deps;
  return {
    find: (name) => (memberOf(name) === null ? roster.find(name) : findMember(deps, name)),
    names: () => namesOf(deps),
    whyPassedOver: (name) => {
      const member = memberOf(name);
      return member === null ? whyPassedOver(roster.latest(), name) : members.whyPassedOver(member);
    },
    member: async (name) => {
      const found = await members.find(name);
      return found && { isInHome: found.isInHome, takesWork: canWork(found.manifest) };
    },
  };
}

async function findMember({ members }: KnownDeps, worker: string): Promise<WorkerWithToolboxes | undefined> {
  const name = memberOf(worker);
  const found = name === null ? undefined : await members.find(name);
  if (!found || !canWork(found.manifest)) return undefined;
  return { worker: memberWorker(found.manifest), toolboxes: [] };
}

async function namesOf({ roster, members }: KnownDeps): Promise<string[]> {
  const packages = roster.latest().workers.map(({ metadata }) => String(metadata.identity.name));
  const { members: found } = await members.list();
  return [...packages, ...found.filter(canWork).map(({ name }) => memberPrefix + name)];
}
