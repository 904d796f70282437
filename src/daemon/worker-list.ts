// The roster as GET /api/v1/workers shows it.
import type { WorkerList } from "../contract/api.ts";
import type { WorkerMetadata } from "../contract/package.ts";
import { wireName } from "../contract/system-toolboxes.ts";
import type { Roster, ToolboxPackage, WorkerPackage } from "../roster/discover.ts";
import { type HallBounds, narrowLimits } from "../rules/grant.ts";
import { resolveTools, wireNames } from "../rules/tools.ts";

export function workerListOf(roster: Roster, bounds: HallBounds): WorkerList {
  const toolboxes = roster.toolboxes.map(({ metadata }) => metadata);
  const workers = roster.workers.map((found) => {
    const { metadata } = found;
    return {
      ...packageEntry(found),
      kind: "package" as const,
      tools: wireNames(resolveTools({ worker: metadata, toolboxes }).tools),
      toolboxes: [...metadata.toolboxes],
      files: metadata.files,
      checkout: metadata.checkout,
      limits: limitsEntry(metadata, bounds),
      model: metadata.model ?? null,
    };
  });
  return { workers, toolboxes: roster.toolboxes.map(toolboxEntry), problems: roster.problems };
}

function limitsEntry(
  { limits }: WorkerMetadata,
  bounds: HallBounds,
): WorkerList["workers"][number]["limits"] {
  const { maxTurns, maxBudgetUsd, maxSeconds } = narrowLimits(limits, bounds);
  return { maxTurns, maxBudgetUsd, maxSeconds, validated: limits.validated };
}

function toolboxEntry(found: ToolboxPackage): WorkerList["toolboxes"][number] {
  const { identity, tools } = found.metadata;
  return { ...packageEntry(found), tools: tools?.map((tool) => wireName(identity.name, tool)) ?? null };
}

function packageEntry({ metadata, source, directory, problems }: WorkerPackage | ToolboxPackage) {
  return { ...metadata.identity, source, directory, problems };
}
