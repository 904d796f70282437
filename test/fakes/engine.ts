// An engine without processes: the test decides which workbenches live and what their journals hold.
import type { BenchRef } from "../../src/contract/commission/bench-ref.ts";
import type { Fact, FactBody } from "../../src/contract/commission/facts.ts";
import type { DispatchDeps } from "../../src/hall/dispatch/deps.ts";

export interface FakeEngine {
  engine: DispatchDeps["engine"];
  journals: DispatchDeps["journals"];
  started: BenchRef[];
  signals: string[];
  /** Workbenches that the conductor no longer asks about. */
  forgotten: BenchRef[];
  /** Thrown by the next start instead of starting. */
  refuseStart: Error | null;
  /** Whether a signalled workbench ends. */
  obeys: boolean;
  say(ref: BenchRef, ...facts: FactBody[]): void;
  /** The workbench takes its lock. */
  live(ref: BenchRef): void;
  /** `how` is its exit code, or the signal that ended it. */
  die(ref: BenchRef, how?: number | NodeJS.Signals): void;
  /** The workbench writes to its output, as opposed to its journal. */
  print(ref: BenchRef, text: string): void;
  /** The hall that started it is gone, so the engine no longer knows the process. */
  orphan(ref: BenchRef): void;
}

interface Bench {
  lines: Fact[];
  holdsLock: boolean;
  known: boolean;
  ended: PromiseWithResolvers<void>;
  over: boolean;
  exitCode: number | null;
  signal: string | null;
  said: string;
}

export function createFakeEngine(): FakeEngine {
  const benches = new Map<string, Bench>();
  const keyOf = ({ id, bench }: BenchRef) => `${id}/${bench}`;
  const benchOf = (ref: BenchRef): Bench => {
    const found = benches.get(keyOf(ref)) ?? {
      lines: [],
      holdsLock: false,
      known: false,
      over: false,
      exitCode: null,
      signal: null,
      said: "",
      ended: Promise.withResolvers<void>(),
    };
    benches.set(keyOf(ref), found);
    return found;
  };
  const isHeld = (id: string) => [...benches].some(([key, bench]) => key.startsWith(id) && bench.holdsLock);
  const fake: FakeEngine = {
    started: [],
    signals: [],
    forgotten: [],
    refuseStart: null,
    obeys: true,
    engine: {
      start: async (ref) => {
        if (fake.refuseStart) throw fake.refuseStart;
        fake.started.push(ref);
        benchOf(ref).known = true;
      },
      presence: (ref) => {
        const bench = benchOf(ref);
        if (bench.over && bench.known) return "gone";
        if (bench.holdsLock) return "alive";
        return bench.known ? "starting" : "unknown";
      },
      ended: (ref) => benchOf(ref).ended.promise,
      exitCode: (ref) => benchOf(ref).exitCode,
      lastWords: (ref) => {
        const { over, exitCode, signal, said } = benchOf(ref);
        return { exit: over ? { code: exitCode, signal } : null, said, file: `bench-${ref.bench}.out` };
      },
      signal: (ref, how, known) => {
        const bench = benchOf(ref);
        if (bench.over || (!bench.known && !known)) return false;
        fake.signals.push(how);
        if (fake.obeys || how === "kill") fake.die(ref);
        return true;
      },
      forget: ({ id, bench }) => void fake.forgotten.push({ id, bench }),
      isHeld: (id) => isHeld(id),
      withoutBench: async (id, task) => (isHeld(id) ? null : task()),
    },
    journals: {
      tail: (ref, afterSeq) => {
        let read = 0;
        return {
          read: async () => {
            const fresh = benchOf(ref).lines.slice(read);
            read += fresh.length;
            return fresh.filter((line) => line.seq > afterSeq);
          },
        };
      },
    },
    say: (ref, ...facts) => {
      const { lines } = benchOf(ref);
      for (const fact of facts)
        lines.push({ v: 1, seq: lines.length + 1, at: "2026-11-15T10:00:00.000Z", ...fact });
    },
    live: (ref) => void (benchOf(ref).holdsLock = true),
    die: (ref, how) => {
      const bench = benchOf(ref);
      bench.exitCode = typeof how === "number" ? how : null;
      bench.signal = typeof how === "string" ? how : null;
      bench.holdsLock = false;
      bench.over = true;
      bench.ended.resolve();
    },
    print: (ref, text) => void (benchOf(ref).said += text),
    orphan: (ref) => void (benchOf(ref).known = false),
  };
  return fake;
}
