// The end of a hall's git: what is asked of repositories has a while to come to its end, and is over when the hall is.
import { Fault } from "../../contract/api/problem.ts";
import type { Clock } from "../../host/clock.ts";
import type { Underway } from "../../base/async/underway.ts";
import { within } from "../../base/async/within.ts";

/** How long git may go on when the hall stops. Then it is ended; the next hall goes on with what it was doing. */
const gitPatienceMs = 5000;
/** Then nothing of ours touches the home any more, but for a disk that does not answer. */
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
