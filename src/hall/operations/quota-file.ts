// Keeps quota.json in memory and on disk: the quota pauses of the model credentials. The hall uses the pause
// of its own credential.
import { messageOf } from "../../base/text/message-of.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { type QuotaFile, quotaFile, type QuotaPause } from "../../contract/commission/quota.ts";
import type { Clock } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Log } from "../../host/log.ts";
import { sha256Of } from "../../store/ledger/chain.ts";
import { formatHashed } from "../../base/data/hashed-json.ts";
import { readKept } from "../wiring/kept-file.ts";
import type { News } from "../http/stream/news.ts";
import { createSerial, type Serial } from "../../base/async/serial.ts";

export interface QuotaStore {
  problems: readonly string[];
  current(): QuotaPause | null;
  /** Takes effect at once. A failed write is logged; the next one writes the whole state. */
  replace(pause: QuotaPause | null): Promise<void>;
}

export interface QuotaStoreDeps {
  disk: Disk;
  clock: Pick<Clock, "now">;
  log: Pick<Log, "error">;
}

interface Held {
  path: string;
  /** The key of the credential in use. `null` if there is none, so there is nothing to keep. */
  key: string | null;
  credentials: QuotaFile["credentials"];
  isWritten: boolean;
  serial: Serial;
}

export async function openQuotaStore(
  deps: QuotaStoreDeps,
  { home, handoff }: { home: HomeLayout; handoff: Handoff },
): Promise<QuotaStore> {
  // If the file cannot be read, a commission at worst asks the model too early and is refused.
  const { value, problems } = await readKept(deps.disk, { path: home.quota, schema: quotaFile });
  const credentials = value?.credentials ?? {};
  const key = keyOf(handoff);
  const held: Held = { path: home.quota, key, credentials, isWritten: true, serial: createSerial() };
  return {
    problems,
    current: () => (key === null ? null : (held.credentials[key] ?? null)),
    replace: (pause) => replace(deps, held, pause),
  };
}

/** Tells listeners whenever the recorded pause is replaced. */
export function tellingQuota(quota: QuotaStore, news: Pick<News, "tell">): QuotaStore {
  return {
    ...quota,
    replace: (pause) => {
      const written = quota.replace(pause);
      news.tell("quota");
      return written;
    },
  };
}

/** Returns a key for the quota, which belongs to one credential at one address. */
function keyOf({ credential, baseUrl }: Handoff): string | null {
  return credential && sha256Of(JSON.stringify([credential.kind, credential.secret, baseUrl]));
}

async function replace(deps: QuotaStoreDeps, held: Held, pause: QuotaPause | null): Promise<void> {
  const { key, credentials } = held;
  if (key === null) return;
  if (held.isWritten && (credentials[key] ?? null) === pause) return;
  const others = Object.entries(credentials).filter(
    ([name, { pausedUntil }]) => name !== key && Date.parse(pausedUntil) > deps.clock.now(),
  );
  held.credentials = { ...Object.fromEntries(others), ...(pause === null ? {} : { [key]: pause }) };
  held.isWritten = false;
  await held.serial(() => write(deps, held));
}

async function write({ disk, log }: QuotaStoreDeps, held: Held): Promise<void> {
  if (held.isWritten) return;
  const { credentials } = held;
  try {
    await disk.replace(held.path, formatHashed({ version: 1, credentials }));
    held.isWritten = held.credentials === credentials;
  } catch (error) {
    log.error("quota.json could not be written", {
      reason: messageOf(error),
    });
  }
}
