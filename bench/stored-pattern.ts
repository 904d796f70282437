// One commission that the real ledger and the real rules wrote, and copies of it: each with an id, a number and a key of
// its own, all of the same length, so that meta.json fits.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptedRequest } from "../src/contract/commission.ts";
import { commissionLayout, type HomeLayout, homeLayout } from "../src/contract/home-layout.ts";
import type { CommissionId } from "../src/contract/ids.ts";
import type { Refusal } from "../src/contract/problem.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemDisk } from "../src/host/disk.ts";
import { newUuid } from "../src/host/ids.ts";
import { openLedger } from "../src/ledger/ledger.ts";
import type { Command } from "../src/rules/commands.ts";

/** Stands behind # where each copy has its number. */
export const marker = "00000";

export interface Pattern {
  id: CommissionId;
  files: ReadonlyMap<string, string>;
}

export interface Written {
  request: AcceptedRequest;
  commands: readonly Command[];
  /** When it happened: it was asked for and dispatched, the first command, at one time, and the rest at another. */
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
  const ledger = await openLedger({ disk: systemDisk, clock, home, bestEffortFailed });
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
  /** The first one's number; 1 where nothing is said. */
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
    for (const [name, text] of files) {
      const changed = text.replaceAll(id, own).replaceAll(`#${marker}`, `#${number}`);
      writeFileSync(`${directory}/${name}`, changed, { mode: 0o600 });
    }
  }
}
