// One worker in full: what it is told to be and what it remembers; and what workers can be rehearsed with.
import { z } from "zod";
import { askedWorker, workerName } from "../member/member.ts";
import { memoryScope } from "../memory/memory.ts";
import type { Route } from "../api/route.ts";
import { memberWorkerEntry, workerEntry, workerList } from "./roster.ts";

export const rehearsalEntry = z.object({
  /** Who plays it: a package. */
  worker: workerName,
  /** Of the script. */
  name: z.string(),
  title: z.string(),
  /** What the worker is to be asked: the script may expect its words. */
  task: z.string(),
  /** As it is sent with a commission. Sent so, and not for a project, it finds the sample project that it is about. */
  script: z.string(),
  /** Where the script lies. */
  file: z.string(),
});
export type RehearsalEntry = z.infer<typeof rehearsalEntry>;

export const rehearsalList = z.object({
  rehearsals: z.array(rehearsalEntry),
  /** Scripts that cannot be played here, and why. */
  problems: z.array(z.string()),
});
export type RehearsalList = z.infer<typeof rehearsalList>;

export const workerDetail = z.object({
  worker: z.discriminatedUnion("kind", [workerEntry, memberWorkerEntry]),
  /** The text that makes it what it is; null: a guild member, whose text is its own, or its `problems` say why. */
  posture: z.string().nullable(),
  /** What it remembers of its own; null: a guild member, which sees to that itself, or its `problems` say why. */
  memory: z
    .object({ scope: memoryScope, entries: z.int().nonnegative(), tokens: z.int().nonnegative() })
    .nullable(),
});
export type WorkerDetail = z.infer<typeof workerDetail>;

export const workerRoutes = {
  workers: {
    method: "GET",
    path: "/api/v1/workers",
    summary: "Who can be commissioned",
    status: 200,
    response: workerList,
    errors: [],
  },
  worker: {
    method: "GET",
    path: "/api/v1/workers/:name",
    params: { name: askedWorker },
    summary: "One worker: what it is told to be, what it may touch, and how its work came out",
    status: 200,
    response: workerDetail,
    errors: [404, 422],
  },
  rehearsals: {
    method: "GET",
    path: "/api/v1/rehearsals",
    summary: "The rehearsals that come with the workers: what can be tried without an account",
    status: 200,
    response: rehearsalList,
    errors: [],
  },
} as const satisfies Record<string, Route>;
