// Writes to the hall that wait on their way, so that what a person does meanwhile can be seen.
import type { Page } from "playwright-core";

export interface Held {
  /** How many were sent so far. */
  sent(): number;
  release(): void;
}

export async function holdWrites(page: Page): Promise<Held> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/api/v1/**", async (route) => {
    if (route.request().method() !== "GET") {
      sent += 1;
      await promise;
    }
    await route.continue();
  });
  return { sent: () => sent, release: resolve };
}
