// Prepares a tree as `planSetUp` decides: runs the project's set-up command, or copies in the files that an
// earlier run of it made. In a sandbox, a command with the network runs in a separate checkout of files that the
// person trusts. One without it, and every command without a sandbox, runs in the tree itself.
import { messageOf } from "../../base/text/message-of.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { HostUse, SetUpRun, SetUpWait } from "../../contract/project/set-up.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { type Clock, stopwatch } from "../../host/clock.ts";
import { hashInside } from "../../host/files/hash-inside.ts";
import { hasPassed } from "../../rules/checks/has-passed.ts";
import { hostsText } from "../../rules/network/hosts.ts";
import { outcomeKey } from "../../rules/checks/set-up-inputs.ts";
import type { WayOutMount } from "../sandbox/contain-command.ts";
import { bringFrom, bringIn, keepOutcome, type MadeOutcome, type OutcomePlace } from "./outcomes.ts";
import { inputsFrom, type PlanDeps, type SetUpPlanOrder, planSetUp, type SetUpPlan } from "./plan-set-up.ts";
import { type CheckPlace, runCheck } from "./run-check.ts";
import { clearStage, openStage, type CheckStage, type StageDeps, type CheckStageOrder } from "./stage.ts";

/** The only way out of a sandbox: a socket that leads to a proxy outside. */
export interface WayOut {
  mount: WayOutMount;
  /** Returns the hosts that were requested so far, and how much was transferred. */
  hosts(): HostUse[];
  close(): Promise<void>;
}

export interface SetUpDeps extends StageDeps, PlanDeps {
  home: StageDeps["home"];
  clock: Clock;
  openWayOut(order: { socket: string; allow: readonly AllowedHost[]; signal: AbortSignal }): Promise<WayOut>;
  /** Writes the certificates that this machine trusts to a new file. */
  layCertificates(path: string): Promise<void>;
}

export interface SetUpOrder extends SetUpPlanOrder, CheckStageOrder {
  probe: CheckStageOrder["probe"];
  /** The directory of the tree that is set up, and the home and temporary directory of its command. */
  into: OutcomePlace;
  /** Lets the task run commands in that directory. */
  use<T>(task: (place: CheckPlace) => Promise<T>): Promise<T>;
  note(text: string): void;
}

export type SetUpDone =
  | { how: "done"; run: SetUpRun }
  | {
      how: "failed";
      /** A string says why the command could not be started. */
      run: SetUpRun | string;
      /** The command had no network because the settings give it none. */
      isCutOff: boolean;
      /** The tree to approve so that the set-up gets the network. `null` if approval would change nothing. */
      approve: SetUpWait | null;
    };

export async function setUpTree(deps: SetUpDeps, order: SetUpOrder): Promise<SetUpDone> {
  try {
    const plan = await planSetUp(deps, order);
    switch (plan.how) {
      case "plain":
        return await inPlace(deps, order, null);
      case "offline":
        return await inPlace(deps, order, { tree: order.tree, own: plan.own });
      case "kept":
        return await fromKept(deps, order, plan);
      case "network":
        return await withNetwork(deps, order, plan);
    }
  } catch (error) {
    if (order.signal.aborted || storageCodeOf(error) !== null) throw error;
    const run = messageOf(error);
    return { how: "failed", run, isCutOff: false, approve: null };
  }
}

async function inPlace(deps: SetUpDeps, order: SetUpOrder, approve: SetUpWait | null): Promise<SetUpDone> {
  const { setup: check, signal, probe } = order;
  const trust = await trustInPlace(deps, order);
  const done = await order.use((place) => runCheck(deps, { check, place: { ...place, ...trust }, signal }));
  const run: SetUpRun = { command: check.command, ...done, ...(approve && { by: "offline" }) };
  if (hasPassed(run)) return { how: "done", run };
  const isCutOff = probe.level === "bubblewrap" && !check.network;
  return { how: "failed", run, isCutOff, approve };
}

/** Without a sandbox a set-up has the machine's network, so it needs the machine's certificates, too. */
async function trustInPlace(
  deps: SetUpDeps,
  { setup, probe, area }: SetUpOrder,
): Promise<Pick<CheckPlace, "certificates">> {
  if (!setup.network || probe.level === "bubblewrap") return {};
  await deps.disk.makeDirectories(area);
  return layTrust(deps, area);
}

async function layTrust(
  deps: Pick<SetUpDeps, "layCertificates">,
  area: string,
): Promise<Required<Pick<CheckPlace, "certificates">>> {
  const certificates = `${area}/certificates.pem`;
  await deps.layCertificates(certificates);
  return { certificates };
}

async function fromKept(
  deps: SetUpDeps,
  order: SetUpOrder,
  { outcome }: Extract<SetUpPlan, { how: "kept" }>,
): Promise<SetUpDone> {
  const elapsedMs = stopwatch(deps.clock);
  const { key, tree: on, run } = outcome;
  if (await bringIn(deps, { ...(await target(deps, order)), key }))
    return { how: "done", run: { ...run, ms: Math.round(elapsedMs()), by: "kept", on } };
  order.note(`The files of an earlier set-up of project "${order.project}" were damaged, and were removed.`);
  return setUpTree(deps, order);
}

async function withNetwork(
  deps: SetUpDeps,
  order: SetUpOrder,
  plan: Extract<SetUpPlan, { how: "network" }>,
): Promise<SetUpDone> {
  const area = `${order.area}/network`;
  try {
    const stage = await openStage(deps, { ...order, tree: plan.tree, head: plan.head, area });
    const { hosts, ...done } = await runWithWayOut(deps, order, { stage, area });
    const run = { command: order.setup.command, ...done };
    const told: SetUpRun = { ...run, by: "network", on: plan.tree, hosts };
    if (!hasPassed(run)) return { how: "failed", run: told, isCutOff: false, approve: null };
    const { made, record } = await outcomeOf(deps, order, { stage, tree: plan.tree });
    const { key } = record;
    const into = await target(deps, order);
    const isKept = await keepOutcome(deps, { ...made, record: { ...record, run, hosts } });
    if (!isKept || !(await bringIn(deps, { ...into, key }))) await bringFrom(made, into);
    return { how: "done", run: told };
  } finally {
    await clearStage(deps, { area });
  }
}

async function runWithWayOut(
  deps: SetUpDeps,
  { project, setup: check, allow, signal, note }: SetUpOrder,
  { stage, area }: { stage: CheckStage; area: string },
) {
  const trust = await layTrust(deps, area);
  const wayOut = await deps.openWayOut({ socket: `${area}/out.sock`, allow, signal });
  try {
    const run = await stage.use("set-up", (place) =>
      runCheck(deps, { check, place: { ...place, ...trust, wayOut: wayOut.mount }, signal }),
    );
    signal.throwIfAborted();
    return { ...run, hosts: wayOut.hosts() };
  } catch (error) {
    // An aborted run is not recorded, so this note says which hosts it asked for.
    const turnedTo = hostsText(wayOut.hosts());
    if (turnedTo !== "")
      note(`A set-up of project "${project}" was ended. It had asked for these hosts: ${turnedTo}.`);
    throw error;
  } finally {
    await wayOut.close();
  }
}

/**
 * Returns the files that the command made, and a record that tells which other trees can use them. A file that the
 * project's setting `copy` brought into the checkout counts only if the command changed it. Its hash is that of the
 * copy, because the person may have edited the original since.
 */
async function outcomeOf(
  deps: SetUpDeps,
  order: SetUpOrder,
  { stage, tree }: { stage: CheckStage; tree: string },
) {
  const { project, setup, allow, signal } = order;
  const { work, own, copied } = stage;
  const entries = await deps.listTree({ project, tree, signal });
  const leftOut = new Set(entries.map(({ path }) => path));
  for (const [path, hash] of Object.entries(copied))
    if ((await hashInside(work, path)) === hash) leftOut.add(path);
  const there = directoriesOf(leftOut);
  const isLeftOut = (path: string) => leftOut.has(path);
  const isThere = (path: string) => there.has(path);
  const made = { project, work, own, signal, isLeftOut, isThere } satisfies Omit<MadeOutcome, "record">;
  const record = {
    key: outcomeKey({ command: setup.command, tree, copied }),
    inputs: inputsFrom({ setup, copied }, entries),
    tree,
    at: new Date(deps.clock.now()).toISOString(),
    allow: [...allow],
  };
  return { made, record };
}

function directoriesOf(paths: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
      found.add(path.slice(0, at));
  return found;
}

async function target(deps: SetUpDeps, { project, tree, into, signal }: SetUpOrder) {
  const tracked = new Set((await deps.listTree({ project, tree, signal })).map(({ path }) => path));
  return { ...into, project, signal, isTaken: (path: string) => tracked.has(path) };
}
