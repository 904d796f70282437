// Starts the process of a guild member, and records its identity before any request is sent to it.
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberRecord } from "../../../contract/member/member-record.ts";
import { timestamp } from "../../../host/clock.ts";
import type { DetachedChild } from "../../../host/processes/start-detached.ts";
import { bootId } from "../../../host/processes/processes.ts";
import { endProcess } from "./end-process.ts";
import { environmentOf } from "./environment.ts";
import type { ProcessDeps } from "./member-process.ts";
import type { FoundMember } from "../members.ts";
import { boundPrinted } from "./printed.ts";
import { writeRecord } from "./record.ts";
import { tend, type Tended } from "./tend.ts";

export interface StartOrder {
  found: FoundMember;
  file: string;
  args: readonly string[];
}

export interface StartedProcess {
  record: MemberRecord;
  tended: Tended;
  /** The size of the member's log before this start. */
  logBefore: number;
}

/**
 * Starts the process. Throws if the program cannot be started or its record cannot be written, and then
 * leaves no process behind.
 */
export async function startProcess(deps: ProcessDeps, order: StartOrder): Promise<StartedProcess> {
  const { name } = order.found.manifest;
  const files = memberLayout(deps.home, name);
  await deps.disk.makeDirectories(deps.home.memberRecords);
  await deps.disk.makeDirectories(`${deps.home.logs}/members`);
  boundPrinted(deps.output, files);
  const secrets = {
    secret: deps.newSecret(),
    gateway: { secret: deps.newSecret(), port: deps.gateway.port },
  };
  const planned: MemberRecord = {
    version: 1,
    name,
    ...nobodyYet(),
    address: null,
    ...secrets,
    manifestSha256: order.found.manifestSha256,
    startedAt: timestamp(deps.clock),
  };
  // Recorded before the process exists. If the hall dies in between, its next start finds the process by an
  // environment variable that is derived from the recorded secret.
  await writeRecord(deps, planned);
  deps.gateway.admit(name, secrets.gateway.secret);
  try {
    return await startPlanned(deps, order, planned);
  } catch (error) {
    await endProcess(deps, { record: planned });
    throw error;
  }
}

async function startPlanned(
  deps: ProcessDeps,
  order: StartOrder,
  planned: MemberRecord,
): Promise<StartedProcess> {
  const files = memberLayout(deps.home, planned.name);
  const { child, logBefore } = await spawn(deps, { ...order, ...planned });
  const identity = deps.processes.identify(child.pid) ?? ended(child.pid);
  const record = { ...planned, ...identity };
  const tended = tend({
    clock: deps.clock,
    isAlive: () => deps.processes.isAlive(identity),
    bound: () => boundPrinted(deps.output, files),
    exited: child.exited,
  });
  try {
    await writeRecord(deps, record);
  } catch (error) {
    tended.letGo();
    throw error;
  }
  return { record, tended, logBefore };
}

/** Returns an identity that no process has, for the record before the start. */
function nobodyYet() {
  return { pid: 2 ** 30, startTime: "not started", bootId: bootId() };
}

/** Returns the identity of a process that ended before it could be identified. No process has this start time. */
function ended(pid: number) {
  return { pid, startTime: "ended", bootId: bootId() };
}

async function spawn(
  deps: ProcessDeps,
  order: StartOrder & Pick<MemberRecord, "secret" | "gateway">,
): Promise<{ child: DetachedChild; logBefore: number }> {
  const { manifest } = order.found;
  const files = memberLayout(deps.home, manifest.name);
  const output = deps.output.open(files.output, { isFresh: true });
  const log = deps.output.open(files.log, { isFresh: false });
  try {
    const child = await deps.start({
      file: order.file,
      args: order.args,
      cwd: order.found.directory,
      env: environmentOf({
        plain: deps.environment,
        gateway: deps.gateway.env(order.gateway.secret),
        secret: order.secret,
        slots: deps.slots(),
        memoryTokens: deps.memoryTokens(manifest.name) ?? manifest.memoryTokens ?? null,
      }),
      stdout: output.descriptor,
      stderr: log.descriptor,
    });
    return { child, logBefore: log.bytesBefore };
  } finally {
    output.close();
    log.close();
  }
}
