// The hall that a command speaks with. Its client gives up when the person stops us, and on a hall that hangs; it
// finds a hall again that comes back elsewhere.
import { createClient } from "../../client/client.ts";
import { ClientProblem } from "../../client/problem.ts";
import { patchMediaType } from "../../contract/commission/diff.ts";
import { sleep } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";
import { goesOnText } from "./benches-at-work.ts";
import { findPlace, type FoundHall, type HallPlace } from "./find-hall.ts";
import { inTime } from "./in-time.ts";

/** A look takes a moment; what changes something may have a worker to end or many files to remove. */
const looksWithinMs = 10_000;
const changesWithinMs = 60_000;

export interface SpokenHall extends FoundHall {
  /** Called once, when somebody who follows its events finds it away; it is looked for again by itself. */
  onAway(run: () => void): void;
}

/** The hall that runs, or a problem that exits with 3. */
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
    // Asked for anew each time: a hall that comes back may be at another port.
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

/** A hall that is only restarted is back before this. */
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
  // Its port may have been given to a stranger since, who must not see the token.
  if (!cli.processes.isAlive(place.record)) throw await noHall(cli);
  const { stopped } = cli.console;
  const isQuick = init.method === "GET" && !isPatch(new Headers(init.headers).get("accept"));
  const withinMs = isQuick ? looksWithinMs : changesWithinMs;
  const given = init.signal ? AbortSignal.any([init.signal, stopped]) : stopped;
  let late = false;
  try {
    return await inTime({ clock: cli.clock, withinMs }, (tooLong) => {
      tooLong.addEventListener("abort", () => (late = true));
      return wholeAnswer(cli, { url, init: { ...init, signal: AbortSignal.any([given, tooLong]) } });
    });
  } catch (error) {
    throw late && !given.aborted ? hangs(place) : error;
  }
}

/** Read to its end while the time runs; a stream of events or a patch has begun in time, and may then last. */
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
    hint: 'Its workers go on. "guild-hall logs" shows its last words.',
  });
}
