// Runs all checks, in the order a person reads them. A check that fails or takes too long becomes a finding too, and
// delays no other.
import type { DoctorReport, Finding } from "../../contract/api/doctor.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { within } from "../../base/async/time-limit.ts";
import type { Roster } from "../../guild/roster/discover.ts";
import { thrownText } from "../../base/text/thrown-text.ts";
import type { LimitsHere } from "../../workbench/sandbox/limits-here.ts";
import type { SandboxProbe } from "../../workbench/sandbox/probe.ts";
import { checkBrowser } from "./check-browser.ts";
import { checkConfig, type ConfigHere, configOf } from "./check-config.ts";
import { checkDisk, checkFormat, checkHome } from "./check-home.ts";
import { checkLedgers, type LedgersHere } from "./check-ledgers.ts";
import { checkMembers, type MembersHere } from "./check-members.ts";
import { type CredentialSource, checkModel } from "./check-model.ts";
import { checkNetwork } from "./check-network.ts";
import { checkPackages } from "./check-packages.ts";
import { checkBun, checkClaude, checkGit, checkNode, type CheckProgramDeps } from "./check-programs.ts";
import { checkLimits, checkSandbox } from "./check-sandbox.ts";
import { checkTemporary, type TemporaryDeps } from "./check-temporary.ts";
import { checkVersions } from "./check-versions.ts";
import { fail, warn } from "./finding.ts";

/** The caller (a hall or a command) describes its own state; the rest is checked on the machine. */
export interface DoctorDeps extends Omit<CheckProgramDeps, "limitMs">, TemporaryDeps {
  asker: CredentialSource;
  home: HomeLayout;
  personHome: string | undefined;
  handoff: Handoff;
  probe(): Promise<SandboxProbe>;
  limits(probe: SandboxProbe): Promise<LimitsHere>;
  config(): Promise<ConfigHere>;
  packages(): Promise<Roster>;
  members(): Promise<MembersHere>;
  ledgers(): Promise<LedgersHere>;
  hall(): Promise<Finding>;
  /** How long one check may take. */
  patienceMs: number;
}

export interface Doctor {
  /** Runs all checks. Concurrent callers share one run. */
  look(): Promise<DoctorReport>;
}

export function createDoctor(deps: DoctorDeps): Doctor {
  let looking: Promise<DoctorReport> | null = null;
  return {
    look: () => (looking ??= examine(deps).finally(() => (looking = null))),
  };
}

async function examine(deps: DoctorDeps): Promise<DoctorReport> {
  const checks = Object.entries(checksOf(deps));
  return { findings: await Promise.all(checks.map(([name, check]) => inTime(deps, { name, check }))) };
}

type Check = () => Promise<Finding> | Finding;

function checksOf(deps: DoctorDeps): Record<string, Check> {
  const { home, personHome, searchPath } = deps;
  // A program is killed a little after the check's own timeout, so that the finding says that the check took too long.
  const programs = { ...deps, limitMs: deps.patienceMs + 500 };
  const probing = once(deps.probe);
  const config = once(deps.config);
  const demand = async () => ({ probe: await probing(), hallHome: home.root, personHome });
  return {
    node: () => checkNode(programs),
    bun: checkBun,
    claude: () => checkClaude(programs),
    git: () => checkGit(programs),
    browser: () => checkBrowser(deps),
    sandbox: async () => checkSandbox(configOf(await config()).sandbox, await demand()),
    network: async () => checkNetwork(configOf(await config()), await probing()),
    versions: async () => {
      const { projects, sandbox } = configOf(await config());
      const own = { hallHome: home.root, personHome };
      const found = { probe: await probing(), readOnly: sandbox.readOnly, own, searchPath };
      return checkVersions({ ...programs, projects, programs: found });
    },
    limits: async () => checkLimits(await deps.limits(await probing())),
    model: () => checkModel(deps.handoff, deps.asker),
    home: () => checkHome(home),
    format: () => checkFormat(home),
    ledgers: async () => checkLedgers(await deps.ledgers()),
    config: async () => checkConfig(await config()),
    packages: async () => checkPackages(await deps.packages()),
    members: async () => checkMembers(await deps.members()),
    disk: async () => checkDisk(home, configOf(await config()).admission),
    tmpdir: () => checkTemporary(deps),
    hall: deps.hall,
  };
}

/** Runs `find` at most once, because several checks share the result. */
function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => (found ??= find());
}

async function inTime(
  { clock, patienceMs: ms }: DoctorDeps,
  { name, check }: { name: string; check: Check },
): Promise<Finding> {
  const { signal } = new AbortController();
  const done = await within({ clock, ms, signal }, (async () => check())());
  if (done.how === "came") return done.value;
  if (done.how === "broke")
    return fail(name, { detail: `could not be checked: ${thrownText(done.error)}`, advice: tryAgain });
  return warn(name, { detail: `could not be checked within ${ms / 1000} s`, advice: tryAgain });
}

const tryAgain = "Run it again. If it stays so, the machine is very busy, or a disk does not answer.";
