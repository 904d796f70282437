// What the HTTP door asks of the memory behind it, always in a person's name.
import type { CommissionDetail } from "../../contract/api/api.ts";
import type { MemoryEntry, MemoryKey, MemoryScope } from "../../contract/memory/memory.ts";
import type {
  Forgotten,
  MemoryDocument,
  MemoryHistory,
  MemoryList,
  MemoryScopes,
  MemoryVersionDocument,
} from "../../contract/memory/memory-routes.ts";
import type { Refusal } from "../../contract/api/problem.ts";

export interface EntryPlace {
  scope: MemoryScope;
  key: MemoryKey;
}

export interface MemoryOperations {
  scopes(): Promise<MemoryScopes>;
  list(scope: MemoryScope): Promise<MemoryList>;
  entry(place: EntryPlace): Promise<{ ok: true; document: MemoryDocument } | Refusal>;
  write(
    place: EntryPlace,
    order: { content: string; ifVersion?: number | undefined },
  ): Promise<{ ok: true; entry: MemoryEntry } | Refusal>;
  forget(place: EntryPlace): Promise<{ ok: true; forgotten: Forgotten } | Refusal>;
  history(place: EntryPlace): Promise<{ ok: true; history: MemoryHistory } | Refusal>;
  version(
    place: EntryPlace & { version: number },
  ): Promise<{ ok: true; document: MemoryVersionDocument } | Refusal>;
  revert(place: EntryPlace, version: number): Promise<{ ok: true; entry: MemoryEntry } | Refusal>;
  compact(
    scope: MemoryScope,
    rehearsal: string | null,
  ): Promise<{ ok: true; commission: CommissionDetail } | Refusal>;
}
