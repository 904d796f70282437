// Starts a guild member for conformance checks from a throwaway copy of its directory. The member chooses its
// port, and gets a secret, room for one job at a time, and a scripted model that the conformance kit serves.
import type { MemberManifest } from "../../contract/member/member.ts";
import {
  endGroup,
  exitOf,
  findExecutable,
  spawnPiped,
  type PipedChild,
} from "../../host/processes/children.ts";
import { sleep, type Clock } from "../../host/clock.ts";
import { readHead } from "../../host/processes/output-head.ts";
import { readTail } from "../../host/processes/output-tail.ts";
import { awaitAddress } from "../members/process/await-address.ts";
import { commandOf } from "../members/process/command.ts";
import { environmentOf } from "../members/process/environment.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import type { MemberAddress } from "./wire.ts";

export interface ConformanceStage {
  /** The throwaway copy of the member's directory. */
  directory: string;
  model: ScriptedModel;
  place(): MemberAddress;
  /** Tells whether the member's process has ended, after waiting for its end for at most this time. */
  isGone(withinMs: number): Promise<boolean>;
  /** Kills all processes of the member at once, as a crash would, and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ConformanceStageOrder {
  manifest: MemberManifest;
  directory: string;
  model: ScriptedModel;
  secret: string;
  /** The Bun binary that runs instead of `bun` in the manifest's command. */
  runtime: string;
  env: Readonly<Record<string, string>>;
  clock: Clock;
}

interface Running {
  child: PipedChild;
  url: string;
  /** Fires when the process has ended. */
  gone: AbortSignal;
}

export async function openStage(order: ConformanceStageOrder): Promise<ConformanceStage> {
  let running = await start(order);
  const end = (leaveMs: number, graceMs: number) =>
    endGroup(running.child, { clock: order.clock, leaveMs, graceMs });
  return {
    directory: order.directory,
    model: order.model,
    place: () => ({ url: running.url, secret: order.secret }),
    isGone: (withinMs) => isGone(order, running, withinMs),
    restart: async () => {
      await end(0, 0);
      running = await start(order);
    },
    close: async () => void (await end(0, 5000)),
  };
}

async function isGone({ clock }: ConformanceStageOrder, { gone }: Running, ms: number): Promise<boolean> {
  if (!gone.aborted && ms > 0) await sleep(clock, ms, gone);
  return gone.aborted;
}

const startMs = 30_000;
const slots = 1;

async function start(order: ConformanceStageOrder): Promise<Running> {
  const { directory, manifest, clock } = order;
  const command = commandOf({ ...order, find: findExecutable, path: order.env["PATH"] ?? "" }, order);
  if (!command.ok) throw notStarted(command.problem);
  const plain = {
    plain: order.env,
    gateway: order.model.env,
    secret: order.secret,
    slots,
    memoryTokens: null,
  };
  const child = spawnPiped({ ...command, cwd: directory, env: environmentOf(plain) });
  child.stdin.on("error", () => undefined).end();
  const out = readHead(child.stdout, { maxCharacters: 100_000, onFull: () => undefined });
  const err = readTail([child.stderr], 2000);
  const gone = new AbortController();
  const failed = new Promise((resolve) => child.once("error", resolve));
  void Promise.race([failed, exitOf(child)]).then(() => gone.abort());
  const readPrinted = () => out.text().text;
  const said = await awaitAddress({ clock, readHead: readPrinted, signal: gone.signal, limitMs: startMs });
  if (said.ok) return { child, url: said.url, gone: gone.signal };
  await endGroup(child, { clock, leaveMs: 0, graceMs: 0 });
  throw notStarted(`${said.problem}: ${err.tail.text().text.trim() || `${manifest.name} said nothing`}`);
}

function notStarted(why: string): Error {
  return new Error(`The member did not start: ${why}`);
}
