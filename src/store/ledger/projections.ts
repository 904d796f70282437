// Writes the files that people and agents read, all derived from the ledger. For an ended commission, they
// are synced to disk before its meta.json: if meta.json matches the ledger, the other files are complete,
// too. For a running commission they are not synced, but compared with the ledger at the next start.
import { basename } from "node:path";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { CommissionMeta } from "../../contract/commission/meta.ts";
import type { Disk } from "../../host/files/disk.ts";
import { formatHashed } from "../../base/data/hashed-json.ts";
import { formatComments } from "../../rules/show/comments-file.ts";
import { commissionDocument } from "../../rules/project/commission-document.ts";
import { formatQuestions } from "../../rules/show/questions-file.ts";
import { summaryOf, wordsOf } from "../../rules/show/show.ts";
import { type Commission, isEnded } from "../../rules/commission/state.ts";
import { sha256Of } from "./chain.ts";
import type { JournalPosition } from "./journal.ts";
import type { Lane } from "./projection-queue.ts";

export interface Projection {
  commission: Commission;
  position: JournalPosition;
}

export interface Projector {
  /** Queues a write of the files, for this state or a newer one. */
  show(projection: Projection): void;
  /**
   * Writes the files. Resolves to true once they show this state or a newer one, and to false if the write
   * failed. The files are synced only if the commission has ended. The caller may try again.
   */
  showNow(projection: Projection): Promise<boolean>;
}

export interface ProjectorDeps {
  disk: Disk;
  /** The queue for writes by `show`. */
  lane: Lane;
  layout: CommissionLayout;
  failed(error: unknown): void;
}

/**
 * Creates a projector. It writes the newest state it was given, one write at a time, and never an older state
 * over a newer one.
 */
export function createProjector(deps: ProjectorDeps, shown: Projection | null = null): Projector {
  const showing: Showing = { wanted: shown, tried: shown, shown, running: null, isQueued: false };
  return {
    show: (projection) => showSoon(deps, showing, projection),
    showNow: (projection) => showNow(deps, showing, projection),
  };
}

interface Showing {
  wanted: Projection | null;
  /** The latest state whose write was attempted. */
  tried: Projection | null;
  /** The state that the files are known to show. After a failure, the next write includes what was missed. */
  shown: Projection | null;
  running: Promise<boolean> | null;
  isQueued: boolean;
}

/** Queues a write of the newest state. When its turn comes, that state may have been written already. */
function showSoon(deps: ProjectorDeps, showing: Showing, projection: Projection): void {
  want(showing, projection);
  if (showing.isQueued || showing.running) return;
  showing.isQueued = true;
  deps.lane(() => {
    showing.isQueued = false;
    return writeWanted(deps, showing);
  });
}

function showNow(deps: ProjectorDeps, showing: Showing, projection: Projection): Promise<boolean> {
  want(showing, projection);
  return writeWanted(deps, showing);
}

function want(showing: Showing, projection: Projection): void {
  if (!showing.wanted || projection.position.seq > showing.wanted.position.seq) showing.wanted = projection;
}

function writeWanted(deps: ProjectorDeps, showing: Showing): Promise<boolean> {
  if (showing.shown !== showing.wanted) showing.running ??= writeLatest(deps, showing);
  return showing.running ?? Promise.resolve(true);
}

async function writeLatest(deps: ProjectorDeps, showing: Showing): Promise<boolean> {
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

function writeProjection(deps: ProjectorDeps, now: Projection, before: Projection | null): Promise<void> {
  return isEnded(now.commission) ? writeLast(deps, now) : writeChanged(deps, now, before);
}

/**
 * Writes and syncs all files, because those of a running commission are not synced. meta.json comes last,
 * when the others are on disk.
 */
async function writeLast({ disk, layout }: ProjectorDeps, now: Projection): Promise<void> {
  const files = [...filesOf(layout, now.commission)];
  await Promise.all(files.map(([path, text]) => disk.replace(path, text)));
  await disk.replace(layout.meta, metaText(layout, now));
}

async function writeChanged(
  { disk, layout }: ProjectorDeps,
  now: Projection,
  before: Projection | null,
): Promise<void> {
  const old = before ? filesOf(layout, before.commission) : new Map<string, string>();
  const changed = [...filesOf(layout, now.commission)].filter(([path, text]) => old.get(path) !== text);
  await Promise.all(changed.map(([path, text]) => disk.replaceUnsynced(path, text)));
  await disk.replaceUnsynced(layout.meta, metaText(layout, now));
}

/** Returns true if every file on disk has the content that this state gives it. */
export async function isShown(disk: Disk, layout: CommissionLayout, now: Projection): Promise<boolean> {
  const files = [...filesOf(layout, now.commission), [layout.meta, metaText(layout, now)] as const];
  // An unreadable file counts as different.
  const found = await Promise.all(files.map(([path]) => disk.readText(path).catch(() => undefined)));
  return files.every(([, text], i) => found[i] === text);
}

function filesOf(layout: CommissionLayout, commission: Commission): Map<string, string> {
  const { record } = commission;
  const files = new Map<string, string>();
  files.set(layout.task, record.request.task);
  const { config, memberConfig } = record.request;
  files.set(layout.config, json({ ...config, ...(memberConfig && { memberConfig }) }));
  if (record.summary !== null) files.set(layout.status, record.summary);
  if (record.questions.length > 0)
    files.set(
      layout.questions,
      formatQuestions(
        record.questions.map((q) => q.question),
        record.answers,
      ),
    );
  const { sentBack } = record.request;
  if (sentBack) files.set(layout.comments, formatComments(sentBack, record));
  if (record.decisions.length > 0) {
    files.set(
      layout.decisions,
      json(record.decisions.map(({ question, decision, reasoning }) => ({ question, decision, reasoning }))),
    );
  }
  if (isEnded(commission) && (record.submission || commission.status === "completed")) {
    files.set(layout.result, wordsOf(commission).output);
  }
  if (isEnded(commission) && record.tree !== null)
    files.set(layout.record, commissionDocument(record, commission.outcome));
  return files;
}

function metaText(layout: CommissionLayout, projection: Projection): string {
  return formatHashed(metaOf(layout, projection));
}

function metaOf(layout: CommissionLayout, { commission, position }: Projection): CommissionMeta {
  return {
    version: 1,
    seq: position.seq,
    ledger: { bytes: position.bytes, lastLineSha256: position.lastLineSha256 },
    ...(isEnded(commission) ? { files: hashesOf(filesOf(layout, commission)) } : {}),
    idempotencyKey: commission.record.request.idempotencyKey,
    commission: summaryOf(commission),
  };
}

/**
 * Returns the hash of each file. Used only for an ended commission: the files of a running one change too often, and
 * are instead compared with the ledger when the hall starts.
 */
function hashesOf(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, text]) => [basename(path), sha256Of(text)]));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
