// Starts the hall of this home or finds the running one, and tells the person where it is.
import type { Client } from "../../client/client.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { HallRecord } from "../../contract/home/hall-record.ts";
import { sleep } from "../../host/clock.ts";
import { oneLine } from "../../host/person/terminal.ts";
import type { HandoffChild } from "../../host/processes/handoff.ts";
import type { Cli } from "../cli.ts";
import type { Done } from "../table/command.ts";
import { answerWithinMs, findAnsweringHall, findHall, type AnsweringHall } from "./find-hall.ts";
import { inTime } from "./in-time.ts";
import { startHall } from "./start-hall.ts";
import { waitingWork } from "./waiting-work.ts";
import { interruptedExit, printJson, printLines } from "../print.ts";

const upWithinMs = 20_000;
const pollMs = 100;

type Reporting = Cli & { json: boolean; foreground: boolean };

export async function bringUp(cli: Reporting, port: number): Promise<Done> {
  const until = cli.clock.monotonic() + upWithinMs;
  while (cli.clock.monotonic() < until && !cli.console.stopped.aborted) {
    const running = await findAnsweringHall(cli, cli.home);
    if (running) return await found(cli, running);
    const done = await tryToStart(cli, port);
    if (done !== undefined) return done;
    await sleep(cli.clock, pollMs, cli.console.stopped);
  }
  if (cli.console.stopped.aborted) return interruptedExit(cli);
  return refuse(
    "unreachable",
    `Another hall holds ${cli.home} but does not answer.`,
    'Look at "guild-hall logs", or try again.',
  );
}

/**
 * Explains why the hall did not start. The hall reports only that its port is taken; this process knows which port that
 * is.
 */
function notStarted(message: string, port: number): Refusal {
  if (!/port is taken|EADDRINUSE/i.test(message))
    return refuse("internal", message, 'Run "guild-hall doctor" to see what is missing.');
  const hint = "Set GUILD_HALL_PORT to another port, or to 0 for any free one.";
  return refuse("internal", `Port ${port} is taken by another program.`, hint);
}

/**
 * Reports the running hall. Warns if the hall has no credentials but this shell has, because a hall gets them
 * only when it starts.
 */
async function found(cli: Reporting, { record, client, status }: AnsweringHall): Promise<number> {
  if (!status.model.available && cli.handoff.credential !== null)
    cli.console.err(
      `${cli.errPaint.yellow("The hall was already up, without credentials:")} it did not get those of this shell.\n` +
        'To hand them over, run "guild-hall down" and then "guild-hall up".\n',
    );
  report(cli, record);
  await sayWaiting(cli, client);
  if (!status.model.available) await warnOfKey(cli, client);
  return 0;
}

function report(cli: Reporting, record: HallRecord): void {
  const { url, pid, home, tokenFile } = record;
  if (cli.json) printJson(cli, { url, pid, home, tokenFile });
  else
    printLines(cli, [
      `The hall is up at ${cli.paint.bold(url)} (process ${pid}, home ${home}).`,
      '"guild-hall open" opens its page.',
    ]);
}

async function sayWaiting(cli: Reporting, client: Client | undefined): Promise<void> {
  const waiting = cli.json || !client ? null : await waitingWork(cli, client);
  if (waiting !== null) printLines(cli, [waiting]);
}

/**
 * Warns if the hall has no key for the model. Best effort: the hall is up, even if it cannot report what is missing.
 */
async function warnOfKey(cli: Reporting, client: Client | undefined): Promise<void> {
  const list = await inTime({ clock: cli.clock, ms: answerWithinMs }, async (signal) =>
    client?.attention.list({ limit: 1 }, signal),
  ).catch(() => undefined);
  // Includes a deferred item, because a start is the moment to provide a key.
  const missing = [...(list?.items ?? []), ...(list?.deferred ?? [])].find(({ kind }) => kind === "model");
  if (missing) warn(cli, `${missing.title}. ${missing.detail}`);
}

function warn(cli: Reporting, text: string): void {
  cli.console.err(`${cli.errPaint.yellow("problem:")} ${oneLine(text, 2000)}\n`);
}

/** Returns `undefined` if the caller has to retry: another hall holds the home and is starting or stopping. */
async function tryToStart(cli: Reporting, port: number): Promise<Done | undefined> {
  let letGo = () => {};
  const started = await startHall(cli, {
    home: cli.home,
    port,
    handoff: cli.handoff,
    foreground: cli.foreground,
    onSpawn: (child) => (letGo = passOnStop(cli, child)),
  });
  if (!cli.foreground) letGo();
  if (cli.console.stopped.aborted && !cli.foreground) return interruptedExit(cli);
  if (started.state === "taken") return undefined;
  if (started.state === "failed") return notStarted(started.message, port);
  report(cli, started.record);
  for (const warning of started.warnings) warn(cli, warning);
  const client = (await findHall(cli, cli.home))?.client;
  await sayWaiting(cli, client);
  if (cli.handoff.credential === null) await warnOfKey(cli, client);
  if (cli.foreground) return (await started.child.exited).code ?? 1;
  started.child.unref();
  return 0;
}

/**
 * Stops the hall when the person interrupts this process: while the hall starts, and as long as it runs in the
 * foreground. Returns a function that turns this off.
 */
function passOnStop({ console: { stopped } }: Cli, child: HandoffChild): () => void {
  const stop = () => child.kill("SIGTERM");
  if (stopped.aborted) stop();
  stopped.addEventListener("abort", stop, { once: true });
  return () => stopped.removeEventListener("abort", stop);
}
