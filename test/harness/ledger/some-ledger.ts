// Opens a ledger on a real disk, in a home of its own.
import { mkdirSync } from "node:fs";
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import { type HomeLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { commissionKind } from "../../../src/store/ledger/kinds/commission.ts";
import { type Ledger, openLedger } from "../../../src/store/ledger/ledger.ts";
import { someRequest } from "./histories.ts";
import { tempDir } from "../temp.ts";

export function someHome(): HomeLayout {
  const home = homeLayout(tempDir());
  for (const path of [home.run, home.logs, home.commissions, home.trash]) mkdirSync(path);
  return home;
}

export function openSomeLedger(
  home: HomeLayout,
  disk: Disk = systemDisk,
  noticed: (what: string) => void = () => undefined,
): Promise<Ledger> {
  const bestEffortFailed = (_what: string, error: unknown) => {
    if (disk === systemDisk) throw error;
  };
  return openLedger({ disk, clock: systemClock, home, bestEffortFailed, noticed }, commissionKind);
}

export function newRequest(changes: Partial<AcceptedRequest> = {}): AcceptedRequest {
  return { ...someRequest, id: commissionId.parse(newUuid()), ...changes };
}
