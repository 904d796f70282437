// Ends the hall's git processes at shutdown: they get some time to finish, and none outlives the hall.
import { Fault } from "../../contract/api/problem.ts";
import type { Clock } from "../../host/clock.ts";
import type { Underway } from "../../base/async/underway.ts";
import { within } from "../../base/async/time-limit.ts";

/** How long git may keep running when the hall stops. Then it is killed, and the next hall repeats its step. */
const gitPatienceMs = 5000;
/** How long to wait for running tasks to end. After that, none touches the home, unless a disk does not answer. */
const settlesWithinMs = 2000;

export async function endingGit(
  { clock }: { clock: Pick<Clock, "after"> },
  { over, underway }: { over: AbortController; underway: Underway },
  stopping: () => Promise<void>,
): Promise<void> {
  const end = () => over.abort(new Fault("stopping", "The hall is stopping."));
  const limit = clock.after(gitPatienceMs, end);
  try {
    await stopping();
  } finally {
    limit.cancel();
    end();
    const never = new AbortController().signal;
    await within({ clock, ms: settlesWithinMs, signal: never }, underway.settled());
  }
}
