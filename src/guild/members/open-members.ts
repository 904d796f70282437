// Implements the operations on the guild members of one home: starts, stops, reaches and lists them, and finds their
// processes again after a restart of the hall.
import { memberLayout } from "../../contract/home/home-layout.ts";
import { canWork, type MemberName } from "../../contract/member/member.ts";
import type { MemberEntry } from "../../contract/member/members.ts";
import { done, refuse, type Refusal } from "../../contract/api/problem.ts";
import { withFullStop } from "../../base/text/full-stop.ts";
import { thrownText } from "../../base/text/thrown-text.ts";
import { adopt } from "./process/adopt.ts";
import { closeMembers } from "./process/close-members.ts";
import {
  type MembersDeps,
  type MemberRegistry,
  nextStop,
  stoppedByPerson,
  supervisorOf,
  throwIfClosing,
} from "./member-registry.ts";
import { entryOf, entryWithout, listMembers } from "./list-members.ts";
import { secretsOf } from "./process/member-process.ts";
import type { FoundMember, Members, Reached } from "./members.ts";
import { shownLog } from "./process/printed.ts";
import { readRecords } from "./process/record.ts";
import { renewIfChanged } from "./process/renew.ts";

export function openMembers(deps: MembersDeps): Members {
  const registry: MemberRegistry = {
    deps,
    supervisors: new Map(),
    askedAtMs: new Map(),
    stops: new Map(),
    closing: new AbortController(),
    recordsRead: Promise.resolve(),
    adopted: Promise.resolve(),
  };
  return {
    list: async () => (await registry.recordsRead, listMembers(registry)),
    find: deps.fresh.find,
    whyPassedOver: deps.fresh.whyPassedOver,
    start: (name) => start(registry, name),
    stop: (name) => stop(registry, name),
    stopped: (name) => nextStop(registry, name),
    logs: (name, bytes) => logs(registry, name, bytes),
    reach: (name, signal) => reach(registry, name, signal),
    worker: (name) => worker(registry, name),
    tools: (name) => tools(registry, name),
    adopt: () => adoptAll(registry),
    close: (how = { jobsToo: false }) => closeMembers(registry, how),
  };
}

async function reach(registry: MemberRegistry, name: MemberName, signal: AbortSignal): Promise<Reached> {
  throwIfClosing(registry);
  await registry.recordsRead;
  await renewIfChanged(registry, name);
  throwIfClosing(registry);
  return supervisorOf(registry, name).reach(signal);
}

async function start(registry: MemberRegistry, name: MemberName): ReturnType<Members["start"]> {
  throwIfClosing(registry);
  await registry.recordsRead;
  const found = await registry.deps.fresh.find(name);
  if (!found) return notFound(registry, name);
  await renewIfChanged(registry, name);
  throwIfClosing(registry);
  const started = await supervisorOf(registry, name).start();
  if (started.ok) return done(await entryNow(registry, name));
  return refuse(
    "member_failed",
    withFullStop(`Guild member "${name}" did not start: ${started.problem}`),
    `Run "guild-hall members logs ${name}" to see what it printed.`,
  );
}

async function stop(registry: MemberRegistry, name: MemberName): ReturnType<Members["stop"]> {
  await registry.recordsRead;
  const isKnown = registry.supervisors.has(name) || (await registry.deps.fresh.find(name)) !== undefined;
  if (!isKnown) return notFound(registry, name);
  // Tell the watchers before the member is ended. Otherwise code that watches one of its jobs would restart
  // the member to ask about the job.
  registry.stops.get(name)?.abort(stoppedByPerson(name));
  registry.stops.delete(name);
  const supervisor = registry.supervisors.get(name);
  const wasRunning = ["starting", "running"].includes(supervisor?.shown().state ?? "stopped");
  await supervisor?.stop();
  return done({ ...(await entryNow(registry, name)), wasRunning });
}

async function entryNow(registry: MemberRegistry, name: MemberName): Promise<MemberEntry> {
  const found = await registry.deps.fresh.find(name);
  return found ? entryOf(registry, found) : entryWithout(registry, name);
}

/** Returns the refusal for a name that is not found. A member that was skipped exists, but cannot be used. */
function notFound({ deps }: MemberRegistry, name: MemberName): Refusal {
  const why = deps.fresh.whyPassedOver(name);
  if (why !== undefined) return refuse("bad_member", `Guild member "${name}" cannot be used: ${why}`);
  return refuse("not_found", `There is no guild member "${name}".`, seeMembers);
}

const seeMembers = 'Run "guild-hall members list" to see who there is.';

async function logs(registry: MemberRegistry, name: MemberName, bytes: number): ReturnType<Members["logs"]> {
  const { home, output, fresh } = registry.deps;
  const process = registry.supervisors.get(name)?.process() ?? null;
  const secrets = secretsOf(process?.record ?? null);
  const shown = shownLog(output, memberLayout(home, name), { bytes, secrets });
  if (shown.text === "" && !(await fresh.find(name))) return notFound(registry, name);
  return done({ name, ...shown });
}

async function worker(registry: MemberRegistry, name: MemberName): ReturnType<Members["worker"]> {
  const found = await registry.deps.fresh.find(name);
  return found ? registry.deps.handles.worker({ found, endpoint: endpointOf(registry, found) }) : null;
}

/**
 * Returns a handle for the member's tools. `null` if the member is not found, or takes work and has no tools.
 * A member that takes work is started first, because its tools are known only then.
 */
async function tools(registry: MemberRegistry, name: MemberName): ReturnType<Members["tools"]> {
  const found = await registry.deps.fresh.find(name);
  if (!found) return null;
  const endpoint = endpointOf(registry, found);
  if (canWork(found.manifest)) {
    await endpoint(registry.closing.signal);
    if (supervisorOf(registry, name).process()?.tools.length === 0) return null;
  }
  return registry.deps.handles.tools({
    found,
    endpoint,
    stop: () => supervisorOf(registry, name).stop(),
  });
}

function endpointOf(
  registry: MemberRegistry,
  { manifest }: FoundMember,
): (signal: AbortSignal) => Promise<Reached> {
  return (signal) => reach(registry, manifest.name, signal);
}

async function adoptAll(registry: MemberRegistry): Promise<void> {
  registry.recordsRead = takeRecorded(registry).catch((error: unknown) =>
    registry.deps.log.error("the records of guild members cannot be read", { reason: thrownText(error) }),
  );
  await registry.recordsRead;
  await registry.adopted;
}

async function takeRecorded(registry: MemberRegistry): Promise<void> {
  const { deps, closing } = registry;
  const { records, problems } = await readRecords(deps);
  for (const problem of problems) deps.log.warn(problem);
  const taken = records.map((record) =>
    supervisorOf(registry, record.name).take((givenUp) =>
      adopt(deps, record, { closing: closing.signal, givenUp }),
    ),
  );
  registry.adopted = Promise.allSettled(taken);
}
