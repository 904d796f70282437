// Finds the hall of a home by its record, but only if the process that wrote the record is still alive.
// Otherwise another program may have taken the port since, and would be sent the token.
import { readFile } from "node:fs/promises";
import { createClient, type Client } from "../../client/client.ts";
import type { HallStatus } from "../../contract/api/hall-status.ts";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { hallRecord, type HallRecord } from "../../contract/home/hall-record.ts";
import { sleep } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";
import { inTime } from "./in-time.ts";

export interface FoundHall {
  record: HallRecord;
  client: Client;
}

export type FindHallDeps = Pick<Cli, "clock" | "fetch" | "processes">;

export const answerWithinMs = 3000;

/** The hall's address and the token to use there. */
export interface HallPlace {
  record: HallRecord;
  token: string;
}

export async function findPlace(
  { processes }: Pick<FindHallDeps, "processes">,
  home: string,
): Promise<HallPlace | undefined> {
  const record = await readRecord(home);
  if (!record || !processes.isAlive(record)) return undefined;
  const token = await readFile(record.tokenFile, "utf8").catch(() => undefined);
  return token === undefined ? undefined : { record, token: token.trim() };
}

export async function findHall(deps: FindHallDeps, home: string): Promise<FoundHall | undefined> {
  const place = await findPlace(deps, home);
  return place && { record: place.record, client: clientOf(deps, place) };
}

export interface AnsweringHall extends FoundHall {
  status: HallStatus;
}

/** Returns a hall only if it answers. */
export async function findAnsweringHall(
  deps: FindHallDeps,
  home: string,
): Promise<AnsweringHall | undefined> {
  const hall = await findHall(deps, home);
  if (!hall) return undefined;
  return inTime({ clock: deps.clock, ms: answerWithinMs }, (signal) => hall.client.status(signal)).then(
    (status) => ({ ...hall, status }),
    () => undefined,
  );
}

function clientOf({ clock, fetch }: FindHallDeps, { record, token }: HallPlace): Client {
  const wait = (ms: number, signal: AbortSignal | undefined) => sleep(clock, ms, signal);
  return createClient({ url: record.url, token, fetch, wait, after: clock.after });
}

async function readRecord(home: string): Promise<HallRecord | undefined> {
  const text = await readFile(homeLayout(home).hallRecord, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return hallRecord.parse(JSON.parse(text));
  } catch {
    return undefined; // the record is of another version, or damaged: the next start of a hall rewrites it
  }
}
