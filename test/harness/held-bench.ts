// A workbench that is only a lock and a journal. The hall treats it as a workbench at work, and copies what the test
// writes to the journal into the ledger.
import { type Fact, fact, type FactBody } from "../../src/contract/commission/facts.ts";
import { commissionLayout, type HomeLayout } from "../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { systemLocks } from "../../src/host/processes/locks.ts";
import { sendNudge } from "../../src/host/network/nudge.ts";
import { startJournal } from "../../src/store/ledger/journal.ts";
import { begun } from "./ledger/ended-work.ts";

export interface HeldBench {
  say(...facts: FactBody[]): Promise<void>;
  /** Releases the lock, as the kernel does when a workbench's process ends. */
  leave(): void;
}

/** Holds the workbench of a commission. The commission's ledger must have the events of its start and no others. */
export async function holdBench(home: HomeLayout, id: CommissionId): Promise<HeldBench> {
  const layout = commissionLayout(home, id);
  let lock = systemLocks.tryLock(layout.benchLock);
  if (!lock) throw new Error(`The lock of ${id} is held.`);
  const place = { path: layout.journal(1), blobs: layout.blobs, schema: fact };
  const deps = { disk: systemDisk, clock: systemClock };
  const journal = startJournal<FactBody, Fact>(deps, place);
  await journal.append(begun);
  return {
    say: async (...facts) => {
      await journal.append(facts);
      sendNudge(home.nudgeSocket, id);
    },
    leave: () => {
      lock?.release();
      lock = null;
      sendNudge(home.nudgeSocket, id);
    },
  };
}
