// Wires the doctor of a running hall, which checks the hall's own state and the machine.
import { createFirstSuccess } from "../../base/async/first-success.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import type { Finding } from "../../contract/api/doctor.ts";
import { hallRecord } from "../../contract/home/hall-record.ts";
import type { MemberList } from "../../contract/member/members.ts";
import type { ConfigHere } from "../doctor/check-config.ts";
import type { MembersHere } from "../doctor/check-members.ts";
import { createDoctor, type Doctor } from "../doctor/doctor.ts";
import { fail, ok } from "../doctor/finding.ts";
import { plainEnvironment } from "../../host/program.ts";
import { tryToWrite } from "../../host/files/try-to-write.ts";
import { machine } from "../../host/runtime.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { Members } from "../../guild/members/members.ts";
import { withChanges } from "../../guild/roster/changes.ts";
import type { FreshRoster } from "../../guild/roster/fresh.ts";
import { findLimitsHere } from "../../workbench/sandbox/limits-here.ts";
import type { Inspection } from "../upkeep/inspection.ts";
import type { HallOptions, HallParts } from "./parts.ts";

export interface DoctorNeeds {
  config: HeldConfig;
  members: Pick<Members, "list">;
  roster: Pick<FreshRoster, "look">;
  ledger: Pick<Ledger, "problems">;
  inspection: Pick<Inspection, "hurry">;
  /** Returns the address of the hall. */
  url(): string;
}

/** How long one check may take. It is short, because a person waits for the answer. */
const patienceMs = 1500;
/** How long the check of the ledgers reads them: most of the time of one check. */
const inspectMs = 1000;

export function wireDoctor(parts: HallParts, options: HallOptions, needs: DoctorNeeds): Doctor {
  const { PATH: searchPath = "", HOME: personHome } = plainEnvironment();
  const { home, handoff } = options;
  // The test of the limits moves this process into a control group and back, so it runs no more once it has succeeded.
  const limits = createFirstSuccess(() => findLimitsHere(parts.probe, machine.isRoot));
  return createDoctor({
    asker: "hall",
    home,
    personHome,
    handoff,
    clock: parts.clock,
    searchPath,
    temporary: machine.temporary,
    tryToWrite,
    patienceMs,
    probe: async () => parts.probe,
    limits,
    config: async () => configNow(needs.config),
    packages: async () => withChanges({ disk: parts.disk, home }, await needs.roster.look()),
    ledgers: async () => ({
      ...(await needs.inspection.hurry(inspectMs)),
      damaged: needs.ledger.problems,
    }),
    members: async () => membersNow(await needs.members.list()),
    hall: () => checkItself(parts, options, needs.url()),
  });
}

function configNow(config: HeldConfig): ConfigHere {
  const { file, problems, ...inForce } = config.show();
  return { file, inForce, problems, troubles: config.problems() };
}

function membersNow({ members, problems }: MemberList): MembersHere {
  const failing = members.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]));
  return { found: members.length, passedOver: problems, failing };
}

/** Checks whether commands find this hall, which depends on a file. The hall itself runs, or this code would not. */
async function checkItself(
  { disk, pid }: HallParts,
  { home, version }: HallOptions,
  url: string,
): Promise<Finding> {
  const about = `${url}, process ${pid}, release ${version}`;
  const text = await disk.readText(home.hallRecord);
  if (text !== undefined && isRecordOf(text, { url, pid })) return ok("hall", about);
  return fail("hall", {
    detail: `${about}; but ${home.hallRecord} ${text === undefined ? "is gone" : "names another"}: no command finds this hall`,
    advice: `End process ${pid} (kill ${pid}); work continues, and \`guild-hall up\` takes it over again.`,
  });
}

function isRecordOf(text: string, own: { url: string; pid: number }): boolean {
  try {
    const { url, pid } = hallRecord.parse(JSON.parse(text));
    return url === own.url && pid === own.pid;
  } catch {
    return false;
  }
}
