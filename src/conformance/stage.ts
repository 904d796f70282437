// A member that the kit starts from a throwaway copy of its directory, with a port of its own choice, a secret, one slot
// and a model that the kit plays.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { memberManifest, portMark, type MemberManifest } from "../contract/member.ts";
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
  manifest: MemberManifest;
  place(): Place;
  isAlive(): boolean;
  /** Ends all its processes at once, as a crash would, and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface StageOrder {
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
  isOver: boolean;
}

export async function openStage(order: StageOrder): Promise<Stage> {
  const manifest = await readManifest(order.directory);
  let running = await start(order, manifest);
  const end = (leaveMs: number, graceMs: number) => endGroup(running.child, { clock: order.clock, leaveMs, graceMs });
  return {
    directory: order.directory,
    model: order.model,
    manifest,
    place: () => ({ url: running.url, secret: order.secret }),
    isAlive: () => !running.isOver,
    restart: async () => {
      await end(0, 0);
      running = await start(order, manifest);
    },
    close: async () => void (await end(0, 5000)),
  };
}

export async function readManifest(directory: string): Promise<MemberManifest> {
  const text = await readFile(join(directory, "guild-member.json"), "utf8");
  return memberManifest.parse(JSON.parse(text));
}

const startMs = 30_000;

async function start(order: StageOrder, { mcp }: MemberManifest): Promise<Running> {
  const child = spawnPiped({
    file: mcp.command === "bun" ? order.runtime : mcp.command,
    args: mcp.args.map((arg) => arg.replaceAll(portMark, "0")),
    cwd: order.directory,
    env: { ...order.env, ...order.model.env, GUILD_MEMBER_SECRET: order.secret, GUILD_MEMBER_SLOTS: "1" },
  });
  child.stdin.on("error", () => undefined).end();
  const out = readHead(child.stdout, { maxCharacters: 100_000, onFull: () => undefined });
  const err = readTail([child.stderr], 2000);
  const running: Running = { child, url: "", isOver: false };
  child.once("error", () => (running.isOver = true));
  void exitOf(child).then(() => (running.isOver = true));
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
