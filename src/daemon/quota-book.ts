// quota.json in memory and on disk: what is on record of the credential in use.
import type { Handoff } from "../contract/handoff.ts";
import type { HomeLayout } from "../contract/home-layout.ts";
import { type QuotaFile, quotaFile, type QuotaPause } from "../contract/quota.ts";
import type { Clock } from "../host/clock.ts";
import type { Disk } from "../host/disk.ts";
import type { Log } from "../host/log.ts";
import { sha256Of } from "../ledger/line.ts";
import { createSerial, type Serial } from "../host/serial.ts";

export interface QuotaBook {
  problems: readonly string[];
  current(): QuotaPause | null;
  /** In force at once. A write that fails is logged and made up for by the next one. */
  replace(pause: QuotaPause | null): Promise<void>;
}

export interface QuotaBookDeps {
  disk: Disk;
  clock: Pick<Clock, "now">;
  log: Pick<Log, "error">;
}

interface Held {
  path: string;
  /** Of the credential in use; null: there is none, so there is nothing to keep. */
  key: string | null;
  credentials: QuotaFile["credentials"];
  isWritten: boolean;
  serial: Serial;
}

export async function openQuotaBook(
  deps: QuotaBookDeps,
  { home, handoff }: { home: HomeLayout; handoff: Handoff },
): Promise<QuotaBook> {
  const { credentials, problems } = await readQuotaFile(deps.disk, home.quota);
  const key = keyOf(handoff);
  const held: Held = { path: home.quota, key, credentials, isWritten: true, serial: createSerial() };
  return {
    problems,
    current: () => (key === null ? null : (held.credentials[key] ?? null)),
    replace: (pause) => replace(deps, held, pause),
  };
}

/** A quota is a credential's at one address. */
function keyOf({ credential, baseUrl }: Handoff): string | null {
  return credential && sha256Of(JSON.stringify([credential.kind, credential.secret, baseUrl]));
}

/** One that cannot be read is set aside and named. At worst a commission asks too early, and is told so. */
async function readQuotaFile(
  disk: Disk,
  path: string,
): Promise<{ credentials: QuotaFile["credentials"]; problems: string[] }> {
  try {
    const text = await disk.readText(path);
    if (text === undefined) return { credentials: {}, problems: [] };
    const parsed = quotaFile.safeParse(parseOrNull(text));
    if (parsed.success) return { credentials: parsed.data.credentials, problems: [] };
    await disk.move(path, `${path}.damaged`);
    return {
      credentials: {},
      problems: ["quota.json cannot be read and was set aside as quota.json.damaged."],
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { credentials: {}, problems: [`quota.json cannot be read and was left alone. ${message}`] };
  }
}

async function replace(deps: QuotaBookDeps, held: Held, pause: QuotaPause | null): Promise<void> {
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

async function write({ disk, log }: QuotaBookDeps, held: Held): Promise<void> {
  if (held.isWritten) return;
  const { credentials } = held;
  try {
    await disk.replace(held.path, `${JSON.stringify({ version: 1, credentials }, null, 2)}\n`);
    held.isWritten = held.credentials === credentials;
  } catch (error) {
    log.error("quota.json could not be written", {
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
