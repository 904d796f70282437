// What the HTTP door asks of the hall behind it. Values that arrive here are parsed and branded.
import type { z } from "zod";
import type {
  CommissionDetail,
  CommissionList,
  CommissionResult,
  Deleted,
  EventList,
  eventsQuery,
  listQuery,
} from "../../contract/api/api.ts";
import type { StreamMessage } from "../../contract/api/stream.ts";
import type { HallStatus } from "../../contract/api/hall-status.ts";
import type { CleanReport } from "../../contract/api/clean.ts";
import type { DoctorReport } from "../../contract/api/doctor.ts";
import type { CommissionRequest } from "../../contract/commission/commission.ts";
import type { AnswerRequest, RedispatchRequest } from "../../contract/commission/follow-up.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import type { Spending } from "../../contract/commission/spending.ts";
import type { Stopped } from "../../contract/api/stop.ts";
import type { Settings, SettingsRequest } from "../../contract/api/settings.ts";
import type { PruneReport, WorktreeList } from "../../contract/project/worktrees.ts";
import type { AttentionOperations } from "./attention-operations.ts";
import type { MemberOperations } from "./member-operations.ts";
import type { MemoryOperations } from "./memory-operations.ts";
import type { ProjectOperations } from "./project-operations.ts";
import type { WorkerOperations } from "./worker-operations.ts";
import type { ReviewOperations } from "./review-operations.ts";

export interface HallOperations {
  status(): Promise<HallStatus>;
  config(): Settings;
  /** What it answers is in force. */
  changeConfig(request: SettingsRequest): Promise<{ ok: true; settings: Settings } | Refusal>;
  doctor(): Promise<DoctorReport>;
  create(
    request: CommissionRequest,
    idempotencyKey: string | null,
  ): Promise<{ ok: true; commission: CommissionDetail } | Refusal>;
  list(query: z.output<typeof listQuery>): CommissionList;
  detail(id: CommissionId): Promise<{ ok: true; commission: CommissionDetail } | Refusal>;
  events(
    id: CommissionId,
    query: z.output<typeof eventsQuery>,
  ): Promise<{ ok: true; events: EventList } | Refusal>;
  result(id: CommissionId): Promise<{ ok: true; result: CommissionResult } | Refusal>;
  answer(
    id: CommissionId,
    given: AnswerRequest,
  ): Promise<{ ok: true; commission: CommissionDetail } | Refusal>;
  redispatch(
    order: RedispatchRequest & { id: CommissionId },
    idempotencyKey: string | null,
  ): Promise<{ ok: true; commission: CommissionDetail } | Refusal>;
  cancel(
    id: CommissionId,
    reason: string | null,
  ): Promise<{ ok: true; commission: CommissionDetail } | Refusal>;
  /** The hall ends shortly after this resolves. */
  stop(stopWork: boolean): Promise<Stopped>;
  remove(id: CommissionId, failedToo: boolean): Promise<{ ok: true; deleted: Deleted } | Refusal>;
  attention: AttentionOperations;
  review: ReviewOperations;
  workers: WorkerOperations;
  members: MemberOperations;
  projects: ProjectOperations;
  memory: MemoryOperations;
  spending(days: number): Promise<Spending>;
  clean(order: { dryRun: boolean }): Promise<CleanReport>;
  worktrees(): Promise<WorktreeList>;
  pruneWorktrees(order: { dryRun: boolean }): Promise<PruneReport>;
}

/** The ledger's changes, told after they are durable. */
export interface Feed {
  subscribe(listener: (message: StreamMessage) => void): () => void;
}
