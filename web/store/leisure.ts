// Waits until the page is idle, so that fetching ahead delays neither drawing nor answers that a view waits for.
import { isAnswerAwaited } from "../api/call.ts";

/** Resolves at the latest after about this long. */
const latestMs = 600;

export async function leisure(): Promise<void> {
  const latest = performance.now() + latestMs;
  do await idle();
  while (isAnswerAwaited() && performance.now() < latest);
}

/** Resolves when the browser has nothing to draw. */
function idle(): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: latestMs / 2 }));
}
