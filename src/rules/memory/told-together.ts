// Decides which scope of memory is condensed if the scopes in a worker's prompt, up to three, do not fit
// together. No note may be left both uncondensed and out of the prompt.
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import { type CompactionChore, type MemoryEntry, type MemoryScope } from "../../contract/memory/memory.ts";
import type { MemoryThresholds } from "../../contract/memory/memory-routes.ts";
import { planCompaction, projectOf, thresholdsOf } from "./compaction.ts";
import { charactersFor, leastRoomTokens } from "./memory-prompt.ts";

/** A scope, with the room that its entries take in a prompt. */
export interface MeasuredScope {
  scope: MemoryScope;
  /** Newest first. */
  entries: readonly MemoryEntry[];
  /** How many characters of a prompt an entry takes, including its heading and the `>` of each line. */
  charactersOf(entry: MemoryEntry): number;
}

/** The scopes that are in one worker's prompt together. */
export interface Company {
  scopes: readonly MemoryScope[];
  thresholds: MemoryThresholds;
  /**
   * The scopes that may be condensed. If a project has a smaller cap than the hall, only its own scope is condensed,
   * because other workers read the other scopes with a larger cap.
   */
  giving: readonly MemoryScope[];
}

/** Returns every group of scopes that can be in one prompt and contains a touched scope. */
export function companiesOf(
  { touched, scopes }: { touched: ReadonlySet<MemoryScope>; scopes: readonly MemoryScope[] },
  config: Pick<HallConfig, "memory" | "projects">,
): Company[] {
  // No commission belongs to a project that is not in the configuration.
  const isTold = (scope: MemoryScope) => findProject(config.projects, projectOf(scope)) !== undefined;
  const named = (kind: string) => [null, ...scopes.filter((scope) => scope.startsWith(`${kind}:`))];
  const projects = named("project").filter((scope) => scope === null || isTold(scope));
  const all = projects.flatMap((project) =>
    named("worker").map((worker) => companyOf({ project, worker, scopes }, config)),
  );
  return all.filter((company) => company.scopes.some((scope) => touched.has(scope)));
}

export interface Together {
  order: CompactionChore;
  /** The most tokens that the summary may have. */
  summaryTokens: number;
}

/**
 * Returns the possible compactions, the largest scope first; empty if all entries fit the prompt together. If
 * a person has set `compactAtTokens` above the cap, nothing is condensed below that size.
 */
export function plansTogether(
  { thresholds, giving }: Company,
  members: readonly MeasuredScope[],
): Together[] {
  const { capTokens, compactAtTokens } = thresholds;
  const room = charactersFor(Math.max(capTokens, compactAtTokens));
  const sizes = new Map(members.map((member) => [member.scope, sizeOf(member)]));
  const sum = [...sizes.values()].reduce((total, size) => total + size, 0);
  if (sum <= room) return [];
  const share = charactersFor(capTokens) / [...sizes.values()].filter((size) => size > 0).length;
  // Half of a scope's share is for its newest entries, half for its summary. A token is taken as four
  // characters.
  const keepTokens = Math.floor(share / 8);
  if (keepTokens < leastRoomTokens) return [];
  return members
    .filter(({ scope }) => giving.includes(scope))
    .toSorted((a, b) => (sizes.get(b.scope) ?? 0) - (sizes.get(a.scope) ?? 0))
    .flatMap(({ scope, entries, charactersOf }) => {
      const weigh = (entry: MemoryEntry) => Math.ceil(charactersOf(entry) / 4);
      const order = planCompaction({ scope, entries, thresholds, keep: { tokens: keepTokens, weigh } });
      return order === null ? [] : [{ order, summaryTokens: keepTokens }];
    });
}

function companyOf(
  {
    project,
    worker,
    scopes,
  }: Record<"project" | "worker", MemoryScope | null> & { scopes: readonly MemoryScope[] },
  config: Pick<HallConfig, "memory" | "projects">,
): Company {
  const together = [...scopes.filter((scope) => scope === "global"), project, worker].filter(
    (scope) => scope !== null,
  );
  const thresholds = thresholdsOf(config, project === null ? null : projectOf(project));
  const isNarrow = thresholds.capTokens < config.memory.capTokens;
  return {
    scopes: together,
    thresholds,
    giving: isNarrow ? together.filter((scope) => scope === project) : together,
  };
}

function sizeOf({ entries, charactersOf }: MeasuredScope): number {
  return entries.reduce((sum, entry) => sum + charactersOf(entry), 0);
}
