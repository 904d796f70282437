// `guild-hall doctor`: checks from this shell what a hall would find here. It needs no hall.
import { commissionLayout, homeLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import { commissionId } from "../../contract/home/ids.ts";
import type { DoctorReport } from "../../contract/api/doctor.ts";
import type { ConfigHere } from "../../hall/doctor/check-config.ts";
import type { LedgersHere } from "../../hall/doctor/check-ledgers.ts";
import type { MembersHere } from "../../hall/doctor/check-members.ts";
import { createDoctor } from "../../hall/doctor/doctor.ts";
import { stopwatch } from "../../host/clock.ts";
import { systemDisk } from "../../host/files/disk.ts";
import { installed } from "../../host/program.ts";
import { tryToWrite } from "../../host/files/try-to-write.ts";
import { machine } from "../../host/runtime.ts";
import { verifyEntry } from "../../store/ledger/as-written.ts";
import { commissionKind } from "../../store/ledger/kinds/commission.ts";
import { discoverMembers } from "../../guild/members/code/discover.ts";
import { withChanges } from "../../guild/roster/changes.ts";
import { discoverPackages, type Roster } from "../../guild/roster/discover.ts";
import { packagePlaces } from "../../guild/roster/places.ts";
import { findLimitsHere } from "../../workbench/sandbox/limits-here.ts";
import { probeHere } from "../../workbench/sandbox/probe-here.ts";
import type { Cli } from "../cli.ts";
import { checkHall } from "./check-hall.ts";
import { readWithoutHall } from "./config-file.ts";

/** The time limit of a check: a person is waiting for the report. */
const patienceMs = 15_000;

export function examine(cli: Cli): Promise<DoctorReport> {
  const { clock, handoff, temporary } = cli;
  const home = homeLayout(cli.home);
  const { PATH: searchPath = "", HOME: personHome } = cli.console.env;
  const env = { PATH: searchPath, HOME: "/nonexistent", LANG: "C.UTF-8" };
  const doctor = createDoctor({
    asker: "shell",
    home,
    personHome,
    handoff,
    clock,
    searchPath,
    temporary,
    tryToWrite,
    patienceMs,
    probe: () => probeHere({ platform: machine.platform, clock, env }),
    limits: (probe) => findLimitsHere(probe, machine.isRoot),
    config: () => configHere(home),
    packages: () => packagesHere(home),
    members: () => membersHere(home),
    ledgers: () => ledgersHere(cli, home),
    hall: () => checkHall(cli),
  });
  return doctor.look();
}

async function configHere(home: HomeLayout): Promise<ConfigHere> {
  const found = await readWithoutHall({ home: home.root });
  const inForce = "ok" in found ? null : found;
  return { file: home.config, inForce, problems: found.problems, troubles: [] };
}

/** How long ledgers are read. A person waits, so the newest commissions are read first, until the time is up. */
const readMs = 8000;

async function ledgersHere({ clock }: Cli, home: HomeLayout): Promise<LedgersHere> {
  const elapsed = stopwatch(clock);
  const ids = (await systemDisk.list(home.commissions)).flatMap(
    (name) => commissionId.safeParse(name).data ?? [],
  );
  const damaged: string[] = [];
  let read = 0;
  for (const id of ids.sort().reverse()) {
    if (elapsed() >= readMs) break;
    const wrong = await verifyEntry(commissionKind, systemDisk, commissionLayout(home, id));
    if (wrong !== null) damaged.push(wrong);
    read += 1;
  }
  return { total: ids.length, read, damaged };
}

async function packagesHere(home: HomeLayout): Promise<Roster> {
  const places = packagePlaces({ installed, home, more: [] });
  return withChanges({ disk: systemDisk, home }, await discoverPackages(places));
}

async function membersHere(home: HomeLayout): Promise<MembersHere> {
  const bundled = installed("guild-members");
  const { members, problems } = await discoverMembers({ disk: systemDisk, home, bundled });
  return { found: members.length, passedOver: problems, failing: [] };
}
