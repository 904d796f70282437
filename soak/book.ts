// Records what a hall has acknowledged to its clients, so that a test can check that none of it is lost.
import type { CommissionId } from "../src/contract/home/ids.ts";
import type { Commission } from "../src/rules/commission/state.ts";

export interface Told {
  key: string;
  title: string;
  task: string;
}

export interface Book {
  created: Map<CommissionId, Told>;
  cancelled: Set<CommissionId>;
  deleted: Set<CommissionId>;
  /** Requested, but the hall died before it answered: it may or may not have happened. */
  unsureCreates: Map<string, Told>;
  unsureDeletes: Set<CommissionId>;
  /** Writes refused because the disk failed, with the proper error. */
  refused: number;
  /** Answers that a client should never get. */
  strange: string[];
}

export function openBook(): Book {
  return {
    created: new Map(),
    cancelled: new Set(),
    deleted: new Set(),
    unsureCreates: new Map(),
    unsureDeletes: new Set(),
    refused: 0,
    strange: [],
  };
}

/** Returns sentences about acknowledged changes that do not hold. */
export function findLosses(book: Book, found: ReadonlyMap<CommissionId, Commission>): string[] {
  return [
    ...[...book.created].flatMap(([id, told]) => lossOf(book, { id, told, commission: found.get(id) })),
    ...[...book.deleted].filter((id) => found.has(id)).map((id) => `${id} was deleted and is back`),
    ...twins(found),
  ];
}

interface Kept {
  id: CommissionId;
  told: Told;
  commission: Commission | undefined;
}

function lossOf(book: Book, { id, told, commission }: Kept): string[] {
  if (!commission) return book.deleted.has(id) || book.unsureDeletes.has(id) ? [] : [`${id} is gone`];
  const { title, task, idempotencyKey } = commission.record.request;
  if (title !== told.title || task !== told.task || idempotencyKey !== told.key)
    return [`${id} is not what was asked for`];
  if (book.cancelled.has(id) && commission.record.cancel === null) return [`${id} is no longer cancelled`];
  return [];
}

/** Finds commissions that share an idempotency key: a key may create only one, however often it was sent. */
function twins(found: ReadonlyMap<CommissionId, Commission>): string[] {
  const keys = new Map<string, CommissionId>();
  const second: string[] = [];
  for (const [id, { record }] of found) {
    const key = record.request.idempotencyKey;
    if (key !== null && keys.has(key)) second.push(`${id} is a second commission for the key ${key}`);
    else if (key !== null) keys.set(key, id);
  }
  return second;
}
