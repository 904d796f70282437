// The routes of /api/v1 through which a person reads, changes, forgets and reverts memory.
import { z } from "zod";
import { maxRehearsalCharacters } from "../commission/commission.ts";
import { memoryEntry, memoryKey, memoryScope, memoryVersion } from "./memory.ts";
import type { Route } from "../api/route.ts";

const version = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, "expected the number of a version, from 1")
  .transform(Number);

export const memoryThresholds = z.object({ capTokens: z.int(), compactAtTokens: z.int() });
export type MemoryThresholds = z.infer<typeof memoryThresholds>;

export const memoryScopeSummary = memoryThresholds.extend({
  scope: memoryScope,
  entries: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  tokens: z.int().nonnegative(),
  /**
   * Whether the scope has more tokens than `compactAtTokens`. If so, the hall condenses its older entries,
   * unless there are none or nothing is new since a compaction that condensed nothing.
   */
  over: z.boolean(),
});
export type MemoryScopeSummary = z.infer<typeof memoryScopeSummary>;

export const memoryScopes = z.object({
  scopes: z.array(
    memoryScopeSummary.extend({
      /** Why the scope cannot be read; then the other figures are meaningless. `null` if it can be read. */
      problem: z.string().nullable(),
    }),
  ),
});
export type MemoryScopes = z.infer<typeof memoryScopes>;

export const memoryList = memoryScopeSummary.omit({ entries: true }).extend({
  /** Newest first. */
  entries: z.array(memoryEntry),
});
export type MemoryList = z.infer<typeof memoryList>;

export const memoryDocument = z.object({ entry: memoryEntry, content: z.string() });
export type MemoryDocument = z.infer<typeof memoryDocument>;

/** Newest first. */
export const memoryHistory = z.object({ versions: z.array(memoryVersion) });
export type MemoryHistory = z.infer<typeof memoryHistory>;

export const memoryVersionDocument = z.object({ version: memoryVersion, content: z.string() });
export type MemoryVersionDocument = z.infer<typeof memoryVersionDocument>;

export const forgotten = z.object({
  scope: memoryScope,
  key: memoryKey,
  /** The version that records that the entry was forgotten. */
  version: z.int().positive(),
});
export type Forgotten = z.infer<typeof forgotten>;

export const memoryWriteRequest = z.strictObject({
  /** A coarse upper bound. The real one, `maxEntryBytes`, is checked when the entry is written. */
  content: z.string().max(1_000_000),
  /** Writes only if the entry is at this version; 0 means that the entry must not exist. */
  ifVersion: z.int().min(0).optional(),
});

export const revertRequest = z.strictObject({ version: z.int().min(1) });

export const compactRequest = z.strictObject({
  rehearsal: z.string().min(1).max(maxRehearsalCharacters).optional(),
});

const ofScope = { scope: memoryScope };
const ofEntry = { scope: memoryScope, key: memoryKey };
const entryPath = "/api/v1/memory/:scope/:key";

export const memoryRoutes = {
  memoryScopes: {
    method: "GET",
    path: "/api/v1/memory",
    summary: "The scopes of memory, how much each holds, and which are due to be condensed",
    status: 200,
    response: memoryScopes,
    errors: [],
  },
  memoryList: {
    method: "GET",
    path: "/api/v1/memory/:scope",
    params: ofScope,
    summary: "The entries of one scope, newest first, without their text",
    status: 200,
    response: memoryList,
    errors: [422],
  },
  memoryEntry: {
    method: "GET",
    path: entryPath,
    params: ofEntry,
    summary: "One entry with its text",
    status: 200,
    response: memoryDocument,
    errors: [404, 422],
  },
  memoryWrite: {
    method: "PUT",
    path: entryPath,
    params: ofEntry,
    summary: "Write an entry, as a person; with `ifVersion`, only if it was not changed meanwhile",
    body: memoryWriteRequest,
    status: 200,
    response: memoryEntry,
    errors: [400, 409, 413, 415, 422, 503],
  },
  memoryForget: {
    method: "DELETE",
    path: entryPath,
    params: ofEntry,
    summary: "Forget an entry; its text goes to the trash, and its history stays",
    status: 200,
    response: forgotten,
    errors: [404, 422, 503],
  },
  memoryHistory: {
    method: "GET",
    path: `${entryPath}/history`,
    params: ofEntry,
    summary: "Every version of an entry, newest first: who made it, when and how",
    status: 200,
    response: memoryHistory,
    errors: [404, 422],
  },
  memoryVersion: {
    method: "GET",
    path: `${entryPath}/history/:version`,
    params: { ...ofEntry, version },
    summary: "One version of an entry with its text",
    status: 200,
    response: memoryVersionDocument,
    errors: [404, 422],
  },
  memoryRevert: {
    method: "POST",
    path: `${entryPath}/revert`,
    params: ofEntry,
    summary: "Make an earlier version the newest again",
    body: revertRequest,
    status: 200,
    response: memoryEntry,
    errors: [400, 404, 409, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
