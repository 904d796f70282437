// Runs a hall for one command, in a temporary home that is removed with everything in it, even after Ctrl-C.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { emptyHandoff } from "../../contract/home/handoff.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { HandoffChild } from "../../host/processes/handoff.ts";
import type { Cli } from "../cli.ts";
import { endAllWork, endLeftBenches } from "./end-work.ts";
import { findHall, type FoundHall } from "./find-hall.ts";
import { endLeftMembers } from "./left-members.ts";
import { startHall } from "./start-hall.ts";
import { stopHall } from "./stop-hall.ts";

export interface ThrowawayHall {
  name: string;
  sampleProject?: string;
  /** Prepares the home before the hall starts. */
  prepare?(home: string): Promise<void>;
  use(hall: FoundHall): Promise<number>;
}

const readyWithinMs = 30_000;
const goneWithinMs = 10_000;

export async function withThrowawayHall(cli: Cli, throwaway: ThrowawayHall): Promise<number> {
  const home = await mkdtemp(join(cli.temporary, `guild-hall-${throwaway.name}-`)); // made with mode 0700
  try {
    await throwaway.prepare?.(home);
    const hall = await open(cli, { home, sampleProject: throwaway.sampleProject });
    try {
      return await throwaway.use(hall);
    } finally {
      if (cli.console.stopped.aborted) cli.console.err(`${cli.errPaint.dim("Cleaning up...")}\n`);
      await endAllWork(cli, hall.client);
      const gone = await stopHall(cli, { record: hall.record, withinMs: goneWithinMs });
      if (!gone) cli.processes.signal(hall.record, "SIGKILL");
    }
  } finally {
    await endLeftBenches(cli, home);
    await endLeftMembers(cli, home);
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Starts the hall. Ctrl-C takes effect once the hall is up or has failed: only then is it known what to stop.
 */
async function open(
  cli: Cli,
  place: { home: string; sampleProject: string | undefined },
): Promise<FoundHall> {
  const { home, sampleProject } = place;
  let child: HandoffChild | undefined;
  const limit = cli.clock.after(readyWithinMs, () => child?.kill("SIGKILL"));
  const started = await startHall(cli, {
    home,
    port: 0,
    handoff: emptyHandoff, // only rehearsals are played here: no credential is needed, so none is given
    foreground: false,
    onSpawn: (spawned) => (child = spawned),
    ...(sampleProject === undefined ? {} : { sampleProject }),
  }).finally(() => limit.cancel());
  if (started.state === "failed") throw new Fault("hall_failed", started.message);
  const hall = await findHall(cli, home);
  if (hall) return hall;
  child?.kill("SIGKILL"); // its record may be missing although it runs
  throw new Fault("hall_failed", `The hall in ${home} ended as soon as it was ready.`);
}
