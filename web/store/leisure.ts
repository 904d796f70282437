// Time in which nobody waits for anything of the page: what nobody looks at yet is fetched then.
import { isAnswerAwaited } from "../api/call.ts";

/** Comes at the latest after about this long. */
const latestMs = 600;

export async function leisure(): Promise<void> {
  const latest = performance.now() + latestMs;
  do await idle();
  while (isAnswerAwaited() && performance.now() < latest);
}

/** When there is nothing to draw. */
function idle(): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: latestMs / 2 }));
}
