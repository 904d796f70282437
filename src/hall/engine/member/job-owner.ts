// Finds out which commission a guild member's job belongs to, if the job asks for a model while the hall has
// no account open for it. The commission may have ended, may not have resumed the job yet, or may not exist.
// The member reports the name under which the hall sent the job; that name contains the commission's id.
import { isEndedStatus } from "../../../contract/commission/commission.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import type { CommissionSummary } from "../../../contract/commission/meta.ts";
import type { JobOwner } from "../../../model/gateway/jobs/jobs.ts";
import type { Clock } from "../../../host/clock.ts";
import { within } from "../../../base/async/time-limit.ts";
import type { Members } from "../../../guild/members/members.ts";
import { sentAs } from "../../../rules/member/jobs.ts";
import type { Commission, MemberJob } from "../../../rules/commission/state.ts";
import { refusalOf } from "./ask.ts";

export interface OwnerDeps {
  clock: Pick<Clock, "after">;
  members: Pick<Members, "worker">;
  ledger: {
    summary(id: CommissionId): Pick<CommissionSummary, "status"> | undefined;
    live(): Commission[];
  };
  /** Cancels a job of a commission that has ended. */
  callOff(job: MemberJob): void;
}

/** How long to wait for the member. The job's session waits for the model meanwhile. */
const askMs = 5000;

export async function jobOwner(deps: OwnerDeps, member: MemberName, jobId: string): Promise<JobOwner> {
  const worker = await deps.members.worker(member);
  if (worker === null) return "nobody";
  const over = new AbortController();
  const wait = { clock: deps.clock, ms: askMs, signal: over.signal };
  const asked = await within(wait, worker.status(jobId, over.signal));
  over.abort();
  if (asked.how !== "came") return asked.how === "broke" && refusalOf(asked.error) ? "nobody" : "unknown";
  const sent = sentAs(asked.value.description);
  const summary = sent && deps.ledger.summary(sent.id);
  if (!sent || !summary) return "nobody";
  const { hallCommission } = sent;
  if (!isEndedStatus(summary.status) && isLatest(deps, sent)) return "waiting";
  deps.callOff({ member, hallCommission, jobId, bench: 0 });
  return "over";
}

/** Returns false if a later job of the commission has replaced this one, as after a pause. */
function isLatest({ ledger }: OwnerDeps, sent: { id: CommissionId; hallCommission: string }): boolean {
  const live = ledger.live().find(({ record }) => record.request.id === sent.id);
  return live?.record.job?.hallCommission === sent.hallCommission;
}
