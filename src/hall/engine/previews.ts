// Shows what a worker would be told: starts a workbench that begins a session, keeps its first request and asks no model.
// One at a time, because each takes as much memory as work does.

import { type ToldRecord, toldRecord } from "../../contract/commission/told.ts";
import type { SandboxTrial } from "../../contract/home/handoff.ts";
import { commissionLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { type PreviewOrder, promptProblem } from "../../contract/home/prompt-order.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import { messageOf } from "../../base/text/message-of.ts";
import { createSerial } from "../../base/async/serial.ts";
import type { Clock } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LogFields } from "../../host/log.ts";
import { runtimeFlags } from "../../host/processes/handoff.ts";
import type { OrderedChild, OrderedSpawn } from "../../host/processes/orders.ts";
import type { OutputFile } from "../../host/processes/output-file.ts";

export interface PreviewsDeps {
  home: HomeLayout;
  sandbox: SandboxTrial;
  credential: PreviewOrder["credential"];
  clock: Clock;
  disk: Pick<Disk, "makeDirectories" | "list" | "removeTree" | "readText">;
  log: { error(message: string, fields?: LogFields): void };
  spawn(options: OrderedSpawn): Promise<OrderedChild>;
  openOutput(path: string): Pick<OutputFile, "descriptor" | "close">;
  program: { runtime: string; main: string; args: readonly string[] };
  env: Record<string, string>;
  newName(): string;
}

export interface Previews {
  /** Removes the files that a killed hall left. */
  sweep(): Promise<void>;
  show(preview: Preview): Promise<Outcome<ToldRecord>>;
  /** Ends the preview under way, and resolves when no part of it is left. */
  stop(): Promise<void>;
}

export interface Preview {
  id: CommissionId;
  bench: number;
  events: PreviewOrder["events"];
}

const prefix = "prompt-";
/** How many may wait for their turn. */
const mostWaiting = 4;
/** How long one may take. It takes a second or two, most of it for `claude` to start. */
const longestMs = 60_000;

interface State {
  deps: PreviewsDeps;
  waiting: number;
  child: OrderedChild | null;
  isOver: boolean;
}

export function createPreviews(deps: PreviewsDeps): Previews {
  const state: State = { deps, waiting: 0, child: null, isOver: false };
  const inTurn = createSerial();
  return {
    sweep: () => sweep(deps),
    show: async (preview) => {
      if (state.waiting >= mostWaiting) return refuse("busy", "Other prompts are being made.");
      state.waiting += 1;
      return inTurn(() => show(state, preview)).finally(() => (state.waiting -= 1));
    },
    stop: async () => {
      state.isOver = true;
      state.child?.close();
      await inTurn(async () => undefined);
    },
  };
}

async function sweep({ disk, home, log }: PreviewsDeps): Promise<void> {
  for (const name of await disk.list(home.run))
    if (name.startsWith(prefix))
      await disk
        .removeTree(`${home.run}/${name}`)
        .catch((error: unknown) => log.error("a prompt could not be removed", { reason: messageOf(error) }));
}

async function show(state: State, preview: Preview): Promise<Outcome<ToldRecord>> {
  const { deps } = state;
  if (state.isOver) return refuse("stopping", "The hall is stopping.");
  const directory = `${deps.home.run}/${prefix}${deps.newName()}`;
  try {
    await deps.disk.makeDirectories(directory);
    await run(state, directory, preview);
    return await read(deps, directory, preview);
  } finally {
    await deps.disk
      .removeTree(directory)
      .catch((error: unknown) =>
        deps.log.error("a prompt could not be removed", { reason: messageOf(error) }),
      );
  }
}

async function run(state: State, directory: string, { events }: Preview): Promise<void> {
  const { clock, sandbox, credential, spawn, openOutput, program, env, home } = state.deps;
  const output = openOutput(`${directory}/output`);
  try {
    const child = await spawn({
      file: program.runtime,
      args: [...runtimeFlags, program.main, "--home", home.root, "--prompt", directory, ...program.args],
      env,
      cwd: directory,
      detached: true,
      stdout: output.descriptor,
      stderr: output.descriptor,
    });
    state.child = child;
    const late = clock.after(longestMs, () => child.kill("SIGKILL"));
    const { level, detail, tools } = sandbox;
    await child.send({
      version: 1,
      sandbox: { level, detail, tools },
      credential,
      events,
    } satisfies PreviewOrder);
    await child.exited.finally(() => late.cancel());
    child.close();
  } finally {
    state.child = null;
    output.close();
  }
}

/** The output of the workbench is not shown, because code of packages may have printed it. */
async function read(
  { disk, home }: PreviewsDeps,
  directory: string,
  { id, bench }: Preview,
): Promise<Outcome<ToldRecord>> {
  const place = commissionLayout({ ...home, commissions: directory }, id).told(bench);
  const record = toldRecord.safeParse(parsed(await disk.readText(place))).data;
  if (record !== undefined) return done(record);
  const problem = promptProblem.safeParse(parsed(await disk.readText(`${directory}/problem.json`))).data;
  return refuse(
    "wrong_state",
    problem?.message ?? "The workbench that was to show the prompt ended without an answer.",
    "A commission to this worker would fail in the same way.",
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
