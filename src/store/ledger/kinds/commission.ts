// Describes commissions as a kind of thing with a ledger.
import type { AcceptedRequest } from "../../../contract/commission/commission.ts";
import { isEndedStatus } from "../../../contract/commission/commission.ts";
import { type EventBody, ledgerEvent } from "../../../contract/commission/events.ts";
import { type CommissionLayout, commissionLayout } from "../../../contract/home/home-layout.ts";
import { type CommissionId, commissionId } from "../../../contract/home/ids.ts";
import { commissionMeta, type CommissionSummary } from "../../../contract/commission/meta.ts";
import { type Refusal, refuse } from "../../../contract/api/problem.ts";
import type { Command } from "../../../rules/commission/commands.ts";
import { decide } from "../../../rules/commission/decide.ts";
import { evolve } from "../../../rules/commission/evolve.ts";
import { refuseWhileActing } from "../../../rules/commission/refusals.ts";
import type { Commission } from "../../../rules/commission/state.ts";
import type { Executed } from "../../../rules/commission/verdict.ts";
import { summaryOf } from "../../../rules/show/show.ts";
import type { DerivedFiles } from "../../../rules/show/show-derived.ts";
import type { LedgerKind, LedgerTypes } from "../kind.ts";
import { commissionFiles, readCommissionFiles } from "./commission-files.ts";

export interface CommissionTypes extends LedgerTypes {
  id: CommissionId;
  layout: CommissionLayout;
  state: Commission;
  command: Command;
  body: EventBody;
  summary: CommissionSummary;
  /** The request, and the things that the commission has to wait for from the start, if any. */
  creation: readonly [request: AcceptedRequest, waitingFor?: readonly string[]];
  executed: Exclude<Executed, Refusal>;
  files: DerivedFiles;
}

export const commissionKind: LedgerKind<CommissionTypes> = {
  noun: "commission",
  main: { file: "result.md", content: "result" },
  parseId: (name) => commissionId.safeParse(name).data ?? null,
  event: ledgerEvent,
  meta: commissionMeta.transform(({ commission, ...head }) => ({ ...head, summary: commission })),
  directory: (home) => home.commissions,
  layoutOf: commissionLayout,
  begin: (request, waitingFor = []) => ({
    id: request.id,
    commands: [{ do: "create", request, waitingFor }],
  }),
  decide,
  evolve,
  executed: (commission) => ({ ok: true, commission }),
  summaryOf,
  isAtRest: ({ status }) => isEndedStatus(status),
  refuseRemoval: ({ status, landing }) =>
    isEndedStatus(status)
      ? refuseWhileActing(landing?.state ?? null)
      : refuse("wrong_state", "The commission has not ended."),
  keyOf: ({ record }) => record.request.idempotencyKey,
  ownerOf: (first) => (first.type === "commission.created" ? first.request.id : null),
  filesOf: commissionFiles,
  readFiles: readCommissionFiles,
  artifactsOf: ({ record }) => record.applied?.hashes ?? {},
};
