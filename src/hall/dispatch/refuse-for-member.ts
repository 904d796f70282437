// Refuses what cannot be asked of a guild member. A guild member is given a task and nothing else: no repository, no
// checks, no toolboxes.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import { commissionId } from "../../contract/home/ids.ts";
import { memberOf } from "../../contract/member/member.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { workerLimits } from "../../contract/member/worker-protocol.ts";
import { jobTask } from "../../rules/member/jobs.ts";
import type { DispatchDeps } from "./deps.ts";

/** Returns `null` if the request is allowed for its worker. */
export async function refuseForMember(
  { roster }: Pick<DispatchDeps, "roster">,
  request: AcceptedRequest,
): Promise<Refusal | null> {
  const name = memberOf(request.worker);
  if (name === null) return memberOnly(request);
  const found = await roster.member(name);
  // Nothing is ever sent to a member that does not declare that it takes work.
  if (found && !found.takesWork)
    return refuse("no_worker", `Guild member "${name}" takes no work: it only serves tools.`);
  const what = notForMembers(request);
  if (what !== null) return refuse("not_for_members", `A guild member is given no repository: ${what}.`);
  return tooLong(request);
}

/** Refuses `memberConfig` for a package, because a setting that is never read would look as if it were in force. */
function memberOnly({ worker, memberConfig }: AcceptedRequest): Refusal | null {
  if (memberConfig === undefined) return null;
  return refuse(
    "bad_shape",
    `"memberConfig" is for guild members, and "${worker}" is a package.`,
    "Leave it out. What a commission to a package may set is in config.",
  );
}

function notForMembers(request: AcceptedRequest): string | null {
  const { project, checks, keepWorktree, after, config, attachments = [] } = request;
  if (project !== null) return `it cannot work on project "${project}"`;
  if (checks.length > 0) return "there is nothing that checks could be run on";
  if (keepWorktree) return "there is no worktree that could be kept";
  if (attachments.length > 0) return "it cannot read attached files";
  const document = after.find((each) => !commissionId.safeParse(each).success);
  if (document !== undefined) return `it cannot wait for a document (${document}), only for commissions`;
  return config.tools === undefined ? null : "its tools are its own, and config.tools cannot narrow them";
}

function tooLong(request: AcceptedRequest): Refusal | null {
  const most = workerLimits.taskCharacters;
  const { length } = jobTask(request);
  return length <= most
    ? null
    : refuse(
        "too_large",
        `The task has ${length} characters, including the record of earlier attempts; a guild member takes at most ${most}.`,
      );
}
