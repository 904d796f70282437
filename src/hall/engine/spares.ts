// Keeps a spare: a workbench with `claude` already started, for the commission that is likely to come next. A
// commission that the spare does not suit is started without it.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import type { SentBenchHandoff, SandboxTrial } from "../../contract/home/handoff.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { commissionLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { SentSpareOrder, SpareSettings, SpareWork } from "../../contract/home/spare.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { createSerial, type Serial } from "../../base/async/serial.ts";
import { type Clock, stopwatch, type Timer } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LogFields } from "../../host/log.ts";
import { runtimeFlags } from "../../host/processes/handoff.ts";
import type { OrderedChild, OrderedSpawn } from "../../host/processes/orders.ts";
import type { OutputFile } from "../../host/processes/output-file.ts";
import {
  decideSpare,
  isFresh,
  longestIdleMs,
  type SpareFacts,
  spareWorkOf,
} from "../../rules/admission/spare.ts";
import { createForetelling, type Foretelling } from "./foretell.ts";
import type { BenchProcess } from "./local.ts";
import type { Commission } from "../../rules/commission/state.ts";

export interface SparesDeps {
  home: HomeLayout;
  handoff: SentBenchHandoff;
  sandbox: SandboxTrial;
  clock: Clock;
  disk: Pick<Disk, "makeDirectories" | "list" | "move" | "removeTree" | "readText">;
  log: { error(message: string, fields?: LogFields): void };
  spawn(options: OrderedSpawn): Promise<OrderedChild>;
  openOutput(path: string): Pick<OutputFile, "descriptor" | "close">;
  program: { runtime: string; main: string; args: readonly string[] };
  env: Record<string, string>;
  /** Returns a name that no other spare has. */
  newName(): string;
  find(id: BenchRef["id"]): Promise<Commission | undefined>;
  /** Returns the oldest commission that waits to be started; `undefined` if none does. */
  nextWaiting(): Commission | undefined;
  facts(): Pick<SpareFacts, "most" | "slots" | "running" | "memory" | "cpuPressure">;
}

export interface Spares {
  /** Removes the files of spares that a killed hall left. */
  sweep(): Promise<void>;
  /** Says that a commission has its first answer, or does not run any more. */
  hasBegun(id: CommissionId): void;
  /** Makes or ends the spare if that is due, a moment later. Call it when the work of the hall has changed. */
  reconsider(): void;
  /** Ends the spare, because the settings or packages that it was made with have changed. */
  renew(): void;
  /** Ends the spare if it expects a prompt that has changed, because workers have written to their memory. */
  expectOtherPrompt(): void;
  /** Makes the spare the workbench of this commission. `null` if there is none that suits it. */
  claim(ref: BenchRef): Promise<BenchProcess | null>;
  /** Ends the spare, and resolves when no part of it is left. */
  stop(): Promise<void>;
}

interface Spare {
  work: SpareWork;
  isSentAhead: boolean;
  child: OrderedChild;
  directory: string;
  output: string;
  /** Resolves when the process has ended and its files are removed. */
  gone: Promise<void>;
}

interface State {
  deps: SparesDeps;
  inTurn: Serial;
  spare: Spare | null;
  /** The ends of spares that were told to end. */
  ending: Set<Promise<void>>;
  lastWork: SpareWork | null;
  /** The last commission to be started, until it has its first answer. */
  beginning: CommissionId | null;
  foretelling: Foretelling;
  sinceLast: () => number;
  timer: Timer | null;
  isOver: boolean;
}

/** How long after an event a spare is made: the work that caused the event comes first. */
const delayMs = 300;
/** How long a spare may take to end by itself. */
const patienceMs = 3000;
const prefix = "spare-";
const removedSuffix = ".removed";

export function createSpares(deps: SparesDeps): Spares {
  const state: State = {
    deps,
    inTurn: createSerial(),
    spare: null,
    ending: new Set(),
    lastWork: null,
    beginning: null,
    foretelling: createForetelling(deps),
    sinceLast: () => longestIdleMs,
    timer: null,
    isOver: false,
  };
  return {
    sweep: () => sweep(deps),
    hasBegun: (id) => {
      if (state.beginning === id) state.beginning = null;
    },
    reconsider: () => decideIn(state, delayMs),
    renew: () => renew(state),
    expectOtherPrompt: () => {
      state.foretelling.forget();
      if (state.spare?.isSentAhead) renew(state);
    },
    claim: (ref) => state.inTurn(() => claim(state, ref)),
    stop: async () => {
      state.isOver = true;
      state.timer?.cancel();
      await state.inTurn(async () => drop(state));
      await Promise.all(state.ending);
    },
  };
}

function renew(state: State): void {
  state.foretelling.forget();
  void state.inTurn(async () => drop(state));
  decideIn(state, delayMs);
}

async function sweep(deps: SparesDeps): Promise<void> {
  const { disk, home } = deps;
  await disk.removeTree(home.firstRequest);
  for (const name of await disk.list(home.run)) if (name.startsWith(prefix)) await removeLeft(deps, name);
}

/**
 * Removes a directory that a killed hall left. Renames it first, so that a spare that still runs cannot use a part of
 * it. Best effort: such a spare removes its own files, and the next start tries again.
 */
async function removeLeft({ disk, home, log }: SparesDeps, name: string): Promise<void> {
  const path = `${home.run}/${name}`;
  const aside = name.endsWith(removedSuffix) ? path : `${path}${removedSuffix}`;
  try {
    if (aside !== path) await disk.move(path, aside);
    await disk.removeTree(aside);
  } catch (error) {
    log.error("the files of an earlier spare workbench could not be removed", { reason: messageOf(error) });
  }
}

function decideIn(state: State, ms: number): void {
  state.timer?.cancel();
  if (state.isOver) return;
  const { clock, log } = state.deps;
  state.timer = clock.after(ms, () => {
    state
      .inTurn(() => decide(state))
      .catch((error: unknown) => log.error("no spare workbench is kept", { reason: messageOf(error) }));
  });
}

async function decide(state: State): Promise<void> {
  const { deps, spare } = state;
  if (state.isOver) return;
  const { act, againInMs } = decideSpare({
    ...deps.facts(),
    sandbox: deps.sandbox.level,
    current: spare?.work ?? null,
    expected: expectedWork(state),
    isBeginning: state.beginning !== null,
    idleMs: state.sinceLast(),
  });
  if (act === "drop") drop(state);
  if (act === "make") await make(state);
  if (againInMs !== null) decideIn(state, againInMs);
}

function expectedWork({ deps, lastWork }: State): SpareWork | null {
  const next = deps.nextWaiting();
  return next === undefined ? lastWork : (spareWorkOf(next.record, deps.handoff.credential) ?? lastWork);
}

async function make(state: State): Promise<void> {
  const { deps } = state;
  const work = expectedWork(state);
  if (work === null || state.spare !== null) return;
  const directory = `${deps.home.run}/${prefix}${deps.newName()}`;
  const output = `${directory}.out`;
  try {
    const firstRequest = await state.foretelling.firstRequest(work);
    state.spare = await start(state, { work, directory, output, firstRequest });
  } catch (error) {
    deps.log.error("a spare workbench could not be started", { reason: messageOf(error) });
    for (const path of [directory, output]) await deps.disk.removeTree(path).catch(() => undefined);
  }
}

interface SpareOrder
  extends Pick<Spare, "work" | "directory" | "output">, Pick<SpareSettings, "firstRequest"> {}

async function start(state: State, { firstRequest, ...place }: SpareOrder): Promise<Spare> {
  const { deps } = state;
  const { home, program, env, sandbox } = deps;
  const { work, directory, output } = place;
  await deps.disk.makeDirectories(directory);
  const file = deps.openOutput(output);
  try {
    const child = await deps.spawn({
      file: program.runtime,
      args: [...runtimeFlags, program.main, "--home", home.root, "--spare", directory, ...program.args],
      env,
      cwd: directory,
      detached: true,
      stdout: file.descriptor,
      stderr: file.descriptor,
    });
    child.unref();
    const spare = { ...place, child, isSentAhead: firstRequest !== null };
    const gone = follow(state, spare);
    const { level, detail, tools } = sandbox;
    const settings = { version: 1, sandbox: { level, detail, tools }, work, firstRequest } as const;
    await child.send(settings satisfies SpareSettings);
    return { ...spare, gone };
  } finally {
    file.close();
  }
}

/** Removes the files of the spare when its process has ended. */
async function follow(state: State, spare: Omit<Spare, "gone">): Promise<void> {
  const { disk, log } = state.deps;
  await spare.child.exited;
  if (state.spare?.child === spare.child) state.spare = null;
  try {
    await disk.removeTree(spare.directory);
    await disk.removeTree(spare.output); // a claimed spare has its output elsewhere
  } catch (error) {
    log.error("the files of a spare workbench could not be removed", { reason: messageOf(error) });
  }
}

/** Tells the spare to end, and kills it if it does not. */
function drop(state: State): void {
  const { spare, deps } = state;
  state.spare = null;
  if (spare === null) return;
  const { child, gone } = spare;
  child.close();
  const firm = deps.clock.after(patienceMs, () => child.kill("SIGKILL"));
  const ending = gone.finally(() => {
    firm.cancel();
    state.ending.delete(ending);
  });
  state.ending.add(ending);
}

async function claim(state: State, { id, bench }: BenchRef): Promise<OrderedChild | null> {
  const { deps } = state;
  const record = (await deps.find(id))?.record;
  const work = record === undefined ? null : spareWorkOf(record, deps.handoff.credential);
  if (work !== null) state.lastWork = work;
  if (work !== null) state.foretelling.begins({ commission: id, work });
  state.sinceLast = stopwatch(deps.clock);
  state.beginning = id;
  const isSuited = record !== undefined && isFresh(record) && record.bench === bench;
  if (!isSuited || work?.worker !== state.spare?.work.worker) return null;
  if (!(await moveOutput(state, { id, bench }))) return null;
  // Read last: the spare may have ended meanwhile.
  const { spare } = state;
  const order: SentSpareOrder = { version: 1, handoff: deps.handoff, commission: id, bench };
  if (spare === null || !(await spare.child.send(order))) return null;
  state.spare = null;
  spare.child.close();
  return spare.child;
}

/** Moves the spare's output to the commission. Ends the spare and returns false if that fails. */
async function moveOutput(state: State, { id, bench }: BenchRef): Promise<boolean> {
  const { deps, spare } = state;
  if (spare === null) return false;
  try {
    await deps.disk.move(spare.output, commissionLayout(deps.home, id).output(bench));
    return true;
  } catch (error) {
    deps.log.error("a spare workbench cannot be used", { reason: messageOf(error) });
    drop(state);
    return false;
  }
}
