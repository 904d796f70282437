// Runs the researcher guild member in this process, with jobs that the test plays: the test sees each job begin and
// decides how it ends. Everything else is real, including the HTTP server.
import { openMember, type Member, type MemberDeps } from "../../../guild-members/researcher/open-member.ts";
import type { JobRecorder, Ending, Job, StartJob } from "../../../guild-members/researcher/job.ts";
import { tempDir } from "../temp.ts";

export interface Begun {
  job: Job;
  recorder: JobRecorder;
  end(ending: Ending): void;
  stops: number;
}

export interface Stage {
  startJob: StartJob;
  /** The jobs in the order in which they began. */
  begun: Begun[];
  /** Resolves when `count` jobs have begun. */
  until(count: number): Promise<Begun[]>;
  at(index: number): Promise<Begun>;
  find(jobId: string): Promise<Begun>;
}

export function createStage(): Stage {
  const begun: Begun[] = [];
  let waiters: (() => void)[] = [];
  const until = async (count: number) => {
    while (begun.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
    return begun;
  };
  const startJob: StartJob = (job, recorder) => {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const one: Begun = { job, recorder, end: resolve, stops: 0 };
    begun.push(one);
    for (const wake of waiters.splice(0)) wake();
    waiters = [];
    const stop = async () => {
      one.stops += 1;
      resolve({ how: "failed", error: "The session was stopped." });
    };
    return { ended: promise, stop };
  };
  const find = async (jobId: string): Promise<Begun> => {
    const one = begun.find(({ job }) => job.jobId === jobId);
    return one ?? until(begun.length + 1).then(() => find(jobId));
  };
  return { startJob, begun, until, find, at: async (index) => (await until(index + 1))[index] as Begun };
}

export interface TestMember extends Member, Stage {
  directory: string;
  logged: string[];
  call(method: string, params?: unknown): Promise<RpcReply>;
  /** Calls a method and returns its result, or throws its error. */
  ask<T>(method: string, params?: unknown): Promise<T>;
  dispatch(more?: { description?: string; task?: string; config?: object; _meta?: object }): Promise<string>;
}

const open = new Set<Member>();

export async function openTestMember(more: Partial<MemberDeps> = {}): Promise<TestMember> {
  const stage = createStage();
  const logged: string[] = [];
  const directory = more.directory ?? tempDir();
  const member = await openMember({
    name: "researcher",
    version: "0.0.1",
    slots: 3,
    secret: null,
    port: 0,
    startJob: stage.startJob,
    log: (line) => logged.push(line),
    ...more,
    directory,
  });
  open.add(member);
  const call = (method: string, params?: unknown) => callMember(member.url, { method, params });
  const ask = async <T>(method: string, params?: unknown): Promise<T> =>
    resultOf(await call(method, params)) as T;
  return {
    ...stage,
    ...member,
    directory,
    logged,
    call,
    ask,
    dispatch: async (order = {}) =>
      (await ask<{ jobId: string }>("worker/dispatch", { description: "A job", task: "Look.", ...order }))
        .jobId,
    close: async () => {
      open.delete(member);
      await member.close();
    },
  };
}

/** Closes all members. Call it in afterEach, so that no member outlives its test. */
export async function closeMembers(): Promise<void> {
  const left = [...open];
  open.clear();
  await Promise.all(left.map((member) => member.close()));
}

export interface RpcReply {
  jsonrpc: string;
  id: string | number | null;
  result?: unknown;
  error?: { code: number; message: string };
}

/** Calls a member as any program would: without MCP headers or a session. */
export async function callMember(
  url: string,
  { method, params, id = 1 }: { method: string; params?: unknown; id?: string | number },
): Promise<RpcReply> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
  });
  return (await response.json()) as RpcReply;
}

function resultOf({ result, error }: RpcReply): unknown {
  if (error) throw new Error(`${error.code} ${error.message}`);
  return result;
}

export interface ShownStatus {
  status: string;
  error: string | null;
  questions: string[] | null;
  decisions: object[] | null;
  summary: string | null;
  description: string;
}

export function statusOf(member: TestMember, jobId: string): Promise<ShownStatus> {
  return member.ask<ShownStatus>("worker/status", { jobId });
}

/** Polls without a pause, because each check is a round trip to the member. */
export async function untilOver(member: TestMember, jobId: string): Promise<ShownStatus> {
  const status = await statusOf(member, jobId);
  return status.status === "running" ? untilOver(member, jobId) : status;
}
