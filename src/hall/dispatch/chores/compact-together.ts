// Condenses memory if the scopes in one worker's prompt are too long together, even if each alone is short
// enough. Such a group of scopes is called a company.
import type { MemoryEntry, MemoryKey, MemoryScope } from "../../../contract/memory/memory.ts";
import { hasNews } from "../../../rules/memory/compaction.ts";
import { charactersFor, charactersOf, leastCharactersOf } from "../../../rules/memory/memory-prompt.ts";
import {
  companiesOf,
  type Company,
  type MeasuredScope,
  plansTogether,
  type Together,
} from "../../../rules/memory/told-together.ts";
import { lastAt, liveAt, type ScopeDeps, takeOnByItself } from "./compact-scope.ts";

export interface TogetherDeps extends ScopeDeps {
  memory: ScopeDeps["memory"] & { scopes(): Promise<MemoryScope[]> };
}

/** Accepts a chore for each company that contains a touched scope and does not fit its prompt. */
export async function lookTogether(deps: TogetherDeps, touched: ReadonlySet<MemoryScope>): Promise<void> {
  const settings = deps.settings();
  const companies = companiesOf({ touched, scopes: await deps.memory.scopes() }, settings);
  const room = charactersFor(Math.max(0, ...companies.map(({ thresholds }) => thresholds.capTokens)));
  const known = new Map<MemoryScope, MeasuredScope>();
  for (const company of companies) {
    // A running chore will change the total, and its end triggers another examination of this company.
    if (company.scopes.some((scope) => liveAt(deps, scope) !== undefined)) continue;
    const due = await dueOf(
      deps,
      company,
      await measured(known, company.scopes, (scope) => measure(deps, scope, room)),
    );
    if (due !== null) await takeOnByItself(deps, due);
  }
}

async function dueOf(
  deps: TogetherDeps,
  company: Company,
  members: readonly MeasuredScope[],
): Promise<Together | null> {
  for (const plan of plansTogether(company, members)) {
    const { scope } = plan.order;
    const entries = members.find((member) => member.scope === scope)?.entries ?? [];
    if (hasNews({ entries, last: await lastAt(deps, scope) }, plan.order)) return plan;
  }
  return null;
}

async function measured(
  known: Map<MemoryScope, MeasuredScope>,
  scopes: readonly MemoryScope[],
  measure: (scope: MemoryScope) => Promise<MeasuredScope>,
): Promise<MeasuredScope[]> {
  const members: MeasuredScope[] = [];
  for (const scope of scopes) {
    const member = known.get(scope) ?? (await measure(scope));
    known.set(scope, member);
    members.push(member);
  }
  return members;
}

/**
 * Measures a scope. Reads contents only until their total exceeds `room`, and counts the rest at their
 * minimum size. A scope that cannot be read is given to no worker, so it counts as empty.
 */
async function measure({ memory }: TogetherDeps, scope: MemoryScope, room: number): Promise<MeasuredScope> {
  const sizes = new Map<MemoryKey, number>();
  const look = await memory.look(scope).catch(() => null);
  let sum = 0;
  for (const entry of look?.entries ?? []) {
    const content = sum > room ? undefined : await look?.read(entry.key);
    const size = content === undefined ? leastCharactersOf(entry) : charactersOf(entry, content);
    sizes.set(entry.key, size);
    sum += size;
  }
  return {
    scope,
    entries: look?.entries ?? [],
    charactersOf: ({ key }: MemoryEntry) => sizes.get(key) ?? 0,
  };
}
