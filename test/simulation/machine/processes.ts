// Simulated processes. A dead one never runs again: whatever it waited for is dropped, and of what it had asked the
// kernel for just then, each act has happened or has not. Pids are few, so that they come again.
import type { Processes } from "../../../src/host/processes/processes.ts";
import type { ProcessIdentity } from "../../../src/host/processes/processes.ts";
import type { Machine } from "./machine.ts";
import type { Owner } from "./scheduler.ts";

export interface Process extends Owner {
  pid: number;
  startTime: string;
  /** By the monotonic clock. */
  startedAt: number;
  /** What it is doing for whom, for the checks: a workbench's commission and number. */
  bench: { id: string; number: number } | null;
  stopping: AbortController;
  /** Does not hear a polite end. */
  deaf: boolean;
  /** Told once it has ended. */
  watchers: (() => void)[];
}

const pids = 60;

export function startProcess(machine: Machine, order: Pick<Process, "name" | "bench" | "deaf">): Process {
  let pid = machine.random.between(2, pids);
  while (machine.processes.has(pid)) pid = 2 + ((pid - 1) % pids);
  machine.starts += 1;
  const process: Process = {
    ...order,
    name: `${order.name}@${pid}`,
    pid,
    startTime: `s${machine.starts}`,
    startedAt: machine.scheduler.monotonic(),
    alive: true,
    stopping: new AbortController(),
    watchers: [],
  };
  machine.processes.set(pid, process);
  return process;
}

export function endProcess(machine: Machine, process: Process, why: string): void {
  if (!process.alive) return;
  process.alive = false;
  machine.trace.say(`${process.name} ends: ${why}`);
  machine.processes.delete(process.pid);
  for (const [file, holder] of machine.locks) if (holder === process) machine.locks.delete(file);
  machine.scheduler.forget(process);
  machine.onlooker.ended(process, why);
  for (const tell of process.watchers) tell();
}

/** Resolves for `waiter`, a little later, when the process has ended. */
export function whenEnded(machine: Machine, waiter: Process, process: Process): Promise<void> {
  return new Promise((resolve) => {
    const tell = () =>
      void machine.scheduler.add({
        owner: waiter,
        afterMs: machine.random.between(0, 30),
        what: `hears that ${process.name} has ended`,
        run: resolve,
      });
    if (process.alive) process.watchers.push(tell);
    else tell();
  });
}

export function identityOf(machine: Machine, { pid, startTime }: Process): ProcessIdentity {
  return { pid, startTime, bootId: `boot-${machine.boot}` };
}

export function processesFor(machine: Machine, self: Process): Processes {
  const found = (identity: ProcessIdentity): Process | undefined => {
    const process = machine.processes.get(identity.pid);
    return process?.startTime === identity.startTime && identity.bootId === `boot-${machine.boot}`
      ? process
      : undefined;
  };
  const send = (identity: ProcessIdentity, signal: NodeJS.Signals): boolean => {
    const whom = found(identity);
    if (!whom) return false;
    deliver(machine, { self, whom, signal: signal === "SIGKILL" ? "SIGKILL" : "SIGTERM" });
    return true;
  };
  return {
    identify: (pid) => {
      const process = machine.processes.get(pid);
      return process && identityOf(machine, process);
    },
    isAlive: (identity) => found(identity) !== undefined,
    signal: send,
    signalGroup: send,
  };
}

interface Delivery {
  self: Process;
  whom: Process;
  signal: "SIGTERM" | "SIGKILL";
}

function deliver(machine: Machine, { self, whom, signal }: Delivery): void {
  machine.onlooker.signalled(self, whom, signal);
  machine.scheduler.add({
    owner: whom,
    afterMs: machine.random.next() * 5,
    what: `gets ${signal}`,
    run: () => {
      if (signal === "SIGKILL") endProcess(machine, whom, "SIGKILL");
      else if (!whom.deaf) whom.stopping.abort();
    },
  });
}
