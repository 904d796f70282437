// A real hall that hangs while a command follows its stream: the kernel still takes bytes for it, and no answer comes.
import { afterEach, expect, test } from "bun:test";
import { awayText } from "../../../src/cli/live/follow-hall.ts";
import { silentMs } from "../../../src/client/listen.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { created } from "../../harness/ledger/histories.ts";
import { lay } from "../../harness/ledger/laid-work.ts";
import { tempDir } from "../../harness/temp.ts";
import { runHere, startHere } from "../support.ts";

const stopped: number[] = [];
const homes: string[] = [];

afterEach(async () => {
  for (const pid of stopped.splice(0)) process.kill(pid, "SIGCONT");
  for (const home of homes.splice(0)) await runHere(["down"], { home });
});

interface Up {
  home: string;
  pid: number;
  /** A commission that waits, and of which nothing more is told. */
  id: string;
}

async function bringUp(): Promise<Up> {
  const home = tempDir();
  const id = lay(homeLayout(home), created);
  homes.push(home);
  const { out } = await runHere(["up", "--json"], { home, env: { GUILD_HALL_PORT: "0" } });
  return { home, id, pid: (JSON.parse(out) as { pid: number }).pid };
}

/** A manual clock that also says how long each of its timers runs. */
function createSeenClock(): ManualClock & { timersMs(): number[] } {
  const clock = createManualClock();
  const running = new Map<object, number>();
  return {
    ...clock,
    timersMs: () => [...running.values()],
    after: (ms, run) => {
      const timer = clock.after(ms, () => {
        running.delete(timer);
        run();
      });
      running.set(timer, ms);
      return { cancel: () => (running.delete(timer), timer.cancel()) };
    },
  };
}

test("watch says that the hall does not answer, tries once more, and exits with 3", async () => {
  const { home, pid, id } = await bringUp();
  const clock = createSeenClock();
  const watching = startHere(["watch", id, "--json"], { home, machine: { clock } });
  const waitsFor = (ms: number) => until(`it waits for ${ms} ms`, () => clock.timersMs().join() === `${ms}`);
  await waitsFor(silentMs); // for the next word of the stream, and for nothing else
  process.kill(pid, "SIGSTOP");
  stopped.push(pid);
  clock.advance(silentMs - 1);
  expect(watching.written().err).toBe("");
  clock.advance(1);
  await waitsFor(8000);
  expect(watching.written().err).toBe(`${awayText}\n`);
  clock.advance(8000);
  await waitsFor(10_000); // for an answer to one more request
  clock.advance(10_000);
  const { code, err } = await watching.ended;
  expect(code).toBe(3);
  expect(err).toContain(`The hall (process ${pid}) runs but does not answer.`);
  expect(err).toContain(`guild-hall watch ${id}`);
});
