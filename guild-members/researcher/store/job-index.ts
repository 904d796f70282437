// Indexes the jobs so that they need not all be read each time. The files are authoritative: every answer is
// checked against their stat, so that manual edits, additions and deletions are seen at once.
import { lstatSync, readdirSync } from "node:fs";
import { type JobId, parseJobId, placesOf } from "./job-id.ts";
import { type Meta, newMeta, parseMeta } from "./meta.ts";
import { lookAgain, type SeenFile } from "./seen-file.ts";

export interface Entry {
  id: JobId;
  meta: Meta;
}

export interface JobIndex {
  find(id: JobId): Entry | undefined;
  /** Returns all jobs in the order in which they were accepted. */
  all(): Entry[];
  /** Returns the worker's latest summary; `null` if there is none yet. */
  summaryOf(id: JobId): string | null;
  /** Finds the first job that a hall sent for this commission. */
  findCommission(value: string): Entry | undefined;
}

interface Known {
  file: SeenFile;
  /** The content of meta.json when it was last readable, because an editor may be in the middle of writing the file. */
  meta: Meta;
  status: SeenFile | undefined;
  commission: string | null;
}

interface IndexState {
  jobs: string;
  known: Map<JobId, Known>;
}

export function createJobIndex(jobs: string): JobIndex {
  const index: IndexState = { jobs, known: new Map() };
  return {
    find: (id) => find(index, id),
    all: () => all(index),
    summaryOf: (id) => summaryOf(index, id),
    findCommission: (value) => findCommission(index, value),
  };
}

function find(index: IndexState, id: JobId): Entry | undefined {
  const directory = lstatSync(placesOf(index.jobs, id).directory, { throwIfNoEntry: false });
  if (directory?.isDirectory()) return look(index, id);
  index.known.delete(id);
  return undefined;
}

function all(index: IndexState): Entry[] {
  const ids = listIds(index);
  const there = new Set(ids);
  for (const id of index.known.keys()) if (!there.has(id)) index.known.delete(id);
  return ids.flatMap((id) => look(index, id) ?? []);
}

function listIds({ jobs }: IndexState): JobId[] {
  return readdirSync(jobs, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? (parseJobId(entry.name) ?? []) : []))
    .sort();
}

function look(index: IndexState, id: JobId): Entry | undefined {
  const before = index.known.get(id);
  const file = lookAgain(placesOf(index.jobs, id).meta, before?.file);
  if (file.stamp === null) {
    index.known.delete(id);
    return undefined;
  }
  if (before?.file === file) return { id, meta: before.meta };
  const meta = parseMeta(file.text ?? "") ?? before?.meta ?? unreadable(id, file);
  const commission = before ? before.commission : readCommission(index, id);
  index.known.set(id, { file, meta, status: before?.status, commission });
  return { id, meta };
}

/**
 * Shows a job whose meta.json cannot be read as failed, so that a person repairs the file. Nothing overwrites that
 * file.
 */
function unreadable(id: JobId, { stamp }: SeenFile): Meta {
  const at = new Date(stamp?.mtimeMs ?? 0).toISOString();
  const error = "Its meta.json cannot be read: it is broken, or of a newer release.";
  return {
    ...newMeta({ jobId: id, description: "", startedAt: at }),
    status: "failed",
    completedAt: at,
    error,
  };
}

function summaryOf(index: IndexState, id: JobId): string | null {
  const known = index.known.get(id);
  const status = lookAgain(placesOf(index.jobs, id).status, known?.status);
  if (known) known.status = status;
  return status.text?.trim() ? status.text : null;
}

/**
 * Searches the index. Reads the files only of jobs that the index does not have yet, and of the job that it
 * finds.
 */
function findCommission(index: IndexState, value: string): Entry | undefined {
  for (const id of listIds(index)) {
    if (!index.known.has(id)) look(index, id);
    const entry = index.known.get(id)?.commission === value ? find(index, id) : undefined;
    if (entry) return entry;
  }
  return undefined;
}

/** Reads the commission that the job was sent for. A hall of the first release put it into the job's config. */
function readCommission({ jobs }: IndexState, id: JobId): string | null {
  const { hall, config } = placesOf(jobs, id);
  return textIn(hall, "commission") ?? textIn(config, "hallCommission");
}

function textIn(path: string, key: string): string | null {
  try {
    const file: unknown = JSON.parse(lookAgain(path, undefined).text ?? "");
    const value = (file as Record<string, unknown> | null)?.[key];
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
