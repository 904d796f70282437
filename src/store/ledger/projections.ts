// Writes the files that people and agents read, all derived from the ledger. For a thing at rest, such as an
// ended commission, they are synced to disk before its meta.json: if meta.json matches the ledger, the other
// files are complete, too. Otherwise they are not synced, but compared with the ledger at the next start.
import { basename } from "node:path";
import type { LedgerMeta } from "../../contract/commission/meta.ts";
import type { Disk } from "../../host/files/disk.ts";
import { formatHashed } from "../../base/data/hashed-json.ts";
import { sha256Of } from "./chain.ts";
import type { JournalPosition } from "./journal.ts";
import type { LedgerKind, LedgerTypes } from "./kind.ts";
import type { Lane } from "./projection-queue.ts";

export interface Projection<K extends LedgerTypes> {
  state: K["state"];
  summary: K["summary"];
  position: JournalPosition;
}

export function projectionOf<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  state: K["state"],
  position: JournalPosition,
): Projection<K> {
  return { state, summary: kind.summaryOf(state), position };
}

export interface Projector<K extends LedgerTypes> {
  /** Queues a write of the files, for this state or a newer one. */
  show(projection: Projection<K>): void;
  /**
   * Writes the files. Resolves to true once they show this state or a newer one, and to false if the write
   * failed. The files are synced only if the thing is at rest. The caller may try again.
   */
  showNow(projection: Projection<K>): Promise<boolean>;
}

export interface ProjectorDeps<K extends LedgerTypes> {
  kind: LedgerKind<K>;
  disk: Disk;
  /** The queue for writes by `show`. */
  lane: Lane;
  layout: K["layout"];
  failed(error: unknown): void;
}

/**
 * Creates a projector. It writes the newest state it was given, one write at a time, and never an older state
 * over a newer one.
 */
export function createProjector<K extends LedgerTypes>(
  deps: ProjectorDeps<K>,
  shown: Projection<K> | null = null,
): Projector<K> {
  const showing: Showing<K> = { wanted: shown, tried: shown, shown, running: null, isQueued: false };
  return {
    show: (projection) => showSoon(deps, showing, projection),
    showNow: (projection) => showNow(deps, showing, projection),
  };
}

interface Showing<K extends LedgerTypes> {
  wanted: Projection<K> | null;
  /** The latest state whose write was attempted. */
  tried: Projection<K> | null;
  /** The state that the files are known to show. After a failure, the next write includes what was missed. */
  shown: Projection<K> | null;
  running: Promise<boolean> | null;
  isQueued: boolean;
}

/** Queues a write of the newest state. When its turn comes, that state may have been written already. */
function showSoon<K extends LedgerTypes>(
  deps: ProjectorDeps<K>,
  showing: Showing<K>,
  projection: Projection<K>,
): void {
  want(showing, projection);
  if (showing.isQueued || showing.running) return;
  showing.isQueued = true;
  deps.lane(() => {
    showing.isQueued = false;
    return writeWanted(deps, showing);
  });
}

function showNow<K extends LedgerTypes>(
  deps: ProjectorDeps<K>,
  showing: Showing<K>,
  projection: Projection<K>,
): Promise<boolean> {
  want(showing, projection);
  return writeWanted(deps, showing);
}

function want<K extends LedgerTypes>(showing: Showing<K>, projection: Projection<K>): void {
  if (!showing.wanted || projection.position.seq > showing.wanted.position.seq) showing.wanted = projection;
}

function writeWanted<K extends LedgerTypes>(deps: ProjectorDeps<K>, showing: Showing<K>): Promise<boolean> {
  if (showing.shown !== showing.wanted) showing.running ??= writeLatest(deps, showing);
  return showing.running ?? Promise.resolve(true);
}

async function writeLatest<K extends LedgerTypes>(
  deps: ProjectorDeps<K>,
  showing: Showing<K>,
): Promise<boolean> {
  do {
    const next = showing.wanted;
    if (next === null) break;
    showing.tried = next;
    try {
      await writeProjection(deps, next, showing.shown);
      showing.shown = next;
    } catch (error) {
      deps.failed(error);
    }
  } while (showing.tried !== showing.wanted);
  showing.running = null;
  return showing.shown === showing.wanted;
}

function writeProjection<K extends LedgerTypes>(
  deps: ProjectorDeps<K>,
  now: Projection<K>,
  before: Projection<K> | null,
): Promise<void> {
  return deps.kind.isAtRest(now.summary) ? writeAll(deps, now) : writeChanged(deps, now, before);
}

/**
 * Writes and syncs all files, because those written before the rest are not synced. meta.json comes last,
 * when the others are on disk.
 */
async function writeAll<K extends LedgerTypes>(
  { disk, kind, layout }: ProjectorDeps<K>,
  now: Projection<K>,
): Promise<void> {
  const files = [...kind.filesOf(layout, now.state)];
  await Promise.all(files.map(([path, text]) => disk.replace(path, text)));
  await disk.replace(layout.meta, metaText(kind, layout, now));
}

async function writeChanged<K extends LedgerTypes>(
  { disk, kind, layout }: ProjectorDeps<K>,
  now: Projection<K>,
  before: Projection<K> | null,
): Promise<void> {
  const old = before ? kind.filesOf(layout, before.state) : new Map<string, string>();
  const changed = [...kind.filesOf(layout, now.state)].filter(([path, text]) => old.get(path) !== text);
  await Promise.all(changed.map(([path, text]) => disk.replaceUnsynced(path, text)));
  await disk.replaceUnsynced(layout.meta, metaText(kind, layout, now));
}

/** Returns true if every file on disk has the content that this state gives it. */
export async function isShown<K extends LedgerTypes>(
  { disk, kind, layout }: Pick<ProjectorDeps<K>, "disk" | "kind" | "layout">,
  now: Projection<K>,
): Promise<boolean> {
  const files = [...kind.filesOf(layout, now.state), [layout.meta, metaText(kind, layout, now)] as const];
  // An unreadable file counts as different.
  const found = await Promise.all(files.map(([path]) => disk.readText(path).catch(() => undefined)));
  return files.every(([, text], i) => found[i] === text);
}

function metaText<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  layout: K["layout"],
  { state, summary, position }: Projection<K>,
): string {
  const files = kind.isAtRest(summary) ? { files: hashesOf(kind.filesOf(layout, state)) } : {};
  const head: LedgerMeta = {
    version: 1,
    seq: position.seq,
    ledger: { bytes: position.bytes, lastLineSha256: position.lastLineSha256 },
    ...files,
    idempotencyKey: kind.keyOf(state),
  };
  return formatHashed({ ...head, [kind.noun]: summary });
}

/**
 * Returns the hash of each file. Used only for a thing at rest: the other files change too often, and are instead
 * compared with the ledger when the hall starts.
 */
function hashesOf(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, text]) => [basename(path), sha256Of(text)]));
}
