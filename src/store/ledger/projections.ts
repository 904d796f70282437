// The files people and agents read: all derived from the ledger, all rewritten by the hall alone. Of an ended
// commission they are on the disk before its meta.json is, so a meta.json that fits its ledger vouches for the others.
// Of one that goes on they are not synced: at a start they are compared with what they should say.
import { basename } from "node:path";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { CommissionMeta } from "../../contract/commission/meta.ts";
import type { Disk } from "../../host/files/disk.ts";
import { formatHashed } from "../../base/data/hashed-json.ts";
import { formatQuestions } from "../../rules/show/questions-file.ts";
import { summaryOf, wordsOf } from "../../rules/show/show.ts";
import { type Commission, isEnded } from "../../rules/commission/state.ts";
import { sha256Of } from "./chain.ts";
import type { Position } from "./journal.ts";
import type { Lane } from "./lane.ts";

export interface Projection {
  commission: Commission;
  position: Position;
}

export interface Projector {
  /** Shows this or something newer soon. */
  show(projection: Projection): void;
  /** Resolves when this, or something newer, is on the disk: true; or could not be written: false. Asking again tries again. */
  showNow(projection: Projection): Promise<boolean>;
}

export interface ProjectorDeps {
  disk: Disk;
  /** Where what is to be shown soon waits for its turn. */
  lane: Lane;
  layout: CommissionLayout;
  failed(error: unknown): void;
}

/** Writes the newest state it was given; one write at a time, and never an older state over a newer one. */
export function createProjector(deps: ProjectorDeps, shown: Projection | null = null): Projector {
  const showing: Showing = { wanted: shown, tried: shown, shown, running: null, isQueued: false };
  return {
    show: (projection) => showSoon(deps, showing, projection),
    showNow: (projection) => showNow(deps, showing, projection),
  };
}

interface Showing {
  wanted: Projection | null;
  /** The latest that was written, or could not be. */
  tried: Projection | null;
  /** What the files are known to show; what could not be written is written with the next. */
  shown: Projection | null;
  running: Promise<boolean> | null;
  isQueued: boolean;
}

/** By the time it is its turn there may be something newer, or somebody may have shown it already. */
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

/** All of them, since none was synced before; meta.json only when the others are on the disk. */
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

/** Whether every file says what it should, by reading it. */
export async function isShown(disk: Disk, layout: CommissionLayout, now: Projection): Promise<boolean> {
  const files = [...filesOf(layout, now.commission), [layout.meta, metaText(layout, now)] as const];
  // One that cannot be read counts as one that says something else.
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
  if (record.decisions.length > 0) {
    files.set(
      layout.decisions,
      json(record.decisions.map(({ question, decision, reasoning }) => ({ question, decision, reasoning }))),
    );
  }
  if (isEnded(commission) && (record.submission || commission.status === "completed")) {
    files.set(layout.result, wordsOf(commission).output);
  }
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

/** Only of an ended one: while it goes on they are written too often, and compared with the ledger at a start. */
function hashesOf(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, text]) => [basename(path), sha256Of(text)]));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
