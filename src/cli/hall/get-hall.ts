// The hall that a command speaks with. Its client gives up when the person stops us, and on a hall that hangs.
import { ClientProblem } from "../../client/problem.ts";
import type { Cli } from "../cli.ts";
import { findHall, type Hall } from "./find-hall.ts";
import { inTime } from "./in-time.ts";

/** A look takes a moment; what changes something may have a worker to end or many files to remove. */
const looksWithinMs = 10_000;
const changesWithinMs = 60_000;

/** The hall that runs, or a problem that exits with 3. */
export async function getHall(cli: Cli): Promise<Hall> {
  const hall = await lookForHall(cli);
  if (hall) return hall;
  throw new ClientProblem({
    code: "unreachable",
    message: `No hall runs for ${cli.home}.`,
    hint: 'Start it with "guild-hall up".',
  });
}

export function lookForHall(cli: Cli): Promise<Hall | undefined> {
  return findHall({ ...cli, fetch: (url, init) => ask(cli, { url, init }) }, cli.home);
}

interface Ask {
  url: string;
  init: RequestInit;
}

async function ask(cli: Cli, { url, init }: Ask): Promise<Response> {
  const { stopped } = cli.console;
  const withinMs = init.method === "GET" ? looksWithinMs : changesWithinMs;
  const given = init.signal ? AbortSignal.any([init.signal, stopped]) : stopped;
  let late = false;
  try {
    return await inTime({ clock: cli.clock, withinMs }, (tooLong) => {
      tooLong.addEventListener("abort", () => (late = true));
      return wholeAnswer(cli, { url, init: { ...init, signal: AbortSignal.any([given, tooLong]) } });
    });
  } catch (error) {
    throw late && !given.aborted ? await hangs(cli) : error;
  }
}

/** Read to its end while the time runs; a stream of events has begun in time, and may then last. */
async function wholeAnswer(cli: Cli, { url, init }: Ask): Promise<Response> {
  const response = await cli.fetch(url, init);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream || response.body === null) return response;
  const { status, headers } = response;
  return new Response(await response.arrayBuffer(), { status, headers });
}

async function hangs(cli: Cli): Promise<ClientProblem> {
  const hall = await findHall(cli, cli.home);
  return new ClientProblem({
    code: "unreachable",
    message: hall
      ? `The hall (process ${hall.record.pid}) runs but does not answer.`
      : `The hall of ${cli.home} does not answer.`,
    hint: 'Its workers go on. "guild-hall logs" shows its last words.',
  });
}
