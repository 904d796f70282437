// Builds the roster as GET /api/v1/workers shows it.
import { realpath } from "node:fs/promises";
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import { canWork } from "../../contract/member/member.ts";
import type { MemberEntry, MemberList } from "../../contract/member/members.ts";
import type {
  MemberWorkerEntry,
  WorkerEntry,
  WorkerList,
  WorkerRecord,
} from "../../contract/package/roster.ts";
import type { WorkerMetadata } from "../../contract/package/package.ts";
import { wireName } from "../../contract/package/system-toolboxes.ts";
import type { Roster, ToolboxPackage, WorkerPackage } from "../../guild/roster/discover.ts";
import { type HallBounds, narrowLimits } from "../../rules/limits/grant.ts";
import { memberWorker } from "../../rules/member/member-worker.ts";
import { offered, resolveTools, wireNames, withheldText } from "../../rules/limits/tools.ts";
import { noRecord } from "../../rules/show/worker-record.ts";

export interface Listing {
  roster: Roster;
  members: MemberList;
  bounds: HallBounds;
  /** How workers are sandboxed on this machine. */
  sandbox: SandboxLevel;
  /** How each worker's commissions ended, by its name. */
  records: ReadonlyMap<string, WorkerRecord>;
}

/** Lists only the guild members that take work. */
export async function workerListOf(listing: Listing): Promise<WorkerList> {
  const { roster, members } = listing;
  const [workers, toolboxes] = await Promise.all([
    Promise.all(roster.workers.map((found) => workerEntry(found, listing))),
    Promise.all(roster.toolboxes.map(toolboxEntry)),
  ]);
  const inService = members.members.filter(canWork).map((member) => memberEntry(member, listing));
  return {
    workers: [...workers, ...inService],
    toolboxes,
    problems: [...roster.problems, ...members.problems],
  };
}

function memberEntry(member: MemberEntry, { bounds, records }: Listing): MemberWorkerEntry {
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
    record: records.get(identity.name) ?? noRecord,
  };
}

async function workerEntry(found: WorkerPackage, listing: Listing): Promise<WorkerEntry> {
  const { roster, bounds, records, sandbox } = listing;
  const { metadata } = found;
  const toolboxes = roster.toolboxes.map((toolbox) => toolbox.metadata);
  const { tools } = resolveTools({ worker: metadata, toolboxes, context: "commission" });
  return {
    ...(await packageEntry(found)),
    kind: "package" as const,
    tools: wireNames(offered(tools, sandbox)),
    withheld: withheldText(tools, sandbox),
    toolboxes: [...metadata.toolboxes],
    files: metadata.files,
    checkout: metadata.checkout,
    limits: limitsEntry(metadata, bounds),
    model: metadata.model ?? null,
    record: records.get(metadata.identity.name) ?? noRecord,
  };
}

function limitsEntry({ limits }: Pick<WorkerMetadata, "limits">, bounds: HallBounds): WorkerEntry["limits"] {
  const { maxTurns, maxBudgetUsd, maxSeconds } = narrowLimits(limits, bounds);
  const most = {
    maxTurns: bounds.maxTurns ?? null,
    maxBudgetUsd: bounds.maxBudgetUsd ?? null,
    maxSeconds: bounds.maxSeconds ?? null,
  };
  return { maxTurns, maxBudgetUsd, maxSeconds, validated: limits.validated, most };
}

async function toolboxEntry(found: ToolboxPackage): Promise<WorkerList["toolboxes"][number]> {
  const { identity, tools } = found.metadata;
  const entry = await packageEntry(found);
  return { ...entry, tools: tools?.map((tool) => wireName(identity.name, tool)) ?? null };
}

/** Shows the real path of a linked package, because that is where its author edits it. */
async function packageEntry({ metadata, source, directory, problems }: WorkerPackage | ToolboxPackage) {
  const lies = source === "linked" ? await realpath(directory).catch(() => directory) : directory;
  return { ...metadata.identity, source, directory: lies, problems };
}
