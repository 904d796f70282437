// Writes one commission with the real ledger and rules, and copies it: each copy has its own id, number and key,
// all of the same length, so that meta.json stays valid.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptedRequest } from "../src/contract/commission/commission.ts";
import { commissionLayout, type HomeLayout, homeLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import type { Refusal } from "../src/contract/api/problem.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import { newUuid } from "../src/host/ids.ts";
import { chainTo, linkOf, noLink, sha256Of } from "../src/store/ledger/chain.ts";
import { commissionKind } from "../src/store/ledger/kinds/commission.ts";
import { openLedger } from "../src/store/ledger/ledger.ts";
import type { Command } from "../src/rules/commission/commands.ts";
import { formatHashed } from "../src/base/data/hashed-json.ts";

/** The placeholder after "#" that each copy replaces with its number. */
export const marker = "00000";

export interface Pattern {
  id: CommissionId;
  files: ReadonlyMap<string, string>;
}

export interface Written {
  request: AcceptedRequest;
  commands: readonly Command[];
  /** When it happened: the request and the first command (the dispatch) at `from`, the rest at `to`. */
  during?: { from: number; to: number };
}

export function makeDirectories(home: HomeLayout): void {
  for (const path of [home.run, home.logs, home.commissions, home.trash])
    mkdirSync(path, { recursive: true, mode: 0o700 });
}

export async function makePattern({ request, commands, during }: Written): Promise<Pattern> {
  const home = homeLayout(mkdtempSync(join(tmpdir(), "guild-hall-bench-pattern-")));
  makeDirectories(home);
  const bestEffortFailed = (what: string, cause: unknown) => {
    throw new Error(what, { cause });
  };
  let at = during?.from;
  const clock = { ...systemClock, now: () => at ?? Date.now() };
  const noticed = (what: string) => bestEffortFailed(what, null);
  const ledger = await openLedger(
    { disk: systemDisk, clock, home, bestEffortFailed, noticed },
    commissionKind,
  );
  must(await ledger.create(request));
  must(await ledger.execute(request.id, commands.slice(0, 1)));
  at = during?.to;
  must(await ledger.execute(request.id, commands.slice(1)));
  await ledger.close();
  const { directory } = commissionLayout(home, request.id);
  const files = new Map(
    readdirSync(directory).map((name) => [name, readFileSync(`${directory}/${name}`, "utf8")]),
  );
  rmSync(home.root, { recursive: true });
  return { id: request.id, files };
}

function must(done: { ok: true } | Refusal): void {
  if (!done.ok) throw new Error(done.problem.message);
}

export interface Copies {
  count: number;
  /** The number of the first copy; 1 by default. */
  from?: number;
  newId?(): string;
}

export function copyPattern(
  home: HomeLayout,
  { id, files }: Pattern,
  { count, from = 1, newId = newUuid }: Copies,
): void {
  for (let n = from; n < from + count; n += 1) {
    const own = newId();
    const number = String(n).padStart(marker.length, "0");
    const directory = `${home.commissions}/${own}`;
    mkdirSync(directory, { mode: 0o700 });
    const changed = [...files].map(
      ([name, text]) => [name, text.replaceAll(id, own).replaceAll(`#${marker}`, `#${number}`)] as const,
    );
    for (const [name, text] of withOwnHashes(new Map(changed)))
      writeFileSync(`${directory}/${name}`, text, { mode: 0o600 });
  }
}

/** Recomputes the hash chain of a copy's lines, and the hashes in its meta.json. */
function withOwnHashes(files: Map<string, string>): Map<string, string> {
  let link = noLink;
  const lines = (files.get("events.jsonl") ?? "").trimEnd().split("\n");
  const chained = lines.map((line) => {
    const { chain: _chain, ...event } = JSON.parse(line) as Record<string, unknown>;
    const text = chainTo(link, JSON.stringify(event));
    link = linkOf(text);
    return `${text}\n`;
  });
  files.set("events.jsonl", chained.join(""));
  const { sha256: _hash, ...meta } = JSON.parse(files.get("meta.json") ?? "") as StoredMeta;
  meta.ledger.lastLineSha256 = link.sha256;
  for (const name of Object.keys(meta.files ?? {}))
    meta.files = { ...meta.files, [name]: sha256Of(files.get(name) ?? "") };
  return files.set("meta.json", formatHashed(meta));
}

interface StoredMeta {
  sha256?: string;
  ledger: { lastLineSha256: string };
  files?: Record<string, string>;
}
