// Opens a stage (a throwaway hall with sample work) for measuring: many stored commissions, none of them running.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemDisk } from "../../src/host/files/disk.ts";
import { type StageHall, startHall } from "./stage-hall.ts";
import { layMany } from "./stage-past.ts";

export interface ManyStage {
  hall: StageHall;
  close(): Promise<void>;
}

const longestLedger = 20_000;

export interface Many {
  count: number;
  /** The length of the longest ledger, in lines. */
  events?: number;
  port?: number;
}

export async function openMany({ count, events = longestLedger, port = 0 }: Many): Promise<ManyStage> {
  const home = mkdtempSync(join(tmpdir(), "guild-hall-stage-"));
  try {
    await layMany(home, { count, events });
    const hall = await startHall({ home, port, model: {} });
    const close = async () => {
      await hall.stop();
      await systemDisk.removeTree(home);
    };
    return { hall, close };
  } catch (error) {
    await systemDisk.removeTree(home);
    throw error;
  }
}
