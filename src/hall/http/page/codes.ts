// Keeps the one-time codes by which a browser becomes known to the hall. They exist only in memory, so that
// none outlives this run of the hall.
import type { PageCode } from "../../../contract/api/page-keys.ts";
import type { Clock } from "../../../host/clock.ts";
import { newSecret } from "../../../host/ids.ts";

export interface Codes {
  make(): PageCode;
  /** Returns the code's secret. `null` if the code is unknown, spent or expired. */
  find(id: string): string | null;
  spend(id: string): void;
}

/** Long enough for a person to carry a link to the browser of another machine. */
export const codeGoodMs = 10 * 60_000;
/** The most codes at a time. The oldest is dropped to make room. */
const mostCodes = 64;

export function createCodes(clock: Pick<Clock, "now" | "monotonic">): Codes {
  const codes = new Map<string, { secret: string; until: number }>();
  const drop = () => {
    for (const [id, { until }] of codes) if (until <= clock.monotonic()) codes.delete(id);
    for (const id of [...codes.keys()].slice(0, Math.max(0, codes.size - mostCodes + 1))) codes.delete(id);
  };
  return {
    make: () => {
      drop();
      const [id, secret] = [newSecret().slice(0, 11), newSecret()];
      codes.set(id, { secret, until: clock.monotonic() + codeGoodMs });
      return { code: `${id}.${secret}`, expiresAt: new Date(clock.now() + codeGoodMs).toISOString() };
    },
    find: (id) => {
      const found = codes.get(id);
      return found && clock.monotonic() < found.until ? found.secret : null;
    },
    spend: (id) => void codes.delete(id),
  };
}
