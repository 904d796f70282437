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
  type MembersHouse,
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
  const house: MembersHouse = {
    deps,
    supervisors: new Map(),
    askedAtMs: new Map(),
    stops: new Map(),
    closing: new AbortController(),
    recordsRead: Promise.resolve(),
    adopted: Promise.resolve(),
  };
  return {
    list: async () => (await house.recordsRead, listMembers(house)),
    find: deps.fresh.find,
    whyPassedOver: deps.fresh.whyPassedOver,
    start: (name) => start(house, name),
    stop: (name) => stop(house, name),
    stopped: (name) => nextStop(house, name),
    logs: (name, bytes) => logs(house, name, bytes),
    reach: (name, signal) => reach(house, name, signal),
    worker: (name) => worker(house, name),
    tools: (name) => tools(house, name),
    adopt: () => adoptAll(house),
    close: (how = { jobsToo: false }) => closeMembers(house, how),
  };
}

async function reach(house: MembersHouse, name: MemberName, signal: AbortSignal): Promise<Reached> {
  throwIfClosing(house);
  await house.recordsRead;
  await renewIfChanged(house, name);
  throwIfClosing(house);
  return supervisorOf(house, name).reach(signal);
}

async function start(house: MembersHouse, name: MemberName): ReturnType<Members["start"]> {
  throwIfClosing(house);
  await house.recordsRead;
  const found = await house.deps.fresh.find(name);
  if (!found) return notFound(house, name);
  await renewIfChanged(house, name);
  throwIfClosing(house);
  const started = await supervisorOf(house, name).start();
  if (started.ok) return done(await entryNow(house, name));
  return refuse(
    "member_failed",
    withFullStop(`Guild member "${name}" did not start: ${started.problem}`),
    `Run "guild-hall members logs ${name}" to see what it printed.`,
  );
}

async function stop(house: MembersHouse, name: MemberName): ReturnType<Members["stop"]> {
  await house.recordsRead;
  const isKnown = house.supervisors.has(name) || (await house.deps.fresh.find(name)) !== undefined;
  if (!isKnown) return notFound(house, name);
  // This comes before the member is ended: code that watches one of its jobs would restart it to ask about the job.
  house.stops.get(name)?.abort(stoppedByPerson(name));
  house.stops.delete(name);
  const supervisor = house.supervisors.get(name);
  const wasRunning = ["starting", "running"].includes(supervisor?.shown().state ?? "stopped");
  await supervisor?.stop();
  return done({ ...(await entryNow(house, name)), wasRunning });
}

async function entryNow(house: MembersHouse, name: MemberName): Promise<MemberEntry> {
  const found = await house.deps.fresh.find(name);
  return found ? entryOf(house, found) : entryWithout(house, name);
}

/** Returns the refusal for a name that is not found. A member that was skipped exists, but cannot be used. */
function notFound({ deps }: MembersHouse, name: MemberName): Refusal {
  const why = deps.fresh.whyPassedOver(name);
  if (why !== undefined) return refuse("bad_member", `Guild member "${name}" cannot be used: ${why}`);
  return refuse("not_found", `There is no guild member "${name}".`, seeMembers);
}

const seeMembers = 'Run "guild-hall members list" to see who there is.';

async function logs(house: MembersHouse, name: MemberName, bytes: number): ReturnType<Members["logs"]> {
  const { home, output, fresh } = house.deps;
  const process = house.supervisors.get(name)?.process() ?? null;
  const secrets = secretsOf(process?.record ?? null);
  const shown = shownLog(output, memberLayout(home, name), { bytes, secrets });
  if (shown.text === "" && !(await fresh.find(name))) return notFound(house, name);
  return done({ name, ...shown });
}

async function worker(house: MembersHouse, name: MemberName): ReturnType<Members["worker"]> {
  const found = await house.deps.fresh.find(name);
  return found ? house.deps.handles.worker({ found, endpoint: endpointOf(house, found) }) : null;
}

/**
 * `null` if the member is not found, or takes work and has no tools. A member that takes work is started first, because
 * its tools are known only then.
 */
async function tools(house: MembersHouse, name: MemberName): ReturnType<Members["tools"]> {
  const found = await house.deps.fresh.find(name);
  if (!found) return null;
  const endpoint = endpointOf(house, found);
  if (canWork(found.manifest)) {
    await endpoint(house.closing.signal);
    if (supervisorOf(house, name).process()?.tools.length === 0) return null;
  }
  return house.deps.handles.tools({
    found,
    endpoint,
    stop: () => supervisorOf(house, name).stop(),
  });
}

function endpointOf(
  house: MembersHouse,
  { manifest }: FoundMember,
): (signal: AbortSignal) => Promise<Reached> {
  return (signal) => reach(house, manifest.name, signal);
}

async function adoptAll(house: MembersHouse): Promise<void> {
  house.recordsRead = takeRecorded(house).catch((error: unknown) =>
    house.deps.log.error("the records of guild members cannot be read", { reason: thrownText(error) }),
  );
  await house.recordsRead;
  await house.adopted;
}

async function takeRecorded(house: MembersHouse): Promise<void> {
  const { deps, closing } = house;
  const { records, problems } = await readRecords(deps);
  for (const problem of problems) deps.log.warn(problem);
  const taken = records.map((record) =>
    supervisorOf(house, record.name).take((givenUp) =>
      adopt(deps, record, { closing: closing.signal, givenUp }),
    ),
  );
  house.adopted = Promise.allSettled(taken);
}
