// The methods of worker/*, from parsed params to the shapes of the protocol.
import { givenOnly } from "./config.ts";
import { compileGlob } from "./glob.ts";
import type { Decision, JobConfig, JobStatus } from "./job.ts";
import { bounds } from "./bounds.ts";
import { parseArtifact, parseDispatch, parseJob, parseList } from "./params.ts";
import type { Workshop } from "./queue/workshop.ts";
import { quoted, Refusal } from "./refusal.ts";
import type { Entry } from "./store/job-index.ts";
import { type JobId, parseJobId } from "./store/job-id.ts";
import type { JobStore } from "./store/job-store.ts";

export interface HandlerDeps {
  store: JobStore;
  workshop: Workshop;
}

export type Handler = (params: unknown) => Promise<object>;

export function createHandlers(deps: HandlerDeps): Record<string, Handler> {
  const dispatching = new Map<string, Promise<JobId>>();
  return {
    "worker/dispatch": (params) => dispatch({ ...deps, dispatching }, params),
    "worker/list": (params) => list(deps, params),
    "worker/status": (params) => status(deps, params),
    "worker/result": (params) => result(deps, params),
    "worker/cancel": (params) => cancel(deps, params),
    "worker/delete": (params) => remove(deps, params),
    "worker/artifact": (params) => artifact(deps, params),
  };
}

interface Dispatching extends HandlerDeps {
  /** By what a hall calls its commission: those that are being laid out at this moment. */
  dispatching: Map<string, Promise<JobId>>;
}

async function dispatch(deps: Dispatching, params: unknown): Promise<{ jobId: JobId }> {
  const { description, task, config = {} } = parseDispatch(params);
  const order: NewOrder = { description, task, config: givenOnly(config) };
  const { hallCommission } = order.config;
  if (hallCommission === undefined) return { jobId: await accept(deps, order) };
  const known = deps.dispatching.get(hallCommission) ?? deps.store.findCommission(hallCommission)?.id;
  if (known !== undefined) return { jobId: await known };
  const accepted = accept(deps, order).finally(() => deps.dispatching.delete(hallCommission));
  deps.dispatching.set(hallCommission, accepted);
  return { jobId: await accepted };
}

interface NewOrder {
  description: string;
  task: string;
  config: JobConfig;
}

async function accept({ store, workshop }: HandlerDeps, order: NewOrder): Promise<JobId> {
  const id = await store.create(order);
  workshop.enqueue(id);
  return id;
}

interface Listed {
  jobId: JobId;
  status: JobStatus;
  description?: string;
  summary?: string | null;
}

async function list({ store, workshop }: HandlerDeps, params: unknown): Promise<{ jobs: Listed[] }> {
  const { detail = "simple", filter } = parseList(params);
  const isWanted = filter === undefined ? () => true : compileGlob(filter);
  const all = store.all();
  workshop.compare(all);
  const jobs = all
    .filter(({ meta }) => isWanted(meta.description))
    .map(({ id, meta }): Listed => {
      const simple = { jobId: id, status: meta.status };
      if (detail === "simple") return simple;
      return { ...simple, description: meta.description, summary: store.summaryOf(id) };
    });
  return { jobs };
}

interface Status {
  jobId: JobId;
  status: JobStatus;
  description: string;
  summary: string | null;
  questions: string[] | null;
  decisions: Decision[] | null;
  error: string | null;
  startedAt: string;
  completedAt: string | null;
}

async function status({ store, workshop }: HandlerDeps, params: unknown): Promise<Status> {
  const entry = getJob(store, parseJob(params).jobId);
  workshop.tend(entry);
  const { description, error, startedAt, completedAt } = entry.meta;
  return {
    jobId: entry.id,
    status: entry.meta.status,
    description,
    summary: store.summaryOf(entry.id),
    questions: store.questions(entry.id),
    decisions: store.decisions(entry.id),
    error,
    startedAt,
    completedAt,
  };
}

async function result({ store }: HandlerDeps, params: unknown) {
  const { id, meta } = getJob(store, parseJob(params).jobId);
  if (meta.status !== "completed") throw new Refusal(noResult(id, meta));
  const output = store.read(store.places(id).result);
  if (output === undefined) throw new Refusal(`The result.md of job ${id} is gone: somebody removed it.`);
  return { jobId: id, output, artifacts: store.artifacts(id) };
}

function noResult(id: JobId, { status, error }: Entry["meta"]): string {
  if (status === "running") return `Job ${id} has no result yet: it is still running.`;
  return `Job ${id} has no result: it ${status === "cancelled" ? "was cancelled" : "failed"}.${error ? ` ${error}` : ""}`;
}

async function cancel({ store, workshop }: HandlerDeps, params: unknown) {
  const { id } = getJob(store, parseJob(params).jobId);
  const meta = await workshop.cancel(id);
  if (!meta) throw unknownJob(id);
  return { jobId: id, status: meta.status };
}

async function remove({ store, workshop }: HandlerDeps, params: unknown) {
  const { id, meta } = getJob(store, parseJob(params).jobId);
  checkDeletable(id, meta.status);
  await workshop.gone(id);
  return store.inLane(id, async () => {
    const now = store.find(id);
    if (!now) throw unknownJob(id);
    checkDeletable(id, now.meta.status);
    await store.remove(id);
    return { jobId: id, deleted: true };
  });
}

function checkDeletable(id: JobId, status: JobStatus): void {
  if (status === "running") throw new Refusal(`Job ${id} is running. Cancel it before you delete it.`);
  if (status === "failed")
    throw new Refusal(`Job ${id} failed and is kept: only completed and cancelled jobs can be deleted.`);
}

async function artifact({ store }: HandlerDeps, params: unknown) {
  const { jobId, path } = parseArtifact(params);
  const { id } = getJob(store, jobId);
  const bytes = store.artifact(id, path);
  if (!bytes)
    throw new Refusal(`Job ${id} has no artifact ${quoted(path)}. worker/result names those it has.`);
  if (bytes.length > bounds.artifactBytes)
    throw new Refusal(`The artifact ${quoted(path)} has more than ${bounds.artifactBytes} bytes.`);
  return { jobId: id, path, ...encoded(bytes) };
}

/** Text only where it takes no more room on the wire than base64 would. */
function encoded(bytes: Buffer): { encoding: "utf8" | "base64"; content: string } {
  const text = bytes.toString("utf8");
  const isPlain = !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text) && Buffer.from(text).equals(bytes);
  return isPlain
    ? { encoding: "utf8", content: text }
    : { encoding: "base64", content: bytes.toString("base64") };
}

function getJob(store: JobStore, jobId: string): Entry {
  const id = parseJobId(jobId);
  const entry = id && store.find(id);
  if (!entry) throw unknownJob(jobId);
  return entry;
}

function unknownJob(jobId: string): Refusal {
  return new Refusal(`There is no job ${quoted(jobId)}. worker/list names those there are.`);
}
