// The details of a worker, with its posture (the text on how it works) and its memory; and the rehearsal scripts that
// come with workers.
import { z } from "zod";
import { askedWorker, workerName } from "../member/member.ts";
import { memoryScope } from "../memory/memory.ts";
import type { Route } from "../api/route.ts";
import { memberWorkerEntry, workerEntry, workerList } from "./roster.ts";

export const rehearsalEntry = z.object({
  /** The worker that the script is for. */
  worker: workerName,
  /** Name of the script. */
  name: z.string(),
  title: z.string(),
  /** The worker's task. The script may check that the request contains these words. */
  task: z.string(),
  /**
   * The text of the script, to be sent with a commission. If it is sent unchanged and the commission has no
   * project, the script's sample project is copied into the work directory.
   */
  script: z.string(),
  /** Path of the script. */
  file: z.string(),
});
export type RehearsalEntry = z.infer<typeof rehearsalEntry>;

export const rehearsalList = z.object({
  rehearsals: z.array(rehearsalEntry),
  /** Scripts that cannot be played on this machine, and why. */
  problems: z.array(z.string()),
});
export type RehearsalList = z.infer<typeof rehearsalList>;

export const workerDetail = z.object({
  worker: z.discriminatedUnion("kind", [workerEntry, memberWorkerEntry]),
  /**
   * The worker's posture; `null` for a guild member, which has its own; also `null` if it cannot be read, and
   * then the worker's `problems` say why.
   */
  posture: z.string().nullable(),
  /**
   * The size of the worker's own memory; `null` for a guild member, which keeps its own; also `null` if it
   * cannot be read, and then the worker's `problems` say why.
   */
  memory: z
    .object({ scope: memoryScope, entries: z.int().nonnegative(), tokens: z.int().nonnegative() })
    .nullable(),
});
export type WorkerDetail = z.infer<typeof workerDetail>;

export const workerRoutes = {
  workers: {
    method: "GET",
    path: "/api/v1/workers",
    summary: "The workers that can be commissioned",
    status: 200,
    response: workerList,
    errors: [],
  },
  worker: {
    method: "GET",
    path: "/api/v1/workers/:name",
    params: { name: askedWorker },
    summary: "One worker: its posture, its tools and limits, its memory, and how its work came out",
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
