// Controls: one guard taken out of the wiring at a time. Each must be noticed within a few seeds, or the simulation
// would notice nothing.
import type { DispatchDeps } from "../../src/hall/dispatch/deps.ts";
import type { LandingDeps } from "../../src/hall/landing/deps.ts";
import type { Disk } from "../../src/host/files/disk.ts";
import type { FileSystem, OpenFile } from "../../src/host/files/file-system.ts";
import { commissionId } from "../../src/contract/home/ids.ts";
import { fail } from "./machine/file-tree.ts";
import type { Machine } from "./machine/machine.ts";
import { endProcess } from "./machine/processes.ts";
import type { PromiseName } from "./promises/names.ts";
import { asBuilt, type Wiring } from "./wiring.ts";

export interface Control {
  without: string;
  /** The promises that must be seen broken: any of them. */
  breaks: readonly PromiseName[];
  wiring: Wiring;
}

export const controls: readonly Control[] = [
  {
    without: "the sync of a directory",
    breaks: ["acknowledged", "oneLedger"],
    wiring: files((handle, flags) => (flags === "r" ? { ...handle, sync: nothing } : handle)),
  },
  {
    without: "the sync of a file",
    breaks: ["acknowledged", "oneLedger"],
    wiring: files((handle, flags) =>
      flags === "r" ? handle : { ...handle, sync: nothing, datasync: nothing },
    ),
  },
  {
    without: "the cut of a torn tail",
    breaks: ["acknowledged", "oneLedger", "damage", "nothingDeleted"],
    wiring: files((handle) => ({ ...handle, truncate: nothing })),
  },
  {
    without: "waiting for an append",
    breaks: ["acknowledged", "oneLedger"],
    wiring: disk(({ append }) => ({ append: async (order) => void append(order).catch(nothing) })),
  },
  {
    without: "the error of a full disk",
    breaks: ["acknowledged", "oneLedger"],
    wiring: disk(({ append }) => ({ append: (order) => append(order).catch(nothing) })),
  },
  {
    without: "reads while the disk fails",
    breaks: ["diskFull", "acknowledged"],
    wiring: disk(({ readFrom }, machine) => ({
      readFrom: async (path, offset) => (machine.fault ? fail(machine.fault, path) : readFrom(path, offset)),
    })),
  },
  {
    without: "the sync of what a killed hall wrote",
    breaks: ["oneLedger", "acknowledged", "final"],
    wiring: disk(() => ({ secure: nothing })),
  },
  {
    without: "the setting aside of a damaged ledger",
    breaks: ["damage"],
    wiring: disk(({ move }) => ({
      move: async (from, to) => (to.endsWith(".damaged") ? undefined : move(from, to)),
    })),
  },
  {
    without: "care for what a worker wrote",
    breaks: ["nothingDeleted"],
    wiring: disk(({ removeTree }) => ({
      removeTree: (path) => removeTree(path.replace(/\/home$/, "/artifacts")),
    })),
  },
  {
    without: "the lock of a workbench",
    breaks: ["survives", "slots", "oneLedger"],
    wiring: {
      ...asBuilt,
      locks: () => ({ tryLock: () => ({ release: () => undefined }), isHeld: () => false }),
    },
  },
  {
    without: "a look at what the last hall left",
    breaks: ["atLeastOnce"],
    wiring: { ...asBuilt, recovers: false },
  },
  {
    without: "workbenches that outlive their hall",
    breaks: ["survives"],
    wiring: {
      ...asBuilt,
      hallEnded: (machine) => {
        for (const process of machine.processes.values())
          if (process.bench) endProcess(machine, process, "with its hall");
      },
    },
  },
  {
    without: "a count of the slots",
    breaks: ["slots"],
    wiring: dispatch(({ settings }) => ({ settings: () => ({ ...settings(), slots: 100 }) })),
  },
  {
    without: "a memory for keys",
    breaks: ["acknowledged"],
    wiring: dispatch(({ ledger }) => ({ ledger: { ...ledger, findByKey: () => undefined } })),
  },
  {
    without: "a disk's own reason to refuse",
    breaks: ["diskFull"],
    wiring: dispatch(() => ({ newId: () => fail("ENOSPC", "though there is space") })),
  },
  {
    without: "a record of a cancel",
    breaks: ["final", "atLeastOnce"], // what hangs waits for its cancel
    wiring: dispatch(({ ledger }) => ({ ledger: { ...ledger, execute: forgetCancels(ledger) } })),
  },
  {
    without: "an ear for checks that fail",
    breaks: ["merged"],
    wiring: dispatch(({ journals }) => ({
      journals: { tail: (ref, afterSeq) => ({ read: deafTo(journals.tail(ref, afterSeq)) }) },
    })),
  },
  {
    without: "a record of planned merges",
    breaks: ["merged"],
    wiring: dispatch(({ ledger, trees }) => ({
      ledger: { ...ledger, execute: forgetMerges(ledger) },
      // Nor does it look for them under their own name.
      trees: { ...trees, prepareMerge: (order) => trees.prepareMerge({ ...order, id: nobody }) },
    })),
  },
  {
    without: "a check of the merge",
    breaks: ["merged"],
    wiring: dispatch(({ trees }) => {
      const works = new Map<string, string>();
      return {
        trees: {
          ...trees,
          candidate: async (order) => {
            const found = await trees.candidate(order);
            works.set(order.tree.branch, order.work);
            return found.kind === "ready" ? { ...found, tree: order.work } : found;
          },
          prepareMerge: async (order) => {
            const ready = await trees.prepareMerge(order);
            const tree = works.get(order.tree.branch);
            return ready.kind === "ready" && tree !== undefined ? { ...ready, tree } : ready;
          },
        },
      };
    }),
  },
  {
    without: "a check of what a person accepts",
    breaks: ["merged"],
    wiring: landing(({ prove }) => ({
      prove: async (order) => {
        const proved = await prove(order);
        if (proved.how !== "proved") return proved;
        return { ...proved, results: proved.results.map((run) => ({ ...run, exitCode: 0 })) };
      },
    })),
  },
  {
    without: "a record of acts on finished work",
    breaks: ["acts", "merged"],
    wiring: landing(({ ledger }) => ({ ledger: { ...ledger, execute: forgetActs(ledger) } })),
  },
  {
    without: "a look at the acts that the last hall left",
    breaks: ["acts"],
    wiring: landing(({ ledger }) => ({ ledger: { ...ledger, summaries: () => [] } })),
  },
  {
    without: "care for what is in no commit",
    breaks: ["nothingDeleted"],
    wiring: {
      ...asBuilt,
      trees: ({ act, ...rest }) => ({
        ...rest,
        act: (what, run) => act(what, what.startsWith("git rename") ? () => undefined as never : run),
      }),
    },
  },
  {
    without: "a look into the session's file",
    breaks: ["notes"],
    wiring: { ...asBuilt, looksIntoSessions: false },
  },
  {
    without: "a last look at what people say",
    breaks: ["notes"],
    wiring: { ...asBuilt, handOver: (real) => ({ ...real, lastLook: nothing }) },
  },
  {
    without: "a fact before words are handed over",
    breaks: ["notes"],
    wiring: {
      ...asBuilt,
      talkBench: (bench) => ({
        ...bench,
        record: async (fact) => (fact.type === "words.given" ? undefined : bench.record(fact)),
      }),
    },
  },
  {
    without: "keys of notes",
    breaks: ["notes"],
    wiring: dispatch(({ ledger }) => ({ ledger: { ...ledger, execute: forgetKeys(ledger) } })),
  },
  {
    without: "rest",
    breaks: ["idle"],
    wiring: dispatch(({ clock }) => {
      const poll = () => void clock.after(1000, poll);
      poll();
      return {};
    }),
  },
];

const nobody = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ab");

/** Says yes to a request, and writes nothing. */
function forgetActs({ execute, find }: LandingDeps["ledger"]): LandingDeps["ledger"]["execute"] {
  return async (id, commands) => {
    const commission = commands[0]?.do === "request-landing" ? await find(id) : undefined;
    return commission ? { ok: true, commission } : execute(id, commands);
  };
}

/** Says every note, also one that was said before. */
function forgetKeys({ execute }: DispatchDeps["ledger"]): DispatchDeps["ledger"]["execute"] {
  return (id, commands) =>
    execute(
      id,
      commands.map((command) => (command.do === "tell" ? { ...command, key: null } : command)),
    );
}

/** Says yes to a planned merge, and writes nothing. */
function forgetMerges({ execute, find }: DispatchDeps["ledger"]): DispatchDeps["ledger"]["execute"] {
  return async (id, commands) => {
    const commission = commands[0]?.do === "plan-merge" ? await find(id) : undefined;
    return commission ? { ok: true, commission } : execute(id, commands);
  };
}

/** Hears that every check passed. */
function deafTo(tail: ReturnType<DispatchDeps["journals"]["tail"]>): typeof tail.read {
  return async () =>
    (await tail.read()).map((fact) =>
      fact.type === "check.ran" ? { ...fact, run: { ...fact.run, exitCode: 0 } } : fact,
    );
}

async function nothing(): Promise<void> {}

function files(change: (handle: OpenFile, flags: string | number) => OpenFile): Wiring {
  const open = (real: FileSystem): FileSystem["open"] => {
    return async (path, flags, mode) => change(await real.open(path, flags, mode), flags);
  };
  return { ...asBuilt, files: (real) => ({ ...real, open: open(real) }) };
}

function disk(change: (real: Disk, machine: Machine) => Partial<Disk>): Wiring {
  return { ...asBuilt, disk: (real, machine) => ({ ...real, ...change(real, machine) }) };
}

function dispatch(change: (real: DispatchDeps) => Partial<DispatchDeps>): Wiring {
  return { ...asBuilt, dispatch: (real) => ({ ...real, ...change(real) }) };
}

function landing(change: (real: LandingDeps) => Partial<LandingDeps>): Wiring {
  return { ...asBuilt, landing: (real) => ({ ...real, ...change(real) }) };
}

/** Says yes to a cancel, and writes nothing. */
function forgetCancels({ execute, find }: DispatchDeps["ledger"]): DispatchDeps["ledger"]["execute"] {
  return async (id, commands) => {
    const [command] = commands;
    const commission = command?.do === "cancel" ? await find(id) : undefined;
    if (command?.do !== "cancel" || !commission) return execute(id, commands);
    const { by, reason } = command;
    return {
      ok: true,
      commission: { ...commission, record: { ...commission.record, cancel: { by, reason } } },
    };
  };
}
