// A home whose hall is a fake behind the real HTTP door: for commands whose hall would take a session for each case.
import { mkdirSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import type { HallRecord } from "../../src/contract/home/hall-record.ts";
import { systemProcesses } from "../../src/host/processes/processes.ts";
import { type ServedApp, serveApp, token } from "../harness/served-app.ts";
import { tempDir } from "../harness/temp.ts";

export interface FakeHome extends ServedApp {
  home: string;
}

/** The record names this process, so that commands find the hall. */
export function serveHome(): FakeHome {
  const served = serveApp();
  const home = tempDir();
  const { hallRecord, run } = homeLayout(home);
  mkdirSync(run, { recursive: true });
  const tokenFile = `${home}/token`;
  writeFileSync(tokenFile, token);
  const identity = systemProcesses.identify(process.pid);
  if (!identity) throw new Error("This process cannot be identified.");
  const record: HallRecord = { version: 1, url: served.url, ...identity, home, tokenFile, release: "0.0.0" };
  writeFileSync(hallRecord, JSON.stringify(record));
  return { ...served, home };
}
