// Starts a hall for a home and waits until it is ready, or returns why it is not.
import { closeSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { hallRecord, type HallRecord } from "../../contract/home/hall-record.ts";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { formatProblem, notOwnProblem } from "../../contract/home/home-problems.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import { programFile } from "../../host/built.ts";
import { runtimeFlags, type HandoffChild } from "../../host/processes/handoff.ts";
import { whyNotOwn } from "../../host/files/own-place.ts";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";

export interface HallStart {
  home: string;
  port: number;
  handoff: Handoff;
  /** Whether the hall's log also goes to this process's standard output. */
  foreground: boolean;
  /** Copied into the work directory of every new commission. */
  sampleProject?: string;
  /** Called as soon as the process exists, which may be long before it is ready. */
  onSpawn?: (child: HandoffChild) => void;
}

export type Started =
  | { state: "ready"; record: HallRecord; child: HandoffChild; warnings: string[] }
  | { state: "taken" }
  | { state: "failed"; message: string };

const readyLine = z.union([
  z.object({ ready: hallRecord, warnings: z.array(z.string()).default([]) }),
  z.object({ taken: z.literal(true) }),
  z.object({ failed: z.string() }),
]);

export async function startHall(cli: Cli, start: HallStart): Promise<Started> {
  const problem = await homeProblem(start.home);
  if (problem !== null) return { state: "failed", message: problem };
  const outFile = makeHome(start.home);
  const child = await spawnHall(cli, { ...start, outFile });
  start.onSpawn?.(child);
  const line = await child.ready;
  if (line === undefined) return { state: "failed", message: await lastWords(child, outFile) };
  const said = parseReady(line);
  if (said === undefined) {
    child.kill("SIGKILL"); // no caller could use this hall, or would stop it
    await child.exited;
    const quoted = printable(JSON.stringify(line.slice(0, 200)));
    return { state: "failed", message: `The hall did not say that it is ready, but ${quoted}.` };
  }
  if ("ready" in said) return { state: "ready", record: said.ready, child, warnings: said.warnings };
  if ("taken" in said) return { state: "taken" };
  return { state: "failed", message: said.failed };
}

/** Returns `undefined` if the line is not what a hall of this release prints about its start. */
function parseReady(line: string): z.infer<typeof readyLine> | undefined {
  try {
    return readyLine.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/**
 * Returns why this home cannot be used, or `null`. The hall checks this too, but by then its output goes to a file in
 * the home.
 */
async function homeProblem(home: string): Promise<string | null> {
  const layout = homeLayout(home);
  const notOwn = await whyNotOwn(home);
  if (notOwn !== null) return notOwnProblem(layout, notOwn);
  return formatProblem(layout, await readFile(layout.version, "utf8").catch(() => undefined));
}

function makeHome(home: string): string {
  const { logs } = homeLayout(home);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const out = join(logs, "hall.out");
  // The file grows with every start. The previous file is kept, and is removed with the old logs.
  if ((statSync(out, { throwIfNoEntry: false })?.size ?? 0) > maxOutBytes) renameSync(out, `${out}.1`);
  return out;
}

const maxOutBytes = 1_000_000;

async function spawnHall(cli: Cli, start: HallStart & { outFile: string }): Promise<HandoffChild> {
  const program = programFile(cli.installed("."), "hall");
  const sample = start.sampleProject === undefined ? [] : ["--sample-project", start.sampleProject];
  const foreground = start.foreground ? ["--foreground"] : [];
  const out = openSync(start.outFile, "a", 0o600);
  try {
    return await cli.spawn({
      file: cli.runtime,
      args: [
        ...runtimeFlags,
        program,
        "--home",
        start.home,
        "--port",
        String(start.port),
        ...sample,
        ...foreground,
      ],
      env: cli.childEnvironment,
      cwd: start.home,
      detached: true, // even in the foreground: this process sends the hall SIGTERM, once, on Ctrl-C
      stdout: start.foreground ? "inherit" : out,
      stderr: start.foreground ? "inherit" : out,
      handoff: start.handoff,
      readyPipe: true,
    });
  } finally {
    closeSync(out);
  }
}

async function lastWords(child: HandoffChild, outFile: string): Promise<string> {
  const exit = await child.exited;
  const said = (await readFile(outFile, "utf8").catch(() => "")).trimEnd().split("\n").slice(-5).join("\n");
  const how = exit.signal ?? `code ${exit.code}`;
  return `The hall ended (${how}) before it was ready. Its last words, from ${outFile}:\n${printable(said)}`;
}
