// Gives one commission its memory: chooses the entries for its prompt, and opens the scopes that its tools
// may use. Each entry that the commission writes says who wrote it, and whether it may contain untrusted
// text.
import type { CourseFact } from "../../contract/course/course-facts.ts";
import { type MemoryScope, scopesOf } from "../../contract/memory/memory.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import {
  createMemoryStore,
  type MemoryStore,
  newestFirst,
  type ScopeLook,
} from "../../store/memory/memory-store.ts";
import { thresholdsOf } from "../../rules/memory/compaction.ts";
import {
  emptyMemoryPrompt,
  formatMemoryPrompt,
  mayFit,
  type MemoryPrompt,
  offer,
} from "../../rules/memory/memory-prompt.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { MemoryToolsDeps } from "../../guild/toolboxes/memory.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { Bench } from "../bench/bench.ts";

export function openMemory(
  deps: Pick<WorkbenchDeps, "home" | "disk" | "locks" | "clock" | "print">,
): MemoryStore {
  const { home, disk, locks, clock, print } = deps;
  return createMemoryStore({ home, disk, locks, clock, files: plainFiles, warn: print });
}

export interface GivenMemory {
  /** The text for the end of the system prompt. Empty if there is no memory. */
  text: string;
  /** Recorded before the session begins. `null` if no memory was given. */
  fact: (CourseFact & { type: "memory.given" }) | null;
}

const noMemory: GivenMemory = { text: "", fact: null };

/**
 * Chooses the memory for a commission's prompt. A chore (a commission that the hall made itself) gets none,
 * because its task contains all its material.
 */
export async function gatherMemory(
  deps: Pick<WorkbenchDeps, "home" | "disk" | "locks" | "clock" | "print" | "config">,
  { request }: Pick<CommissionRecord, "request">,
): Promise<GivenMemory> {
  if (request.chore !== null) return noMemory;
  const prompt = await choose(openMemory(deps), {
    scopes: Object.values(scopesOf(request.worker, request.project)).filter((scope) => scope !== null),
    capTokens: thresholdsOf(deps.config, request.project).capTokens,
  });
  const text = formatMemoryPrompt(prompt);
  if (text === "") return noMemory;
  const { given, leftOut } = prompt;
  const entries = given.map(({ scope, key, version }) => ({ scope, key, version }));
  const untrusted = given.some((entry) => entry.untrusted);
  return { text, fact: { type: "memory.given", entries, leftOut: leftOut.count, untrusted } };
}

/** Selects the entries for a prompt, newest first. Reads only entries that may fit. */
export async function choose(
  store: Pick<MemoryStore, "look">,
  { scopes, capTokens }: { scopes: readonly MemoryScope[]; capTokens: number },
): Promise<MemoryPrompt> {
  const looks = new Map<MemoryScope, ScopeLook>();
  for (const scope of scopes) looks.set(scope, await store.look(scope));
  const entries = [...looks.values()].flatMap((look) => look.entries).toSorted(newestFirst);
  let prompt = emptyMemoryPrompt(capTokens);
  for (const entry of entries) {
    const content = mayFit(prompt, entry) ? await looks.get(entry.scope)?.read(entry.key) : undefined;
    prompt = offer(prompt, entry, content ?? null);
  }
  return prompt;
}

export function memoryFor(deps: WorkbenchDeps, bench: Bench): MemoryToolsDeps {
  const { request } = bench.commission.record;
  const { list, find, write } = openMemory(deps);
  const by = { kind: "worker" as const, worker: request.worker, commission: request.id };
  const rehearsed = request.rehearsal !== null;
  return {
    record: bench.record,
    scopes: scopesOf(request.worker, request.project),
    list,
    find,
    write: (order) => write({ ...order, by, rehearsed, untrusted: bench.isTainted() }),
  };
}
