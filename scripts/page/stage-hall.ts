// Starts and stops the hall of the stage (a throwaway hall with sample work) as a person does: with the
// command line, in a home of its own.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { z } from "zod";
import { type Client, createClient } from "../../src/client/client.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { hallRecord } from "../../src/contract/home/hall-record.ts";
import { sleep, systemClock } from "../../src/host/clock.ts";
import { installed, plainEnvironment } from "../../src/host/program.ts";

const started = hallRecord.pick({ url: true, pid: true, home: true, tokenFile: true });

export interface StageHall {
  record: z.infer<typeof started>;
  token: string;
  client: Client;
  /** Runs a command of `guild-hall` and returns its output. */
  run(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

export interface HallPlace {
  home: string;
  /** 0 means any free port. */
  port: number;
  /** The environment variables by which workers reach a model. */
  model: Readonly<Record<string, string>>;
}

export async function startHall({ home, port, model }: HallPlace): Promise<StageHall> {
  const env = { ...plainEnvironment(), GUILD_HALL_HOME: home, GUILD_HALL_PORT: String(port) };
  const run = (...args: string[]) => guildHall({ args, env });
  const told = await guildHall({ args: ["up", "--json"], env: { ...env, ...model } });
  const spoken = speakTo(started.parse(JSON.parse(told)));
  return { ...spoken, run, stop: async () => void (await run("down", "--stop")) };
}

/** Connects to a hall that is already up. */
export function findHall(home: string): Pick<StageHall, "record" | "token" | "client"> {
  return speakTo(started.parse(JSON.parse(readFileSync(homeLayout(home).hallRecord, "utf8"))));
}

function speakTo(record: StageHall["record"]): Pick<StageHall, "record" | "token" | "client"> {
  const token = readFileSync(record.tokenFile, "utf8").trim();
  const wait = (ms: number, signal: AbortSignal | undefined) => sleep(systemClock, ms, signal);
  return {
    record,
    token,
    client: createClient({ url: record.url, token, fetch, wait, after: systemClock.after }),
  };
}

/** Returns a link to the page with a one-time code, as `guild-hall open` makes it. */
export async function linkTo(
  { record, client }: Pick<StageHall, "record" | "client">,
  path = "/",
): Promise<string> {
  const { code } = await client.browsers.newCode();
  return `${record.url}${path}#code=${code}`;
}

async function guildHall({ args, env }: { args: string[]; env: Record<string, string> }): Promise<string> {
  const child = spawn(process.env["NODE"] ?? "node", [installed("bin/guild-hall.js"), ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [printed, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await exited) !== 0) throw new Error(`guild-hall ${args.join(" ")}: ${complained}${printed}`);
  return printed;
}
