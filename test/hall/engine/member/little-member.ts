// A guild member as small as one can be: a real HTTP server that speaks worker/*, and does what a test tells it to.
import type {
  DispatchParams,
  JobResult,
  JobStatusReply,
} from "../../../../src/contract/member/worker-protocol.ts";
import { serveHttp } from "../../../../src/host/network/http-server.ts";
import { compileGlob } from "../../../../src/base/text/glob.ts";

export interface LittleJob extends JobStatusReply {
  order: DispatchParams;
  output: string;
  artifacts: string[] | null;
  /** What worker/artifact answers for each name; without an entry it refuses. */
  files: Record<string, { encoding: string; content: string; path?: string }>;
}

export interface LittleMember {
  url: string;
  jobs: Map<string, LittleJob>;
  /** Every method that was asked, in order. */
  heard: string[];
  /** What becomes of the next requests for a method, one after another. */
  faults: Map<string, Fault[]>;
  /** The version of worker/* that it says it speaks; null: it knows no `initialize`. */
  version: string | null;
  /** False: it has no method worker/artifact. */
  offersArtifacts: boolean;
  onlyJob(): LittleJob;
  /** Does what it was too slow to do. */
  late(): void;
  stop(): Promise<void>;
}

/**
 * `deaf`: it does nothing and answers nothing. `mute`: it does what was asked, and nobody hears of it. `slow`: it does so
 * once the test says. `broken`: it says that it could not.
 */
export type Fault = "deaf" | "mute" | "hangs" | "garbled" | "refuses" | "slow" | "broken";

interface Asked {
  id: unknown;
  method: string;
  params: Record<string, unknown>;
}

export function openLittleMember(): LittleMember {
  const slow: Asked[] = [];
  const member: LittleMember = {
    url: "",
    jobs: new Map(),
    heard: [],
    faults: new Map(),
    version: "2",
    offersArtifacts: true,
    onlyJob: () => {
      const [job] = [...member.jobs.values()];
      if (!job || member.jobs.size !== 1) throw new Error(`It has ${member.jobs.size} jobs.`);
      return job;
    },
    late: () => slow.splice(0).forEach((asked) => carryOut(member, asked)),
    stop: () => server.stop(),
  };
  const server = serveHttp({
    at: { port: 0 },
    maxBodyBytes: 10_000_000,
    handle: async (request) => answer(member, (await request.json()) as Asked, slow),
  });
  member.url = `http://127.0.0.1:${server.port}/mcp`;
  return member;
}

async function answer(member: LittleMember, asked: Asked, slow: Asked[]): Promise<Response> {
  member.heard.push(asked.method);
  const fault = member.faults.get(asked.method)?.shift();
  if (fault === "deaf") return new Response("", { status: 502 });
  if (fault === "refuses") return refusal(asked, "not today");
  if (fault === "broken") return reply(asked, { error: { code: -32_603, message: "the disk is full" } });
  if (fault === "slow") slow.push(asked);
  if (fault === "garbled") return Response.json({ jsonrpc: "2.0", id: "another", result: {} });
  if (fault === "hangs" || fault === "slow") return new Promise(() => undefined);
  if (isUnknown(member, asked))
    return reply(asked, { error: { code: -32_601, message: "there is no such method" } });
  const result = carryOut(member, asked);
  if (fault === "mute") return new Response("", { status: 502 });
  return result === null ? refusal(asked, "there is no such job") : reply(asked, { result });
}

function isUnknown({ version, offersArtifacts }: LittleMember, { method }: Asked): boolean {
  if (method === "initialize") return version === null;
  return method === "worker/artifact" && !offersArtifacts;
}

function greeting({ version }: LittleMember): object {
  return { capabilities: { extensions: { "dev.guild-hall/worker": { version } } } };
}

function reply({ id }: Asked, rest: object): Response {
  return Response.json({ jsonrpc: "2.0", id, ...rest });
}

function refusal(asked: Asked, message: string): Response {
  return reply(asked, { error: { code: -32_602, message } });
}

/** null: it knows no such job. */
function carryOut(member: LittleMember, { method, params }: Asked): object | null {
  if (method === "initialize") return greeting(member);
  if (method === "worker/dispatch") return dispatch(member, params as unknown as DispatchParams);
  if (method === "worker/list")
    return { jobs: listed(member, (params["filter"] as string | undefined) ?? "*") };
  const job = member.jobs.get(String(params["jobId"]));
  if (!job) return null;
  const { order: _order, output, artifacts, files, ...status } = job;
  if (method === "worker/status") return status;
  if (method === "worker/result") return { jobId: job.jobId, output, artifacts } satisfies JobResult;
  if (method === "worker/artifact") {
    const path = String(params["path"]);
    return Object.hasOwn(files, path) ? { jobId: job.jobId, path, ...files[path] } : null;
  }
  if (job.status === "running") job.status = "cancelled";
  return { jobId: job.jobId, status: job.status };
}

function dispatch({ jobs }: LittleMember, order: DispatchParams): object {
  const jobId = `job-${jobs.size + 1}`;
  jobs.set(jobId, {
    jobId,
    order,
    status: "running",
    description: order.description,
    summary: null,
    questions: null,
    decisions: null,
    error: null,
    startedAt: "2026-11-15T09:00:00.000Z",
    completedAt: null,
    output: "",
    artifacts: null,
    files: {},
  });
  return { jobId };
}

function listed({ jobs }: LittleMember, filter: string): object[] {
  const matches = compileGlob(filter);
  return [...jobs.values()]
    .filter(({ description }) => matches(description))
    .map(({ jobId, status, description, summary }) => ({ jobId, status, description, summary }));
}
