// Fetches the files that a job left at its guild member into the commission's directory. Names and bytes are untrusted:
// each name is parsed, the size of each file is limited, and each file is durable on disk before the ledger names it.
import type { ArtifactRef, LeftArtifact } from "../../../contract/commission/artifact-ref.ts";
import type { CommissionLayout } from "../../../contract/home/home-layout.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { type ArtifactReply, keptArtifacts, rpcCodes } from "../../../contract/member/worker-protocol.ts";
import type { Clock } from "../../../host/clock.ts";
import { type InsideResult, no, splitRelative } from "../../../host/files/inside.ts";
import { replaceInside } from "../../../host/files/write-inside.ts";
import type { WorkerHandle } from "../../../guild/members/calls/worker-handle.ts";
import { askMember, isMemberFault, refusalOf } from "./ask.ts";

export interface FetchOrder {
  layout: Pick<CommissionLayout, "directory">;
  worker: Pick<WorkerHandle, "artifact">;
  member: MemberName;
  jobId: string;
  /** The names as the reply to `worker/result` gives them. */
  names: readonly string[];
  signal: AbortSignal;
}

export interface Fetched {
  kept: ArtifactRef[];
  /** The files that stay at the member, each with the reason. */
  left: LeftArtifact[];
}

/**
 * Throws faults of this machine, such as a full disk. Any other fault is reported as the reason why a file
 * stays at the member.
 */
export async function fetchArtifacts(deps: { clock: Clock }, order: FetchOrder): Promise<Fetched> {
  const { ask, left } = planFetch(order.names);
  const fetched: Fetched = { kept: [], left };
  const late = new AbortController();
  const timer = deps.clock.after(keptArtifacts.ms, () => late.abort());
  const signal = AbortSignal.any([order.signal, late.signal]);
  let over: string | null = null;
  try {
    for (const file of ask) {
      const outcome: Outcome =
        over === null ? await fetchOne(deps, { ...order, signal }, { file, fetched }) : no(over);
      if (outcome.ok) fetched.kept.push(outcome.value);
      else fetched.left.push({ path: file.name, reason: outcome.reason });
      if (!outcome.ok && outcome.isLast) over = outcome.reason;
    }
  } finally {
    timer.cancel();
  }
  return fetched;
}

interface Named {
  name: string;
  /** The path below the commission's `artifacts/`. */
  path: string;
}

/** Selects the files to fetch, with names that stay distinct on a case-insensitive disk. */
function planFetch(names: readonly string[]): { ask: Named[]; left: LeftArtifact[] } {
  const ask = new Map<string, Named>();
  const left: LeftArtifact[] = [];
  for (const name of names) {
    const path = pathOf(name);
    const key = path.ok ? path.value.normalize("NFC").toLowerCase() : "";
    if (!path.ok) left.push({ path: name, reason: path.reason });
    else if (ask.has(key)) left.push({ path: name, reason: "another file has the same name" });
    else if (ask.size === keptArtifacts.files)
      left.push({ path: name, reason: `at most ${keptArtifacts.files} files are fetched` });
    else ask.set(key, { name, path: path.value });
  }
  return { ask: [...ask.values()], left };
}

/**
 * Returns the path below `artifacts/`. A name is relative to the job's directory at the member, so a leading
 * `artifacts/` is dropped.
 */
function pathOf(name: string): InsideResult<string> {
  if (!name.isWellFormed()) return no("the path is not well-formed Unicode");
  const parts = splitRelative(name);
  if (!parts.ok) return parts;
  const [first, ...rest] = parts.value;
  return { ok: true, value: (first === "artifacts" && rest.length > 0 ? rest : parts.value).join("/") };
}

/** `isLast`: no other file is fetched, because it would fail for the same reason. */
type Outcome = { ok: true; value: ArtifactRef } | { ok: false; reason: string; isLast?: boolean };

async function fetchOne(
  { clock }: { clock: Clock },
  order: FetchOrder,
  { file, fetched }: { file: Named; fetched: Fetched },
): Promise<Outcome> {
  const reply = await askFor(clock, order, file.name);
  if (!reply.ok) return reply;
  const bytes = bytesOf(reply.value);
  if (!bytes.ok) return bytes;
  if (bytes.value.length > keptArtifacts.fileBytes)
    return no(`it has more than ${megabytes(keptArtifacts.fileBytes)}`);
  const total = fetched.kept.reduce((sum, each) => sum + each.bytes, bytes.value.length);
  if (total > keptArtifacts.totalBytes)
    return {
      ...no(`all files together have more than ${megabytes(keptArtifacts.totalBytes)}`),
      isLast: true,
    };
  const path = `artifacts/${file.path}`;
  const written = await replaceInside(order.layout.directory, { path, make: () => bytes.value });
  if (!written.ok) return no(`it cannot be kept: ${written.reason}`);
  return { ok: true, value: { path: file.path, from: "artifacts", bytes: written.value.bytes } };
}

type Reply = { ok: true; value: ArtifactReply } | { ok: false; reason: string; isLast?: boolean };

async function askFor(clock: Clock, order: FetchOrder, path: string): Promise<Reply> {
  const { worker, jobId, signal } = order;
  try {
    return await askMember({ clock, signal }, (each) =>
      worker.artifact({ jobId, path }, each).then(came, (error: unknown) => whyNot(order, error)),
    );
  } catch (error) {
    if (signal.aborted) return { ...no("there was no time left to fetch it"), isLast: true };
    if (isMemberFault(error)) return { ...no(error.message), isLast: true };
    throw error;
  }
}

function came(value: ArtifactReply): Reply {
  return { ok: true, value };
}

/** Turns a refusal or a malformed answer into a reason, without a retry. Throws anything else. */
function whyNot({ member }: FetchOrder, error: unknown): Reply {
  const refusal = refusalOf(error);
  if (refusal?.code === rpcCodes.unknownMethod)
    return { ...no(`guild member "${member}" does not offer worker/artifact`), isLast: true };
  if (refusal !== null) return no(`guild member "${member}" refused it: ${refusal.message.slice(0, 300)}`);
  if (error instanceof Error && "code" in error && error.code === "member_protocol") return no(error.message);
  throw error;
}

/** Decodes the content. Checks the encoding first, because `Buffer.from` accepts anything. */
function bytesOf({ encoding, content }: ArtifactReply): InsideResult<Buffer> {
  if (encoding === "utf8" && !content.isWellFormed()) return no("its content is not well-formed Unicode");
  if (encoding === "base64" && !(content.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(content)))
    return no("its content is not base64");
  return { ok: true, value: Buffer.from(content, encoding) };
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
