// The hall's HTTP door, opened on loopback, and the record by which others find it.
import type { HeldConfig } from "../config/hold.ts";
import type { HallRecord } from "../contract/hall-record.ts";
import type { Chores } from "../dispatch/chores.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import { timestamp } from "../host/clock.ts";
import type { TreesDeps } from "../git/trees.ts";
import { systemDiskUse } from "../host/disk-use.ts";
import { type HttpServer, serveHttp } from "../host/http-server.ts";
import { newUuid } from "../host/ids.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Members } from "../members/members.ts";
import type { MemoryStore } from "../memory/memory-store.ts";
import { withChanges } from "../roster/changes.ts";
import type { FreshRoster } from "../roster/fresh.ts";
import type { Upkeep } from "../upkeep/upkeep.ts";
import { createFeed } from "./feed.ts";
import { type App, type AppDeps, createApp } from "./http/app.ts";
import { startHold } from "./sandbox-demand.ts";
import { createOperations, type OperationsDeps } from "./operations.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import type { House } from "./house.ts";
import { createProjectOperations } from "./project-operations.ts";
import type { QuotaBook } from "./quota-book.ts";

/** Above the door's own limit on a body, which answers in our words. */
const maxBodyBytes = 8 * 1024 * 1024;

/** Entries of a commission's directory that are counted when somebody looks at it. */
const maxMeasured = 20_000;
/** For the answer to go out, and for whoever asked to end it sooner. */
const endSoonMs = 500;

export interface Door {
  app: App;
  server: HttpServer;
  record: HallRecord;
}

export interface Behind {
  ledger: Ledger;
  roster: FreshRoster;
  conductor: Conductor;
  members: Members;
  memory: MemoryStore;
  chores: Chores;
  upkeep: Upkeep;
  house: House;
  git: TreesDeps;
  quota: QuotaBook;
  token: string;
  config: HeldConfig;
}

export function openDoor(parts: HallParts, options: HallOptions, behind: Behind): Door {
  const { ledger, conductor, members, memory, chores, roster, upkeep, house, git, quota, token, config } =
    behind;
  const { home, version } = options;
  const feed = createFeed(ledger);
  const about = aboutOf(parts, options);
  const operations = createOperations({
    home,
    ledger,
    conductor,
    projects: createProjectOperations({
      git,
      inTurn: house.trees.inTurn,
      config,
      ledger,
      reconsider: conductor.reconsider,
    }),
    members,
    memory,
    chores,
    roster,
    withChanges: (found) => withChanges({ disk: parts.disk, home }, found),
    upkeep,
    house,
    measure: (directory) => systemDiskUse.measure(directory, maxMeasured),
    isThere: async (path) => (await systemDiskUse.modifiedAt(path)) !== undefined,
    quota,
    about,
    config,
    held: () => [startHold(parts, { config, home })].filter((reason) => reason !== null),
    endSoon: () => void parts.clock.after(endSoonMs, parts.askToEnd),
    deleted: feed.deleted,
  });
  const boot = newUuid().slice(-12);
  const port = () => server.port ?? 0;
  const app = createApp({
    operations,
    feed,
    clock: parts.clock,
    token,
    version,
    boot,
    port,
    report: reporter(parts),
  });
  const server: HttpServer = serveHttp({ at: { port: options.port }, maxBodyBytes, handle: app.fetch });
  return { app, server, record: recordOf(parts, options, port()) };
}

function reporter({ log }: HallParts): AppDeps["report"] {
  return ({ method, path, cause }) => {
    const told = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    log.error("a request failed", { method, path, cause: told });
  };
}

function aboutOf(
  { probe, pid, clock }: HallParts,
  { handoff, version }: HallOptions,
): OperationsDeps["about"] {
  const { level, detail } = probe;
  return { version, pid, startedAt: timestamp(clock), sandbox: { level, detail }, model: modelOf(handoff) };
}

function modelOf({ credential, baseUrl }: HallOptions["handoff"]): OperationsDeps["about"]["model"] {
  if (!credential) return { available: false, detail: "no credentials: only rehearsals can be played" };
  const where = baseUrl === null ? "Anthropic" : "the address in ANTHROPIC_BASE_URL";
  const how = credential.kind === "api_key" ? "an API key" : "an auth token";
  return { available: true, detail: `${where}, with ${how}` };
}

function recordOf({ processes, pid }: HallParts, { home, version }: HallOptions, port: number): HallRecord {
  const identity = processes.identify(pid);
  if (!identity) throw new Error("This process cannot be identified.");
  const url = `http://127.0.0.1:${port}`;
  return { version: 1, url, ...identity, home: home.root, tokenFile: home.token, release: version };
}
