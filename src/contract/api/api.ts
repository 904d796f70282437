// The schemas of /api/v1, and the table from which the server, the client and the OpenAPI document are built.
import { z } from "zod";
import { attentionRoutes } from "./attention.ts";
import { attachmentRoutes } from "../commission/attachments.ts";
import { artifactRoutes } from "../commission/artifacts.ts";
import { cleanRoutes } from "./clean.ts";
import { commissionRequest, seal, status, trust } from "../commission/commission.ts";
import { diffRoutes } from "../commission/diff.ts";
import { documentRoutes } from "../project/documents.ts";
import { pathRoutes } from "../project/paths.ts";
import { ledgerEvent } from "../commission/events.ts";
import { doctorRoutes } from "./doctor.ts";
import { commissionId, commissionPrefix, label, projectName } from "../home/ids.ts";
import { memberName, workerName } from "../member/member.ts";
import { memberRoutes } from "../member/member-routes.ts";
import { memoryScope } from "../memory/memory.ts";
import { compactRequest, memoryRoutes } from "../memory/memory-routes.ts";
import { commissionDetail, waitingFor } from "../commission/detail.ts";
import { rejectRequest, seenRequest, sendBackRequest } from "../commission/landing.ts";
import { commissionSummary } from "../commission/meta.ts";
import { noteRoutes } from "../commission/notes.ts";
import { reviewRoutes } from "../commission/review-list.ts";
import { pageKeyRoutes } from "./page-keys.ts";
import { aheadRoutes } from "../project/ahead.ts";
import { projectRoutes } from "../project/project-routes.ts";
import { takeRoutes } from "../project/take.ts";
import { answerRequest, redispatchRequest } from "../commission/follow-up.ts";
import { hallStatus } from "./hall-status.ts";
import type { Route } from "./route.ts";
import { streamQuery } from "./stream.ts";
import { setUpRoutes } from "../project/set-up.ts";
import { modelRoutes } from "../commission/model-list.ts";
import { toldRoutes } from "../commission/told.ts";
import { spendingRoutes } from "../commission/spending.ts";
import { stopRoutes } from "./stop.ts";
import { settingsRoutes } from "./settings.ts";
import { workerRoutes } from "../package/worker-record.ts";
import { worktreeRoutes } from "../project/worktrees.ts";

export const commissionResult = z.object({
  id: commissionId,
  summary: z.string(),
  output: z.string(),
  artifacts: z.array(z.string()).nullable(),
  /** The names of result files that the hall did not fetch from the guild member; `null` if there are none. */
  memberArtifacts: z.array(z.string()).nullable(),
  endedBy: z.string(),
  /** `refuted`: the acceptance checks of the commission contradict the result. */
  trust,
  /** Why the ledger cannot be read: the result then comes from result.md. Absent if the ledger is readable. */
  damage: z.string().optional(),
});
export type CommissionResult = z.infer<typeof commissionResult>;

export const listQuery = z.strictObject({
  status: status.optional(),
  /**
   * Only completed commissions with this seal: how far they were checked, or that they are in conflict or unchanged.
   */
  trust: seal.optional(),
  worker: workerName.optional(),
  project: projectName.optional(),
  /** Only commissions that carry this label. */
  label: label.optional(),
  /** A glob over titles: `*` matches anything, case does not matter. */
  filter: z.string().min(1).max(500).optional(),
  /** Only commissions that have not ended, or ended at this time or later. */
  since: z.iso.datetime({ offset: true }).optional(),
  /** Only ids with this prefix. Clients use it to resolve a short id. */
  prefix: commissionPrefix.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: commissionId.optional(),
});
export type ListQuery = z.input<typeof listQuery>;

export const listedCommission = commissionSummary.extend({ waitingFor });
export type ListedCommission = z.infer<typeof listedCommission>;

export const commissionList = z.object({
  commissions: z.array(listedCommission),
  /** Pass it as `cursor` for the next, older page; `null` at the end. */
  nextCursor: commissionId.nullable(),
});
export type CommissionList = z.infer<typeof commissionList>;

export const eventsQuery = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  /** The most events to return; the hall returns fewer if they are long. An empty page means the end. */
  limit: z.coerce.number().int().min(1).max(5000).default(500),
});
export const eventList = z.object({ events: z.array(ledgerEvent), nextAfter: z.int() });
export type EventList = z.infer<typeof eventList>;

/** The body of an act that needs no words. */
const noFields = z.strictObject({});

export const cancelRequest = z.strictObject({ reason: z.string().trim().min(1).max(2000).optional() });
export const deleteQuery = z.strictObject({ failedToo: z.enum(["true", "false"]).default("false") });
export const deleted = z.object({
  id: commissionId,
  deleted: z.literal(true),
  movedTo: z.string().nullable(),
  /** The job left at a guild member; `null` if none was sent. `jobId` is `null` if its arrival is uncertain. */
  memberJob: z.object({ member: memberName, jobId: z.string().nullable() }).nullable().default(null),
});
export type Deleted = z.infer<typeof deleted>;

export const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }),
});

export const routes = {
  hall: {
    method: "GET",
    path: "/api/v1/status",
    summary: "The hall's version, its state and its problems",
    status: 200,
    response: hallStatus,
    errors: [],
  },
  ...workerRoutes,
  ...settingsRoutes,
  ...doctorRoutes,
  create: {
    method: "POST",
    path: "/api/v1/commissions",
    summary: "Create a commission; it is durable before the reply. `Idempotency-Key` makes a retry safe",
    body: commissionRequest,
    idempotent: true,
    status: 201,
    response: commissionDetail,
    errors: [400, 413, 415, 422, 503],
  },
  list: {
    method: "GET",
    path: "/api/v1/commissions",
    summary: "Commissions, newest first",
    query: listQuery,
    status: 200,
    response: commissionList,
    errors: [422],
  },
  detail: {
    method: "GET",
    path: "/api/v1/commissions/:id",
    summary: "One commission",
    status: 200,
    response: commissionDetail,
    errors: [404, 422],
  },
  events: {
    method: "GET",
    path: "/api/v1/commissions/:id/events",
    summary: "The ledger of a commission, from a given line on",
    query: eventsQuery,
    status: 200,
    response: eventList,
    errors: [404, 422],
  },
  result: {
    method: "GET",
    path: "/api/v1/commissions/:id/result",
    summary: "The result of a commission",
    status: 200,
    response: commissionResult,
    errors: [404, 409, 422],
  },
  cancel: {
    method: "POST",
    path: "/api/v1/commissions/:id/cancel",
    summary: "Cancel a commission; one that has ended answers with its status",
    body: cancelRequest,
    status: 200,
    response: commissionDetail,
    errors: [400, 404, 409, 415, 422, 503],
  },
  answer: {
    method: "POST",
    path: "/api/v1/commissions/:id/answers",
    summary: "Answer a question of a commission, also after its end",
    body: answerRequest,
    status: 200,
    response: commissionDetail,
    errors: [400, 404, 409, 413, 415, 422, 503],
  },
  ...noteRoutes,
  redispatch: {
    method: "POST",
    path: "/api/v1/commissions/:id/redispatch",
    summary: "Redispatch an ended commission as a new one; `Idempotency-Key` makes a retry safe",
    body: redispatchRequest,
    idempotent: true,
    status: 201,
    response: commissionDetail,
    errors: [400, 404, 409, 413, 415, 422, 503],
  },
  accept: {
    method: "POST",
    path: "/api/v1/commissions/:id/accept",
    summary:
      "Accept finished work: the hall checks its merge with the integration branch, and merges it if the checks pass",
    body: noFields,
    status: 200,
    response: commissionDetail,
    errors: [400, 404, 409, 415, 422, 503],
  },
  sendBack: {
    method: "POST",
    path: "/api/v1/commissions/:id/send-back",
    summary:
      "Send finished work back with comments: a new commission continues it; `Idempotency-Key` makes a retry safe",
    body: sendBackRequest,
    idempotent: true,
    status: 201,
    response: commissionDetail,
    errors: [400, 404, 409, 413, 415, 422, 503],
  },
  reject: {
    method: "POST",
    path: "/api/v1/commissions/:id/reject",
    summary: "Reject finished work: it stays on its branch; if it is merged already, this undoes the merge",
    body: rejectRequest,
    status: 200,
    response: commissionDetail,
    errors: [400, 404, 409, 415, 422, 503],
  },
  undo: {
    method: "POST",
    path: "/api/v1/commissions/:id/undo",
    summary:
      "Undo a merge: a commit that reverts the work, checked like a merge; in conflict or red, nothing moves",
    body: noFields,
    status: 200,
    response: commissionDetail,
    errors: [400, 404, 409, 415, 422, 503],
  },
  seen: {
    method: "POST",
    path: "/api/v1/commissions/:id/seen",
    summary: "Tick finished work as seen, so that it leaves the list of what is ready; or take the tick back",
    body: seenRequest,
    status: 200,
    response: commissionDetail,
    errors: [400, 404, 409, 415, 422, 503],
  },
  remove: {
    method: "DELETE",
    path: "/api/v1/commissions/:id",
    summary:
      "Delete a completed or cancelled commission for good; with `failedToo`, move a failed one to the trash",
    query: deleteQuery,
    status: 200,
    response: deleted,
    errors: [404, 409, 422, 503],
  },
  ...attentionRoutes,
  ...reviewRoutes,
  ...diffRoutes,
  ...artifactRoutes,
  ...attachmentRoutes,
  ...memberRoutes,
  ...projectRoutes,
  ...aheadRoutes,
  ...takeRoutes,
  ...setUpRoutes,
  ...documentRoutes,
  ...pathRoutes,
  ...memoryRoutes,
  memoryCompact: {
    method: "POST",
    path: "/api/v1/memory/:scope/compact",
    params: { scope: memoryScope },
    summary: "Condense the older entries of a scope now; answers with the commission that does it",
    body: compactRequest,
    status: 201,
    response: commissionDetail,
    errors: [400, 409, 415, 422, 503],
  },
  ...cleanRoutes,
  ...worktreeRoutes,
  ...toldRoutes,
  ...modelRoutes,
  ...spendingRoutes,
  ...stopRoutes,
  ...pageKeyRoutes,
  stream: {
    method: "GET",
    path: "/api/v1/events",
    summary: "Every change as it happens, as server-sent events",
    query: streamQuery,
    status: 200,
    response: "event-stream",
    errors: [422],
  },
  openapi: {
    method: "GET",
    path: "/api/v1/openapi.json",
    summary: "This document",
    status: 200,
    response: z.unknown(),
    errors: [],
  },
} as const satisfies Record<string, Route>;
export type RouteName = keyof typeof routes;
