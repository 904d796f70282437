// Lists guild members for clients: the members that were found, and the state of their processes.
import { memberLayout } from "../../contract/home/home-layout.ts";
import type { MemberName } from "../../contract/member/member.ts";
import type { MemberEntry, MemberList } from "../../contract/member/members.ts";
import { isAbout } from "./code/fresh.ts";
import type { FoundMember } from "./members.ts";
import type { MemberRegistry } from "./member-registry.ts";
import type { Supervisor } from "./process/supervise.ts";

export async function listMembers(registry: MemberRegistry): Promise<MemberList> {
  const { members, problems } = await registry.deps.fresh.look();
  const found = new Set<string>(members.map(({ manifest }) => manifest.name));
  return {
    members: members.map((each) => entryOf(registry, each)),
    problems: withStrays(problems, strays(registry, found)),
  };
}

export function entryOf(registry: MemberRegistry, found: FoundMember): MemberEntry {
  const { manifest, directory, source, isInHome } = found;
  const { name, displayName, description, version, capabilities, limits } = manifest;
  const now = processOf(registry.supervisors.get(name));
  const state = !isInHome && now.state === "stopped" ? "available" : now.state;
  const told = { name, displayName, description, version, capabilities, ...(limits && { limits }) };
  return { ...told, source, directory, ...now, state };
}

/** Returns the entry of a member whose manifest can no longer be read. Such a member can still be stopped. */
export function entryWithout(registry: MemberRegistry, name: MemberName): MemberEntry {
  const { directory } = memberLayout(registry.deps.home, name);
  const unknown = { displayName: name, description: "", version: "", capabilities: [] };
  return { name, ...unknown, source: "added", directory, ...processOf(registry.supervisors.get(name)) };
}

function processOf(
  supervisor: Supervisor | undefined,
): Pick<MemberEntry, "state" | "pid" | "address" | "tools" | "problem"> {
  const process = supervisor?.process() ?? null;
  const { state, problem } = supervisor?.shown() ?? { state: "stopped" as const, problem: null };
  return {
    state,
    pid: process?.record.pid ?? null,
    address: process?.record.address ?? null,
    tools: process?.tools ?? null,
    problem,
  };
}

interface Stray {
  name: string;
  pid: number;
}

/** Returns running members that are no longer found: their directory is gone, or their manifest is invalid. */
function strays({ supervisors }: MemberRegistry, found: ReadonlySet<string>): Stray[] {
  return [...supervisors].flatMap(([name, supervisor]) => {
    const process = supervisor.process();
    return process === null || found.has(name) ? [] : [{ name, pid: process.record.pid }];
  });
}

function withStrays(problems: readonly string[], all: readonly Stray[]): string[] {
  const told = problems.map((problem) => {
    const stray = all.find(({ name }) => isAbout(problem, name));
    if (stray === undefined) return problem;
    return `${problem}; it runs as it was, as process ${stray.pid}, and ${endsIt(stray)}`;
  });
  const gone = all.filter(({ name }) => !problems.some((problem) => isAbout(problem, name)));
  return [
    ...told,
    ...gone.map(
      (stray) =>
        `Guild member "${stray.name}" runs as process ${stray.pid}, and its directory is gone; ${endsIt(stray)}.`,
    ),
  ];
}

function endsIt({ name }: Stray): string {
  return `"guild-hall members stop ${name}" ends it`;
}
