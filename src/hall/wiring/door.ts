// Opens the hall's HTTP server on the loopback address, and builds the record by which clients find it.
import type { HeldConfig } from "../../store/config/hold.ts";
import type { Operations } from "../../contract/api/operation.ts";
import type { HallRecord } from "../../contract/home/hall-record.ts";
import type { Chores } from "../dispatch/chores/chores.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import type { Landings } from "../landing/landings.ts";
import { timestamp } from "../../host/clock.ts";
import type { TreesDeps } from "../../git/trees.ts";
import { systemDiskUse } from "../../host/files/disk-use.ts";
import { type HttpServer, serveHttp } from "../../host/network/http-server.ts";
import { newUuid } from "../../host/ids.ts";
import { resolveName } from "../../host/network/names.ts";
import { within } from "../../base/async/time-limit.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { installed, plainEnvironment } from "../../host/program.ts";
import type { Underway } from "../../base/async/underway.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { Members } from "../../guild/members/members.ts";
import type { MemoryStore } from "../../store/memory/memory-store.ts";
import { withChanges } from "../../guild/roster/changes.ts";
import type { FreshRoster } from "../../guild/roster/fresh.ts";
import type { Inspection } from "../upkeep/inspection.ts";
import type { Upkeep } from "../upkeep/upkeep.ts";
import type { HallBases } from "../projects/bases.ts";
import type { HallSetUps } from "../projects/set-ups.ts";
import { createFeed } from "../http/stream/feed.ts";
import { type App, type AppDeps, createApp } from "../http/app.ts";
import { createPage } from "../http/page/page.ts";
import { startHold } from "../operations/sandbox-demand.ts";
import { createOperations, type OperationsDeps } from "../operations/operations.ts";
import { maxAttachedBytes } from "../../contract/commission/attachment-bounds.ts";
import type { AttachmentStore } from "../attachments/attachment-store.ts";
import type { Attention } from "../needs/attention.ts";
import type { DeferredItems } from "../needs/deferred-file.ts";
import type { News } from "../http/stream/news.ts";
import type { Previews } from "../engine/previews.ts";
import type { PageKeys } from "../http/page/page-keys.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import type { WorktreeKeeper } from "../projects/worktree-keeper.ts";
import { findCommandProgram } from "../../workbench/sandbox/command-programs.ts";
import type { ProposeDeps } from "../projects/propose-settings.ts";
import { createToldOperations } from "../operations/told-operations.ts";
import { createTakeOperations } from "../projects/take.ts";
import { createProjectOperations, listProjects } from "../projects/project-operations.ts";
import type { QuotaStore } from "../operations/quota-file.ts";
import { openHallAttention } from "./wire-attention.ts";
import { wireReviewList } from "./wire-landing.ts";
import { wireDoctor } from "./wire-doctor.ts";
import { createReviewOperations } from "../operations/review-operations.ts";
import { createSpending } from "../operations/spending.ts";
import { createWorkerOperations } from "../operations/worker-operations.ts";

/** Above the limit that the request handler enforces, so that the handler and not the server words the refusal. */
const maxBodyBytes = maxAttachedBytes + 8 * 1024 * 1024;

/** The most entries of a commission's directory that are counted when a person looks at it. */
const maxMeasured = 20_000;
/** How long a name server may take to say where a proposed host is: a person waits. */
const lookUpMs = 1000;
/** Leaves time to send the answer, and for the caller to end the hall sooner. */
const endSoonMs = 500;

export interface HallDoor {
  app: App;
  attention: Attention;
  server: HttpServer;
  record: HallRecord;
}

export interface DoorParts {
  ledger: Ledger;
  roster: FreshRoster;
  conductor: Conductor;
  landings: Landings;
  members: Members;
  memory: MemoryStore;
  chores: Chores;
  upkeep: Upkeep;
  inspection: Inspection;
  worktrees: WorktreeKeeper;
  git: TreesDeps;
  quota: QuotaStore;
  deferred: DeferredItems;
  news: News;
  underway: Underway;
  bases: HallBases;
  setUps: HallSetUps;
  token: string;
  keys: PageKeys;
  config: HeldConfig;
  attachments: AttachmentStore;
  previews: Previews;
}

export function openDoor(parts: HallParts, options: HallOptions, behind: DoorParts): HallDoor {
  const hasModel = options.handoff.credential !== null;
  const feed = createFeed({ ...behind, hasModel });
  const port = () => server.port ?? 0;
  const inside = { ...behind, deleted: feed.deleted, url: () => urlOf(port()) };
  const { operations, attention } = openOperations(parts, options, inside);
  const app = createApp({
    operations,
    feed,
    page: createPage({ directory: installed("web/dist"), files: plainFiles }),
    clock: parts.clock,
    token: behind.token,
    keys: behind.keys,
    version: options.version,
    boot: newUuid().slice(-12),
    port,
    report: reporter(parts),
  });
  const server: HttpServer = serveHttp({
    at: { port: options.port },
    maxBodyBytes,
    handle: app.fetch,
    strangers: { patienceMs: 10_000, most: 256 },
  });
  return { app, attention, server, record: recordOf(parts, options, port()) };
}

type FindProgram = ProposeDeps["findProgram"];

interface Inside extends DoorParts, Pick<OperationsDeps, "deleted"> {
  url(): string;
}

function openOperations(
  parts: HallParts,
  options: HallOptions,
  inside: Inside,
): { operations: Operations; attention: Attention } {
  const { ledger, conductor, chores, git, config, news } = inside;
  const { home } = options;
  const about = aboutOf(parts, options);
  const held = () => [startHold(parts, { config, home })].filter((reason) => reason !== null);
  const problems = () => problemsOf(inside, held());
  const projects = projectDeps(parts, options, inside);
  const attention = openHallAttention(parts, inside, {
    projects: async () => (await listProjects(projects)).projects,
    hasModel: about.model.available,
    problems,
  });
  const operations = createOperations({
    ...inside,
    home,
    projects: createProjectOperations(projects),
    takes: createTakeOperations({ ...projects, find: ledger.find, now: () => parts.clock.now() }),
    told: createToldOperations({ ...inside, home, disk: parts.disk }),
    attention,
    review: createReviewOperations({
      git,
      find: ledger.find,
      isKnown: (id) => ledger.summary(id) !== undefined,
    }),
    landing: {
      landings: inside.landings,
      review: wireReviewList(parts, { ...inside, config: config.now }, conductor),
    },
    workers: createWorkerOperations({
      ...inside,
      installed,
      sandbox: parts.probe.level,
      withChanges: (found) => withChanges({ disk: parts.disk, home }, found),
    }),
    chores: { ...chores, touched: (scope) => (chores.touched(scope), news.tell("memory")) },
    spending: createSpending({ ...parts, ledger, home }),
    attachments: inside.attachments,
    measure: (directory) => systemDiskUse.measure(directory, maxMeasured),
    isThere: async (path) => (await systemDiskUse.modifiedAt(path)) !== undefined,
    about,
    held,
    problems,
    doctor: wireDoctor(parts, options, inside),
    endSoon: () => void parts.clock.after(endSoonMs, parts.askToEnd),
  });
  return { operations, attention };
}

function projectDeps(parts: HallParts, { home }: HallOptions, inside: Inside) {
  const { git, worktrees, config, ledger, bases, setUps, conductor, news } = inside;
  return {
    git,
    inTurn: worktrees.treesOnceInOrder.inTurn,
    config,
    ledger,
    bases,
    setUps,
    findProgram: programFinder(parts, inside, home),
    lookUp: (host: string) => lookUp(parts, host),
    personHome: plainEnvironment()["HOME"],
    reconsider: conductor.reconsider,
    changed: () => news.tell("projects"),
  };
}

async function lookUp({ clock }: HallParts, host: string): Promise<string[]> {
  const found = await within({ clock, ms: lookUpMs }, resolveName(host));
  return found.how === "came" ? found.value : [];
}

function programFinder({ probe }: HallParts, { config }: DoorParts, home: HallOptions["home"]): FindProgram {
  const { PATH: searchPath = "", HOME: personHome } = plainEnvironment();
  const own = { hallHome: home.root, personHome };
  return (program) => {
    const { readOnly } = config.now().sandbox;
    return findCommandProgram({ probe, readOnly, own, searchPath }, program);
  };
}

/** Returns the problems that the status shows, each as something that needs a person. */
function problemsOf(behind: DoorParts, held: readonly string[]): string[] {
  const { config, ledger, quota, worktrees, deferred, keys, git, setUps } = behind;
  return [
    ...config.problems(),
    ...held,
    ...ledger.problems,
    ...quota.problems,
    ...worktrees.problems(),
    ...deferred.problems,
    ...keys.problems,
    ...git.marks.problems(),
    ...setUps.problems(),
  ];
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
  return {
    version: 1,
    url: urlOf(port),
    ...identity,
    home: home.root,
    tokenFile: home.token,
    release: version,
  };
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
