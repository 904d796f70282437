// Handles worker/result and worker/artifact, which return a completed job's output and any job's files.
import { bounds } from "../bounds.ts";
import type { HandlerDeps } from "../handlers.ts";
import { parseArtifact, parseJob } from "../params.ts";
import { quoted, Refusal } from "../refusal.ts";
import type { Entry } from "../store/job-index.ts";
import type { JobId } from "../store/job-id.ts";
import { getJob } from "./get-job.ts";

export async function result({ store }: HandlerDeps, params: unknown) {
  const { id, meta } = getJob(store, parseJob(params).jobId);
  if (meta.status !== "completed") throw new Refusal(noResult(id, meta));
  const output = store.read(store.places(id).result);
  if (output === undefined) throw new Refusal(`The result.md of job ${id} is missing.`);
  return { jobId: id, output, artifacts: store.artifacts(id) };
}

function noResult(id: JobId, { status, error }: Entry["meta"]): string {
  if (status === "running") return `Job ${id} has no result yet: it is still running.`;
  return `Job ${id} has no result: it ${status === "cancelled" ? "was cancelled" : "failed"}.${error ? ` ${error}` : ""}`;
}

export async function artifact({ store }: HandlerDeps, params: unknown) {
  const { jobId, path } = parseArtifact(params);
  const { id } = getJob(store, jobId);
  const bytes = store.artifact(id, path);
  if (!bytes)
    throw new Refusal(`Job ${id} has no artifact ${quoted(path)}. worker/result names those it has.`);
  if (bytes.length > bounds.artifactBytes)
    throw new Refusal(`The artifact ${quoted(path)} has more than ${bounds.artifactBytes} bytes.`);
  return { jobId: id, path, ...encoded(bytes) };
}

/** Sends text only if that loses nothing and takes no more room on the wire than base64. */
function encoded(bytes: Buffer): { encoding: "utf8" | "base64"; content: string } {
  const text = bytes.toString("utf8");
  const isPlain = !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text) && Buffer.from(text).equals(bytes);
  return isPlain
    ? { encoding: "utf8", content: text }
    : { encoding: "base64", content: bytes.toString("base64") };
}
