// The items that need a person, computed from the ledgers and the hall's own state at each request. Only deferrals are
// stored, in deferred.json.
import { z } from "zod";
import { commissionId, projectName } from "../home/ids.ts";
import { workerName } from "../member/member.ts";
import type { Route } from "./route.ts";
import { oid } from "../project/tree.ts";

/** Most urgent first. */
export const attentionKinds = [
  "model",
  "quota",
  "question",
  "setup",
  "refuted",
  "conflict",
  "failed",
  "project",
  "member",
  "package",
  "hall",
] as const;
export const attentionKind = z.enum(attentionKinds);
export type AttentionKind = z.infer<typeof attentionKind>;

/**
 * The kind, a colon and an identifier of the cause. A new cause has a new key, so it is shown even if the old one was
 * deferred.
 */
export const attentionKey = z
  .string()
  .regex(/^[a-z]+:[A-Za-z0-9._:-]{1,200}$/, 'expected a key as "guild-hall needs" shows it')
  .brand<"AttentionKey">();
export type AttentionKey = z.infer<typeof attentionKey>;

export const attentionItem = z.object({
  key: attentionKey,
  kind: attentionKind,
  /** A phrase that names the item; for a question, the beginning of the question. */
  title: z.string(),
  /** A short text that a person should know before acting. */
  detail: z.string(),
  /**
   * When the cause began; for a set-up command of a commission, when the commission started; `null` if that
   * is not known.
   */
  since: z.string().nullable(),
  commission: commissionId.nullable(),
  worker: workerName.nullable(),
  project: projectName.nullable(),
  rehearsed: z.boolean(),
  /** The git tree to be approved, for a project's set-up command that waits for a person. */
  approve: oid.optional(),
  /** Set if a person deferred the item; `until` is `null` if the deferral lasts until the cause changes. */
  deferred: z.object({ at: z.string(), until: z.string().nullable() }).nullable(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

export const attentionList = z.object({
  /** The items that need a person now, most urgent first, then newest first; at most as many as requested. */
  items: z.array(attentionItem),
  /** How many items need a person now, including those beyond the requested limit. */
  total: z.int().nonnegative(),
  /** Deferred items whose cause still holds, in the same order; at most as many as requested. */
  deferred: z.array(attentionItem),
  deferredTotal: z.int().nonnegative(),
});
export type AttentionList = z.infer<typeof attentionList>;

export const attentionQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

export const deferRequest = z.strictObject({
  key: attentionKey,
  /** When to show the item again; `null` or omitted: when its cause changes. */
  until: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type DeferRequest = z.output<typeof deferRequest>;

export const recallRequest = z.strictObject({ key: attentionKey });

/**
 * deferred.json: the items that a person deferred. The next change of the file drops each entry whose time is
 * up or whose cause no longer holds.
 */
export const deferredFile = z.object({
  version: z.literal(1),
  deferred: z.record(attentionKey, z.object({ at: z.string(), until: z.string().nullable() })),
});
export type DeferredFile = z.infer<typeof deferredFile>;

export const attentionRoutes = {
  attention: {
    method: "GET",
    path: "/api/v1/attention",
    summary:
      "All that needs a person: open questions, set-ups to approve, refuted and failed work, conflicts, a missing key, quota, and problems",
    query: attentionQuery,
    status: 200,
    response: attentionList,
    errors: [422],
  },
  attentionDefer: {
    method: "POST",
    path: "/api/v1/attention/defer",
    summary: "Put an item off until a time, or until its cause changes; the hall remembers it",
    body: deferRequest,
    status: 200,
    response: attentionItem,
    errors: [400, 404, 415, 422, 503],
  },
  attentionRecall: {
    method: "POST",
    path: "/api/v1/attention/recall",
    summary: "Show an item again that was put off",
    body: recallRequest,
    status: 200,
    response: attentionItem,
    errors: [400, 404, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
