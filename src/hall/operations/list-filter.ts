// Decides which commissions a list shows.
import type { z } from "zod";
import { compileGlob } from "../../base/text/glob.ts";
import type { listQuery } from "../../contract/api/api.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { sealOf } from "../../rules/show/seal.ts";

export function filterOf(query: z.output<typeof listQuery>): (summary: CommissionSummary) => boolean {
  const matches = query.filter === undefined ? null : compileGlob(query.filter);
  const since = query.since === undefined ? null : new Date(query.since).toISOString();
  return (summary) =>
    (query.status === undefined || summary.status === query.status) &&
    (query.trust === undefined || sealOf(summary) === query.trust) &&
    (query.worker === undefined || summary.worker === query.worker) &&
    (query.project === undefined || summary.project === query.project) &&
    (query.label === undefined || summary.labels.includes(query.label)) &&
    (since === null || summary.endedAt === null || summary.endedAt >= since) &&
    (query.prefix === undefined || summary.id.startsWith(query.prefix)) &&
    (matches === null || matches(summary.title));
}
