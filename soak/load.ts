// Runs clients that create, cancel, delete and list as fast as a few people would, and records every answer.
import type { Client, NewCommission } from "../src/client/client.ts";
import { hasCode } from "../src/client/problem.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { quick } from "../test/harness/rehearsals.ts";
import type { Book, Told } from "./book.ts";
import type { Lots } from "./lots.ts";

export interface Load {
  client: Client;
  book: Book;
  lots: Lots;
  /** Prefixes every key, so that no two loads share one. */
  name: string;
}

const clients = 4;
const longestPauseMs = 30;

/** Runs until the signal fires or the hall is unreachable. */
export async function runLoad(load: Load, stop: AbortSignal): Promise<void> {
  const busy = new Set<CommissionId>();
  await Promise.all(Array.from({ length: clients }, (_, n) => actAgainAndAgain({ load, busy, n, stop })));
}

interface Acting {
  load: Load;
  /** Commissions that another client is changing right now. */
  busy: Set<CommissionId>;
  n: number;
  stop: AbortSignal;
}

async function actAgainAndAgain(acting: Acting): Promise<void> {
  const { load, stop, n } = acting;
  for (let count = 0; !stop.aborted; count += 1) {
    const isWrite = load.lots.below(10) < 8;
    try {
      await (isWrite ? write(acting, `${load.name}-${n}-${count}`) : read(load));
    } catch (error) {
      if (hasCode(error, "unreachable")) return;
      if (isWrite && hasCode(error, "storage")) load.book.refused += 1;
      else load.book.strange.push(error instanceof Error ? error.message : String(error));
    }
    await Bun.sleep(load.lots.below(longestPauseMs));
  }
}

async function write(acting: Acting, key: string): Promise<void> {
  const { load } = acting;
  const lot = load.lots.below(8);
  if (lot < 4) await create(load, newTold(load.lots, key));
  else if (lot < 6) await withOne(acting, standing(load.book), (id) => cancel(load, id));
  else await withOne(acting, ended(load.book), (id) => remove(load, id));
}

async function read({ client, book, lots }: Load): Promise<void> {
  await client.list({ limit: 100 });
  const id = lots.pick(standing(book));
  if (id !== undefined) await client.detail(id);
}

export async function create(load: Pick<Load, "client" | "book">, told: Told): Promise<void> {
  const { client, book } = load;
  book.unsureCreates.set(told.key, told);
  const { id } = await client.create(requestOf(told), told.key);
  book.created.set(id, told);
  book.unsureCreates.delete(told.key);
}

function requestOf({ title, task }: Told): NewCommission {
  return { worker: "researcher", title, task, rehearsal: quick, labels: ["soak"] };
}

/**
 * Returns a new request. Some tasks are too long for a line of the ledger, so the hall stores them in a blob.
 */
export function newTold(lots: Lots, key: string): Told {
  const words = `Find out about ${key}: ünïcode, "quotes" and\nlines.`;
  const filling = "x".repeat(lots.below(12) === 0 ? 70_000 : lots.below(2000));
  return { key, title: `Soak ${key}`, task: `${words} ${filling}.` };
}

async function cancel({ client, book }: Load, id: CommissionId): Promise<void> {
  const { status, cancelRequested } = await client.cancel(id);
  if (status === "cancelled" || cancelRequested) book.cancelled.add(id);
}

async function remove({ client, book }: Load, id: CommissionId): Promise<void> {
  book.unsureDeletes.add(id);
  try {
    await client.remove(id);
    book.deleted.add(id);
  } catch (error) {
    if (!hasCode(error, "wrong_state")) throw error;
    // Its workbench is still ending.
  }
  book.unsureDeletes.delete(id);
}

async function withOne(
  { load, busy }: Acting,
  from: readonly CommissionId[],
  act: (id: CommissionId) => Promise<void>,
): Promise<void> {
  const id = load.lots.pick(from.filter((id) => !busy.has(id)));
  if (id === undefined) return;
  busy.add(id);
  await act(id).finally(() => busy.delete(id));
}

function standing({ created, cancelled }: Book): CommissionId[] {
  return [...created.keys()].filter((id) => !cancelled.has(id));
}

function ended({ cancelled, deleted, unsureDeletes }: Book): CommissionId[] {
  return [...cancelled].filter((id) => !deleted.has(id) && !unsureDeletes.has(id));
}

/**
 * Repeats each request that had no answer. A create keeps its idempotency key, so it must yield one
 * commission.
 */
export async function askAgain(load: Pick<Load, "client" | "book">): Promise<void> {
  for (const told of load.book.unsureCreates.values()) await create(load, told);
  for (const id of load.book.unsureDeletes) {
    await load.client.remove(id).catch((error: unknown) => {
      if (!hasCode(error, "not_found")) throw error;
    });
    load.book.deleted.add(id);
    load.book.unsureDeletes.delete(id);
  }
}

/**
 * Cancels all commissions except `but`. Cancels pending ones first, because they would otherwise start, each
 * with a real session.
 */
export async function callOff(client: Client, but: readonly CommissionId[] = []): Promise<void> {
  for (const query of [{ status: "pending" }, {}]) {
    const { commissions } = await client.list({ ...query, limit: 1000 });
    const standing = commissions.filter(({ id, endedAt }) => endedAt === null && !but.includes(id));
    await Promise.all(standing.map(({ id }) => cancelUnlessFinished(client, id)));
  }
}

/** Ignores a commission that is just finishing. */
async function cancelUnlessFinished(client: Client, id: CommissionId): Promise<void> {
  await client.cancel(id).catch((error: unknown) => {
    if (!hasCode(error, "wrong_state")) throw error;
  });
}
