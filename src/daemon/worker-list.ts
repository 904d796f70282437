// The roster as GET /api/v1/workers shows it.
import { realpath } from "node:fs/promises";
import { canWork } from "../contract/member.ts";
import type { MemberEntry, MemberList } from "../contract/members.ts";
import type { MemberWorkerEntry, WorkerEntry, WorkerList } from "../contract/roster.ts";
import type { ToolboxMetadata, WorkerMetadata } from "../contract/package.ts";
import { wireName } from "../contract/system-toolboxes.ts";
import type { Roster, ToolboxPackage, WorkerPackage } from "../roster/discover.ts";
import { type HallBounds, narrowLimits } from "../rules/grant.ts";
import { memberWorker } from "../rules/member-worker.ts";
import { resolveTools, wireNames } from "../rules/tools.ts";

export interface Listing {
  roster: Roster;
  members: MemberList;
  bounds: HallBounds;
}

/** Of guild members those that take work. */
export async function workerListOf({ roster, members, bounds }: Listing): Promise<WorkerList> {
  const known = roster.toolboxes.map(({ metadata }) => metadata);
  const [workers, toolboxes] = await Promise.all([
    Promise.all(roster.workers.map((found) => workerEntry(found, { toolboxes: known, bounds }))),
    Promise.all(roster.toolboxes.map(toolboxEntry)),
  ]);
  const inService = members.members.filter(canWork).map((member) => memberEntry(member, bounds));
  return {
    workers: [...workers, ...inService],
    toolboxes,
    problems: [...roster.problems, ...members.problems],
  };
}

function memberEntry(member: MemberEntry, bounds: HallBounds): MemberWorkerEntry {
  const { version, source, directory, state, problem } = member;
  const { identity, limits } = memberWorker(member);
  return {
    ...identity,
    kind: "member",
    version,
    source,
    directory,
    state,
    problems: problem === null ? [] : [problem],
    limits: limitsEntry({ limits }, bounds),
  };
}

async function workerEntry(
  found: WorkerPackage,
  { toolboxes, bounds }: { toolboxes: readonly ToolboxMetadata[]; bounds: HallBounds },
): Promise<WorkerEntry> {
  const { metadata } = found;
  return {
    ...(await packageEntry(found)),
    kind: "package" as const,
    tools: wireNames(resolveTools({ worker: metadata, toolboxes }).tools),
    toolboxes: [...metadata.toolboxes],
    files: metadata.files,
    checkout: metadata.checkout,
    limits: limitsEntry(metadata, bounds),
    model: metadata.model ?? null,
  };
}

function limitsEntry({ limits }: Pick<WorkerMetadata, "limits">, bounds: HallBounds): WorkerEntry["limits"] {
  const { maxTurns, maxBudgetUsd, maxSeconds } = narrowLimits(limits, bounds);
  return { maxTurns, maxBudgetUsd, maxSeconds, validated: limits.validated };
}

async function toolboxEntry(found: ToolboxPackage): Promise<WorkerList["toolboxes"][number]> {
  const { identity, tools } = found.metadata;
  const entry = await packageEntry(found);
  return { ...entry, tools: tools?.map((tool) => wireName(identity.name, tool)) ?? null };
}

/** Of one that is linked, where it truly lies: that is what its author edits. */
async function packageEntry({ metadata, source, directory, problems }: WorkerPackage | ToolboxPackage) {
  const lies = source === "linked" ? await realpath(directory).catch(() => directory) : directory;
  return { ...metadata.identity, source, directory: lies, problems };
}
