// Runs a real hall in its own process and home. Afterwards the hall, what it started and its home are removed.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import { emptyHandoff, type Handoff } from "../../src/contract/home/handoff.ts";
import type { HallRecord } from "../../src/contract/home/hall-record.ts";
import { commissionLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import { programFile } from "../../src/host/built.ts";
import { sleep, systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { runtimeFlags, spawnWithHandoff } from "../../src/host/processes/handoff.ts";
import { systemLocks } from "../../src/host/processes/locks.ts";
import { installed, plainEnvironment } from "../../src/host/program.ts";
import { systemProcesses } from "../../src/host/processes/processes.ts";
import { endLeftMembers, leftMembers } from "../../src/cli/hall/left-members.ts";
import { countSession } from "./sessions.ts";

export interface TestHall {
  record: HallRecord;
  client: Client;
  pid: number;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves when the hall's process has ended. */
  ended: Promise<unknown>;
}

export interface HallChoice {
  handoff?: Handoff;
  env?: Record<string, string>;
  args?: readonly string[];
  /** Whether the hall keeps a spare workbench, which most tests do not need. */
  keepsSpares?: boolean;
  /**
   * Another main file instead of the hall's own, such as a hall without one of its guards, to show that a test notices.
   */
  program?: string;
  /** Prefixes the whole command line, such as `strace -f`. */
  under?: readonly string[];
  /** Called with the process id before the hall is ready. */
  started?(pid: number): void;
}

export class TestHome {
  readonly root: string;
  readonly #halls: TestHall[] = [];

  constructor(root = mkdtempSync(join(tmpdir(), "guild-hall-home-"))) {
    this.root = root;
  }

  async open(choice: HallChoice = {}): Promise<TestHall> {
    mkdirSync(`${this.root}/logs`, { recursive: true });
    const output = openSync(`${this.root}/logs/hall.out`, "a");
    const [file = "", ...args] = [
      ...(choice.under ?? []),
      process.execPath,
      ...runtimeFlags,
      choice.program ?? programFile(installed("."), "hall"),
      "--home",
      this.root,
      "--port",
      "0",
      ...(choice.keepsSpares ? [] : ["--no-spares"]),
      ...(choice.args ?? []),
    ];
    const child = await spawnWithHandoff({
      file,
      args,
      env: { ...plainEnvironment(), ...choice.env },
      cwd: "/",
      detached: true,
      stdout: output,
      stderr: output,
      handoff: choice.handoff ?? emptyHandoff,
      readyPipe: true,
    });
    closeSync(output);
    choice.started?.(child.pid);
    const told = JSON.parse((await child.ready) ?? '{"failed":"it ended"}') as {
      ready?: HallRecord;
      failed?: string;
    };
    if (!told.ready) throw new Error(`the hall did not start: ${told.failed ?? JSON.stringify(told)}`);
    const hall: TestHall = {
      record: told.ready,
      client: this.#client(told.ready),
      pid: child.pid,
      ended: child.exited,
      kill: async (signal) => {
        child.kill(signal);
        await child.exited;
      },
    };
    this.#halls.push(hall);
    return hall;
  }

  #client(record: HallRecord): Client {
    const token = readFileSync(record.tokenFile, "utf8").trim();
    return createClient({
      url: record.url,
      token,
      fetch,
      wait: (ms, signal) => sleep(systemClock, ms, signal),
      after: systemClock.after,
    });
  }

  layout(id: CommissionId) {
    return commissionLayout(homeLayout(this.root), id);
  }

  ids(): CommissionId[] {
    const { commissions } = homeLayout(this.root);
    return (existsSync(commissions) ? readdirSync(commissions) : []) as CommissionId[];
  }

  /** Ends the processes that still run, counts the real sessions, and removes the home. */
  async dispose(): Promise<void> {
    for (const hall of this.#halls) {
      if (existsSync(`/proc/${hall.pid}`)) await cancelAll(hall.client).catch(() => undefined);
      if (existsSync(`/proc/${hall.pid}`)) await hall.kill("SIGTERM");
    }
    countSession(this.sessions());
    const alive = this.ids().filter((id) => systemLocks.isHeld(this.layout(id).benchLock));
    for (const id of alive) killBench(this.layout(id).events);
    const machine = { processes: systemProcesses, clock: systemClock };
    const members = await leftMembers(machine, this.root);
    await endLeftMembers(machine, this.root);
    await systemDisk.removeTree(this.root); // works even if a worker took away our permissions
    if (alive.length > 0) throw new Error(`workbenches were left at work: ${alive.join(", ")}`);
    if (members.length > 0)
      throw new Error(`guild members were left: ${members.map(({ name }) => name).join(", ")}`);
  }

  sessions(): number {
    return this.ids()
      .flatMap((id) =>
        readdirSync(this.layout(id).directory).map((name) => `${this.layout(id).directory}/${name}`),
      )
      .filter((path) => /transcript-\d+\.jsonl$/.test(path)).length;
  }
}

async function cancelAll(client: Client): Promise<void> {
  const { commissions } = await client.list({ limit: 1000 });
  await Promise.all(commissions.filter((c) => c.endedAt === null).map((c) => client.cancel(c.id)));
}

function killBench(events: string): void {
  const pids = [...readFileSync(events, "utf8").matchAll(/"type":"bench.started","pid":(\d+)/g)].map(
    (match) => Number(match[1]),
  );
  for (const pid of pids) {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

/**
 * Waits until a commission has ended. The limit only ends a hopeless wait: on a busy machine a few sessions take half a
 * minute.
 */
export async function untilEnded(
  client: Client,
  id: CommissionId,
  limitMs = 90_000,
): Promise<CommissionDetail> {
  const limit = AbortSignal.timeout(limitMs);
  const seen: string[] = [];
  try {
    for await (const event of client.followCommission(id, 0, limit)) seen.push(JSON.stringify(event));
  } catch (error) {
    if (!limit.aborted) throw error;
    const { status, blockedBy, problems } = await client.detail(id);
    const now = JSON.stringify({ status, blockedBy, problems });
    throw new Error(`${id} did not end in ${limitMs} ms: ${now}\n${seen.slice(-25).join("\n")}`, {
      cause: error,
    });
  }
  return client.detail(id);
}

/** Waits until `holds` is true; on timeout fails with `what`. */
export function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 15_000,
): Promise<void> {
  return poll({ what, holds, limitMs, pauseAfter });
}

/** Polls at a constant rate, for conditions that advance a clock at each check. */
export function untilMoved(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 15_000,
): Promise<void> {
  return poll({ what, holds, limitMs, pauseAfter: () => 5 });
}

interface Poll {
  what: string;
  holds(): boolean | Promise<boolean>;
  limitMs: number;
  pauseAfter(waitedMs: number): number;
}

async function poll({ what, holds, limitMs, pauseAfter }: Poll): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    const waited = performance.now() - began;
    if (waited > limitMs) throw new Error(`did not happen in time: ${what}`);
    await Bun.sleep(pauseAfter(waited));
  }
}

/** Polls less often over time, because frequent polling takes CPU from the processes under test. */
function pauseAfter(waitedMs: number): number {
  return Math.min(50, 5 + waitedMs / 20);
}
