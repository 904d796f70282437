// `guild-hall doctor`: what a hall would find here, looked at from this shell. It needs no hall.
import { homeLayout, type HomeLayout } from "../../contract/home-layout.ts";
import type { DoctorReport } from "../../contract/doctor.ts";
import type { ConfigHere } from "../../doctor/check-config.ts";
import type { MembersHere } from "../../doctor/check-members.ts";
import { createDoctor } from "../../doctor/doctor.ts";
import { systemDisk } from "../../host/disk.ts";
import { installed } from "../../host/program.ts";
import { tryToWrite } from "../../host/try-to-write.ts";
import { machine } from "../../host/runtime.ts";
import { discoverMembers } from "../../members/discover.ts";
import { withChanges } from "../../roster/changes.ts";
import { discoverPackages, type Roster } from "../../roster/discover.ts";
import { packagePlaces } from "../../roster/places.ts";
import { findLimitsHere } from "../../sandbox/limits-here.ts";
import { probeHere } from "../../sandbox/probe-here.ts";
import type { Cli } from "../cli.ts";
import { checkHall } from "./check-hall.ts";
import { readWithoutHall } from "./config-file.ts";

/** Somebody waits for it, and wants to know. */
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
    hall: () => checkHall(cli),
  });
  return doctor.look();
}

async function configHere(home: HomeLayout): Promise<ConfigHere> {
  const found = await readWithoutHall({ home: home.root });
  const inForce = "ok" in found ? null : found;
  return { file: home.config, inForce, problems: found.problems, troubles: [] };
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
