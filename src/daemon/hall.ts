// The hall's composition root: every part is made here and handed to the one that needs it.
import type { HallRecord } from "../contract/hall-record.ts";
import { type Conductor, createConductor } from "../dispatch/conductor.ts";
import { newSecret } from "../host/ids.ts";
import { listenForNudges, type NudgeListener } from "../host/nudge.ts";
import { installed } from "../host/program.ts";
import { type Ledger, openLedger } from "../ledger/ledger.ts";
import { discoverWorkers } from "../roster/discover.ts";
import { createUpkeep, type Upkeep } from "../upkeep/upkeep.ts";
import { type Door, openDoor } from "./door.ts";
import { readToken } from "./home.ts";
import { createNudges } from "./nudges.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import { wireDispatch, wireLedger, wireUpkeep } from "./wire.ts";

export interface Hall {
  record: HallRecord;
  /** Stops taking requests, writes what is pending, and leaves the workbenches at work. */
  stop(): Promise<void>;
}

/** The caller holds the home's lock. */
export async function openHall(parts: HallParts, options: HallOptions): Promise<Hall> {
  const { home } = options;
  const token = await readToken(parts.disk, home, newSecret);
  const roster = await discoverWorkers(parts.disk, [installed("workers")]);
  const ledger = await openLedger(wireLedger(parts, home));
  const nudges = createNudges();
  const conductor = createConductor(wireDispatch(parts, options, { ledger, roster, nudges }));
  const listener = await listenForNudges(home.nudgeSocket, nudges.heard);
  const upkeep = createUpkeep(wireUpkeep(parts, home, ledger));
  const door = openDoor(parts, options, { ledger, roster, conductor, upkeep, token });
  conductor.recover();
  upkeep.start();
  for (const problem of [...ledger.problems, ...roster.problems]) parts.log.warn(problem);
  return { record: door.record, stop: () => stop({ door, conductor, upkeep, listener, ledger }) };
}

interface Running {
  door: Door;
  conductor: Conductor;
  upkeep: Upkeep;
  listener: NudgeListener;
  ledger: Ledger;
}

async function stop({ door, conductor, upkeep, listener, ledger }: Running): Promise<void> {
  door.app.stop();
  await conductor.stop();
  await upkeep.stop();
  await listener.close();
  await door.server.stop();
  await ledger.close();
}
