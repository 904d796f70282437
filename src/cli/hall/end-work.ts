// Ends all work of a throwaway hall: first through the hall, then by killing the workbenches that are still
// alive. Each workbench records its process in a journal.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "../../client/client.ts";
import { listAll } from "../../client/list-all.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import { fact } from "../../contract/commission/facts.ts";
import { homeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { sleep, type Clock } from "../../host/clock.ts";
import type { ProcessIdentity } from "../../host/processes/processes.ts";
import type { Cli } from "../cli.ts";

const endedWithinMs = 5000;
/**
 * How long a workbench may take to end after SIGTERM. If it ends by itself, it removes its socket too; on a busy
 * machine that takes seconds.
 */
const politeMs = 5000;
const pollMs = 50;

type WorkClient = Pick<Client, "list" | "cancel">;

/**
 * Cancels all commissions and waits for their end. Best effort: a hall that is gone or hangs cannot cancel
 * anything. `endLeftBenches` kills the rest.
 */
export async function endAllWork({ clock }: Pick<Cli, "clock">, client: WorkClient): Promise<void> {
  const over = new AbortController();
  const ended = cancelAll({ clock, client, signal: over.signal }).catch(() => undefined);
  await Promise.race([ended, sleep(clock, endedWithinMs, over.signal)]);
  over.abort();
}

async function cancelAll(work: { clock: Clock; client: WorkClient; signal: AbortSignal }): Promise<void> {
  const { clock, client, signal } = work;
  let open = await unfinished(client);
  // A commission that is just finishing refuses the cancel and ends by itself.
  await Promise.allSettled(open.map((id) => client.cancel(id, "the throwaway hall is being removed")));
  while (open.length > 0 && !signal.aborted) {
    await sleep(clock, pollMs, signal);
    open = await unfinished(client);
  }
}

async function unfinished(client: WorkClient): Promise<CommissionId[]> {
  const commissions = await listAll(client, {});
  return commissions.filter(({ status }) => !isEndedStatus(status)).map(({ id }) => id);
}

/**
 * Ends the workbenches that are still alive. They outlive their hall by design, but must not outlive a home that is
 * about to be removed.
 */
export async function endLeftBenches(
  { processes, clock }: Pick<Cli, "processes" | "clock">,
  home: string,
): Promise<void> {
  const left = (await benches(home)).filter((bench) => processes.isAlive(bench));
  for (const bench of left) processes.signalGroup(bench, "SIGTERM");
  const until = clock.monotonic() + politeMs;
  while (left.some((bench) => processes.isAlive(bench)) && clock.monotonic() < until)
    await sleep(clock, pollMs);
  for (const bench of left) processes.signalGroup(bench, "SIGKILL");
}

async function benches(home: string): Promise<ProcessIdentity[]> {
  const root = homeLayout(home).commissions;
  const names = await readdir(root).catch(() => []);
  const journals = (await Promise.all(names.map((name) => journalsIn(join(root, name))))).flat();
  const found = await Promise.all(journals.map(identityIn));
  return found.filter((bench) => bench !== undefined);
}

/** Lists only this directory, because a worker's directories below it may contain symlink cycles. */
async function journalsIn(commission: string): Promise<string[]> {
  const names = await readdir(commission).catch(() => []);
  return names.filter((name) => /^bench-\d+\.jsonl$/.test(name)).map((name) => join(commission, name));
}

async function identityIn(journal: string): Promise<ProcessIdentity | undefined> {
  const [first = ""] = (await readFile(journal, "utf8").catch(() => "")).split("\n");
  try {
    const started = fact.parse(JSON.parse(first));
    return started.type === "bench.started" ? started : undefined;
  } catch {
    return undefined; // the workbench died before it could record its identity
  }
}
