// Answers requests about workers: lists all of them, or shows one in full.
import { messageOf } from "../../base/text/message-of.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import { scopesOf } from "../../contract/memory/memory.ts";
import type { Operations } from "../../contract/api/operation.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import type { WorkerEntry, WorkerList } from "../../contract/package/roster.ts";
import type { WorkerDetail, workerRoutes } from "../../contract/package/worker-record.ts";
import { brokenWorker } from "../dispatch/accept.ts";
import { resolveWorker } from "../dispatch/resolve-worker.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { Members } from "../../guild/members/members.ts";
import type { MemoryStore } from "../../store/memory/memory-store.ts";
import { findByName, type Roster } from "../../guild/roster/discover.ts";
import type { FreshRoster } from "../../guild/roster/fresh.ts";
import { readPosture } from "../../guild/roster/read-package.ts";
import { tokensIn } from "../../rules/memory/compaction.ts";
import { listModels } from "../../rules/model/model-list.ts";
import { recordsOf } from "../../rules/show/worker-record.ts";
import { createKnownWorkers } from "./known-workers.ts";
import { rehearsalsOf } from "./rehearsals.ts";
import { workerListOf } from "./worker-list.ts";

export interface WorkerOperationsDeps {
  ledger: Pick<Ledger, "summaries">;
  memory: Pick<MemoryStore, "list">;
  members: Pick<Members, "find" | "list" | "whyPassedOver">;
  roster: FreshRoster;
  /** Adds to each package what has changed since it was added. */
  withChanges(roster: Roster): Promise<Roster>;
  config: Pick<HeldConfig, "now">;
  installed(path: string): string;
  sandbox: SandboxLevel;
}

export type WorkerOperations = Pick<Operations, keyof typeof workerRoutes | "models">;

export function createWorkerOperations(deps: WorkerOperationsDeps): WorkerOperations {
  return {
    workers: async () => done(await listOf(deps)),
    worker: ({ params }) => findOne(deps, params.name),
    models: async () => done(listModels(deps.config.now())),
    rehearsals: async () => done(await rehearsalsOf(deps)),
  };
}

async function listOf(deps: WorkerOperationsDeps): Promise<WorkerList> {
  const [roster, members] = await Promise.all([deps.roster.look(), deps.members.list()]);
  return workerListOf({
    roster: await deps.withChanges(roster),
    members,
    bounds: deps.config.now().limits,
    sandbox: deps.sandbox,
    records: recordsOf(deps.ledger.summaries()),
  });
}

async function findOne(deps: WorkerOperationsDeps, asked: string): Promise<Outcome<WorkerDetail>> {
  const known = createKnownWorkers(deps);
  const resolved = await resolveWorker({ roster: known }, asked);
  if (!resolved.ok) return resolved;
  const { worker: name } = resolved;
  const worker = (await listOf(deps)).workers.find((each) => each.name === name);
  if (worker?.kind === "package") return done(await detailOf(deps, worker));
  if (worker) return done({ worker, posture: null, memory: null });
  const why = known.whyPassedOver(name);
  return refuse(
    "not_found",
    why === undefined ? `There is no worker "${name}".` : brokenWorker(name, why),
    'Run "guild-hall workers" to see who there is.',
  );
}

/** Returns one worker in full. Anything unreadable is listed among the worker's problems. */
async function detailOf(deps: WorkerOperationsDeps, worker: WorkerEntry): Promise<WorkerDetail> {
  const [posture, memory] = await Promise.all([postureOf(deps, worker), memoryOf(deps, worker)]);
  const problems = [posture, memory].flatMap((read) => ("problem" in read ? read.problem : []));
  return {
    worker: { ...worker, problems: [...worker.problems, ...problems] },
    posture: "value" in posture ? posture.value : null,
    memory: "value" in memory ? memory.value : null,
  };
}

type Read<T> = { value: T } | { problem: string };

async function postureOf({ roster }: WorkerOperationsDeps, { name }: WorkerEntry): Promise<Read<string>> {
  const found = findByName(roster.latest().workers, name);
  if (!found) return { problem: "Its package is not there any more." };
  const { posture } = found.metadata;
  const text = await readPosture({ directory: found.directory, posture });
  return text.ok ? { value: text.value } : { problem: `${posture}: ${text.reason}` };
}

async function memoryOf(
  { memory }: WorkerOperationsDeps,
  { name }: WorkerEntry,
): Promise<Read<WorkerDetail["memory"]>> {
  const { worker: scope } = scopesOf(name, null);
  if (scope === null) return { value: null };
  try {
    const entries = await memory.list(scope);
    return { value: { scope, entries: entries.length, tokens: tokensIn(entries) } };
  } catch (error) {
    return { problem: `Its memory cannot be read: ${messageOf(error)}` };
  }
}
