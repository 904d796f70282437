// Reads the files that were made from the ledger of an ended commission, for use when the ledger itself
// cannot be read any more. A file that does not match its hash in meta.json is left out.
import { basename } from "node:path";
import type { Disk } from "../../host/files/disk.ts";
import type { DerivedFiles } from "../../rules/show/show-derived.ts";
import { sha256Of } from "./chain.ts";
import type { LedgerEntry } from "./entry.ts";
import { readMeta } from "./meta-file.ts";

export interface Derived extends DerivedFiles {
  summary: LedgerEntry["summary"];
  /** The sentence about the damage. */
  damage: string;
}

export async function readDerived(
  disk: Pick<Disk, "readText">,
  { layout, summary, damage }: Pick<LedgerEntry, "layout" | "summary"> & { damage: string },
): Promise<Derived> {
  const hashes = (await readMeta(disk, layout))?.files;
  const read = (path: string) => readSound(disk, { path, sha256: hashes?.[basename(path)] });
  const [task, config, questions, decisions, result] = await Promise.all(
    [layout.task, layout.config, layout.questions, layout.decisions, layout.result].map(read),
  );
  return {
    summary,
    damage,
    task: task ?? null,
    config: config ?? null,
    questions: questions ?? null,
    decisions: decisions ?? null,
    result: result ?? null,
  };
}

/**
 * Returns `undefined` if the file is missing or does not match its hash. A file is not checked if meta.json
 * has no hash for it, as in older releases, or cannot be read.
 */
async function readSound(
  disk: Pick<Disk, "readText">,
  { path, sha256 }: { path: string; sha256: string | undefined },
): Promise<string | undefined> {
  const text = await disk.readText(path).catch(() => undefined);
  return text === undefined || (sha256 !== undefined && sha256Of(text) !== sha256) ? undefined : text;
}
