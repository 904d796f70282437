// Follows a commission to its end, even if the hall stops answering for a while. If the hall stays away, it
// tells the person how to return to the commission.
import { ClientProblem, hasCode } from "../../client/problem.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { problem } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import type { SpokenHall } from "../hall/get-hall.ts";
import { followToEnd } from "./follow.ts";
import { sayWhy } from "./say-why.ts";
import type { FollowView } from "./view.ts";

export const awayText = "The hall does not answer; the work continues without it. Looking for it again...";

export interface FollowedInHall {
  hall: SpokenHall;
  id: CommissionId;
  view: FollowView;
}

/** Resolves with the ended commission. `undefined` if the person interrupted first. */
export function followInHall(
  cli: Cli,
  { hall, id, view }: FollowedInHall,
): Promise<CommissionDetail | undefined> {
  hall.onAway(() => view.note(awayText));
  const { client } = hall;
  const saying = sayWhy({ client, id, view, clock: cli.clock });
  return followToEnd({ client, id, signal: cli.console.stopped, clock: cli.clock }, view)
    .catch((error: unknown) => {
      throw wayBack(error, id);
    })
    .finally(() => saying.cancel());
}

/**
 * Adds a hint to the error of a hall that does not answer: the work may continue, and the person can get back to it.
 */
export function wayBack(error: unknown, id: CommissionId): unknown {
  if (!hasCode(error, "unreachable")) return error;
  const { message } = error as ClientProblem;
  const hint = `The work continues. To get back to it, run "guild-hall up" if no hall runs, and then: guild-hall watch ${id}`;
  return new ClientProblem(problem("unreachable", message, hint));
}
