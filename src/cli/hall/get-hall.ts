// Connects a command to its hall. The client gives up when the person interrupts or the hall hangs. If the hall
// restarts at another port, the client finds it again.
import { createClient } from "../../client/client.ts";
import { ClientProblem } from "../../client/problem.ts";
import { patchMediaType } from "../../contract/commission/diff.ts";
import { sleep } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";
import { goesOnText } from "./benches-at-work.ts";
import { findPlace, type FoundHall, type HallPlace } from "./find-hall.ts";
import { inTime } from "./in-time.ts";

/** The time limits of a request: a read is quick, but a change may have to end a worker or remove many files. */
const looksWithinMs = 10_000;
const changesWithinMs = 60_000;

export interface SpokenHall extends FoundHall {
  /**
   * Sets a function to call once, when a client that follows events finds that the hall does not answer. The client
   * looks for the hall again by itself.
   */
  onAway(run: () => void): void;
}

/** Returns the running hall. Throws a problem that exits with 3 if there is none. */
export async function getHall(cli: Cli): Promise<SpokenHall> {
  const hall = await lookForHall(cli);
  if (hall) return hall;
  throw await noHall(cli);
}

async function noHall({ home }: Cli): Promise<ClientProblem> {
  return new ClientProblem({
    code: "unreachable",
    message: `No hall runs for ${home}.`,
    hint: (await goesOnText(home)) ?? 'Start it with "guild-hall up".',
  });
}

export async function lookForHall(cli: Cli): Promise<SpokenHall | undefined> {
  const found = await findPlace(cli, cli.home);
  if (!found) return undefined;
  const speaking: Speaking = { cli, place: found, tellAway: () => {} };
  const client = createClient({
    // Read again for each request: a hall that restarts may be at another port.
    get url() {
      return speaking.place.record.url;
    },
    get token() {
      return speaking.place.token;
    },
    fetch: (url, init) => ask(speaking, { url, init }),
    wait: (ms, signal) => waitForHall(speaking, { ms, signal }),
    after: cli.clock.after,
  });
  return { record: found.record, client, onAway: (run) => (speaking.tellAway = run) };
}

interface Speaking {
  cli: Cli;
  place: HallPlace;
  tellAway(): void;
}

/** A shorter wait is not reported: a hall that is only restarting is back sooner. */
const worthTellingMs = 500;

async function waitForHall(
  speaking: Speaking,
  { ms, signal }: { ms: number; signal: AbortSignal | undefined },
): Promise<void> {
  const { cli, tellAway } = speaking;
  if (ms >= worthTellingMs) {
    speaking.tellAway = () => {};
    tellAway();
  }
  await sleep(cli.clock, ms, signal);
  speaking.place = (await findPlace(cli, cli.home)) ?? speaking.place;
}

interface Ask {
  url: string;
  init: RequestInit;
}

async function ask({ cli, place }: Speaking, { url, init }: Ask): Promise<Response> {
  // If the hall has ended, another program may have taken its port, and must not see the token.
  if (!cli.processes.isAlive(place.record)) throw await noHall(cli);
  const { stopped } = cli.console;
  const isQuick = init.method === "GET" && !isPatch(new Headers(init.headers).get("accept"));
  const withinMs = isQuick ? looksWithinMs : changesWithinMs;
  const given = init.signal ? AbortSignal.any([init.signal, stopped]) : stopped;
  let late = false;
  try {
    return await inTime({ clock: cli.clock, ms: withinMs }, (tooLong) => {
      tooLong.addEventListener("abort", () => (late = true));
      return wholeAnswer(cli, { url, init: { ...init, signal: AbortSignal.any([given, tooLong]) } });
    });
  } catch (error) {
    throw late && !given.aborted ? hangs(place) : error;
  }
}

/** Reads the answer to its end within the time limit. An event stream or a patch only has to begin in time. */
async function wholeAnswer(cli: Cli, { url, init }: Ask): Promise<Response> {
  const response = await cli.fetch(url, init);
  const type = response.headers.get("content-type");
  const isStream = type?.startsWith("text/event-stream") === true || isPatch(type);
  if (isStream || response.body === null) return response;
  const { status, headers } = response;
  return new Response(await response.arrayBuffer(), { status, headers });
}

function isPatch(type: string | null): boolean {
  return type === patchMediaType;
}

function hangs({ record }: HallPlace): ClientProblem {
  return new ClientProblem({
    code: "unreachable",
    message: `The hall (process ${record.pid}) runs but does not answer.`,
    hint: 'Its workers continue. "guild-hall logs" shows its last words.',
  });
}
