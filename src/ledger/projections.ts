// The files people and agents read: all derived from the ledger, all rewritten by the hall alone. meta.json comes last
// and names the ledger line it shows, so a meta.json that fits its ledger vouches for the others.
import type { CommissionLayout } from "../contract/home-layout.ts";
import type { CommissionMeta } from "../contract/meta.ts";
import type { Disk } from "../host/disk.ts";
import { formatQuestions } from "../rules/questions-file.ts";
import { summaryOf, wordsOf } from "../rules/show.ts";
import { type Commission, isEnded } from "../rules/state.ts";
import type { Position } from "./journal.ts";

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
  layout: CommissionLayout;
  failed(error: unknown): void;
}

/** Writes the newest state it was given; one write at a time, and never an older state over a newer one. */
export function createProjector(deps: ProjectorDeps, shown: Projection | null = null): Projector {
  const showing: Showing = { wanted: shown, tried: shown, shown, running: null };
  return {
    show: (projection) => void show(deps, showing, projection),
    showNow: (projection) => show(deps, showing, projection),
  };
}

interface Showing {
  wanted: Projection | null;
  /** The latest that was written, or could not be. */
  tried: Projection | null;
  /** What the files are known to show; what could not be written is written with the next. */
  shown: Projection | null;
  running: Promise<boolean> | null;
}

function show(deps: ProjectorDeps, showing: Showing, projection: Projection): Promise<boolean> {
  const isNewer = !showing.wanted || projection.position.seq > showing.wanted.position.seq;
  if (isNewer) showing.wanted = projection;
  if (isNewer || showing.shown !== showing.wanted) showing.running ??= writeLatest(deps, showing);
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

async function writeProjection(
  deps: ProjectorDeps,
  now: Projection,
  before: Projection | null,
): Promise<void> {
  const files = filesOf(deps.layout, now.commission);
  const old = before ? filesOf(deps.layout, before.commission) : new Map<string, string>();
  for (const [path, text] of files) if (old.get(path) !== text) await deps.disk.replace(path, text);
  await deps.disk.replace(deps.layout.meta, json(metaOf(now)));
}

function filesOf(layout: CommissionLayout, commission: Commission): Map<string, string> {
  const { record } = commission;
  const files = new Map<string, string>();
  files.set(layout.task, record.request.task);
  files.set(layout.config, json(record.request.config));
  if (record.summary !== null) files.set(layout.status, record.summary);
  if (record.questions.length > 0)
    files.set(layout.questions, formatQuestions(record.questions.map((q) => q.question)));
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

function metaOf({ commission, position }: Projection): CommissionMeta {
  return {
    version: 1,
    seq: position.seq,
    ledger: { bytes: position.bytes, lastLineSha256: position.lastLineSha256 },
    idempotencyKey: commission.record.request.idempotencyKey,
    commission: summaryOf(commission),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
