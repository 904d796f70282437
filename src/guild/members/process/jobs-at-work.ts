// Finds out whether a guild member has running work, because the hall ends a member at work only if a person
// asks for that.
import { z } from "zod";
import { rpcCodes, simpleList } from "../../../contract/member/worker-protocol.ts";
import type { Clock } from "../../../host/clock.ts";
import { within } from "../../../base/async/time-limit.ts";
import type { Reached } from "../members.ts";
import type { AskMember } from "./ready.ts";

/** `unknown`: the member did not say. The hall then assumes that it may have work. */
export type AtWork = "yes" | "no" | "unknown";

export interface AskJobs {
  clock: Pick<Clock, "after">;
  ask: AskMember;
  at: Reached;
}

const askMs = 2000;

export async function jobsAtWork({ clock, ask, at }: AskJobs): Promise<AtWork> {
  const over = new AbortController();
  const asking = ask.plainly(at, { method: "worker/list", signal: over.signal });
  const answer = await within({ clock, ms: askMs, signal: over.signal }, asking);
  if (answer.how === "broke" && isRefusal(answer.error)) return "no"; // the member takes no work at all
  const list = answer.how === "came" ? simpleList.safeParse(answer.value) : undefined;
  over.abort();
  if (!list?.success) return "unknown";
  return list.data.jobs.some(({ status }) => status === "running") ? "yes" : "no";
}

const refused = z.object({ refusal: z.object({ code: z.number() }) });

/**
 * Tells whether the member refused the request. An internal error is not a refusal, because it says nothing about its
 * work.
 */
function isRefusal(error: unknown): boolean {
  const { success, data } = refused.safeParse(error);
  return success && data.refusal.code !== rpcCodes.internal;
}
