// The kernel's lock table: a lock is its holder's until it lets go or dies.
import type { Locks } from "../../../src/host/processes/locks.ts";
import { refuseWhenFaulty } from "./disk-faults.ts";
import type { Seat } from "./files.ts";
import { find, makeFile } from "./file-tree.ts";

export function locksFor({ machine, process }: Seat): Locks {
  return {
    tryLock: (path) => {
      const found = find(machine.tree, path);
      refuseWhenFaulty(machine, found ? "change" : "grow", path);
      const file = found ?? makeFile(machine.tree, path);
      if (machine.locks.has(file)) return null;
      machine.locks.set(file, process);
      return { release: () => void (machine.locks.get(file) === process && machine.locks.delete(file)) };
    },
    isHeld: (path) => {
      const file = find(machine.tree, path);
      return file !== undefined && machine.locks.has(file);
    },
  };
}
