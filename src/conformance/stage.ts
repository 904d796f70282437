// A member that the kit starts from a throwaway copy of its directory, with a port of its own choice, a secret, one slot
// and a model that the kit plays.
import { portMark, type MemberManifest } from "../contract/member.ts";
import { endGroup, exitOf, spawnPiped, type PipedChild } from "../host/children.ts";
import { sleep, type Clock } from "../host/clock.ts";
import { readHead, type OutputHead } from "../host/output-head.ts";
import { readTail, type OutputTail } from "../host/output-tail.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import type { Place } from "./wire.ts";

export interface Stage {
  /** The copy. */
  directory: string;
  model: ScriptedModel;
  place(): Place;
  /** Whether its process is gone, or goes within this time. */
  isGone(withinMs: number): Promise<boolean>;
  /** Ends all its processes at once, as a crash would, and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface StageOrder {
  manifest: MemberManifest;
  directory: string;
  model: ScriptedModel;
  secret: string;
  /** Stands for `bun` in a manifest. */
  runtime: string;
  env: Readonly<Record<string, string>>;
  clock: Clock;
}

interface Running {
  child: PipedChild;
  url: string;
  over: Promise<unknown>;
  isOver: boolean;
}

export async function openStage(order: StageOrder): Promise<Stage> {
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

async function isGone({ clock }: StageOrder, running: Running, ms: number): Promise<boolean> {
  if (!running.isOver && ms > 0) await Promise.race([running.over, sleep(clock, ms)]);
  return running.isOver;
}

const startMs = 30_000;

async function start(order: StageOrder): Promise<Running> {
  const { mcp } = order.manifest;
  const child = spawnPiped({
    file: mcp.command === "bun" ? order.runtime : mcp.command,
    args: mcp.args.map((arg) => arg.replaceAll(portMark, "0")),
    cwd: order.directory,
    env: { ...order.env, ...order.model.env, GUILD_MEMBER_SECRET: order.secret, GUILD_MEMBER_SLOTS: "1" },
  });
  child.stdin.on("error", () => undefined).end();
  const out = readHead(child.stdout, { maxCharacters: 100_000, onFull: () => undefined });
  const err = readTail([child.stderr], 2000);
  const failed = new Promise((resolve) => child.once("error", resolve));
  const running: Running = { child, url: "", over: Promise.race([failed, exitOf(child)]), isOver: false };
  void running.over.then(() => (running.isOver = true));
  running.url = await addressOf({ order, running, out, err: err.tail });
  return running;
}

interface Starting {
  order: StageOrder;
  running: Running;
  out: OutputHead;
  err: OutputTail;
}

const addressLine = /^http:\/\/127\.0\.0\.1:\d+\/mcp$/m;

async function addressOf({ order, running, out, err }: Starting): Promise<string> {
  const until = order.clock.monotonic() + startMs;
  while (order.clock.monotonic() < until) {
    const line = addressLine.exec(out.text().text)?.[0];
    if (line !== undefined) return line;
    if (running.isOver) break;
    await sleep(order.clock, 20);
  }
  await endGroup(running.child, { clock: order.clock, leaveMs: 0, graceMs: 0 });
  const why = running.isOver ? "It ended" : `It did not print its address within ${startMs / 1000} s`;
  throw new Error(`The member did not start. ${why}: ${err.text().text.trim() || "it said nothing"}`);
}
