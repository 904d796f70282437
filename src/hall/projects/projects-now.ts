// Reads what is known about projects without their repositories: their current settings and their live commissions.
import type { HeldConfig } from "../../store/config/hold.ts";
import { findProject, type ProjectSettings } from "../../contract/home/config.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { LandedState } from "../../contract/commission/landing.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { HallBases } from "./bases.ts";
import type { HallSetUps } from "./set-ups.ts";
import type { TreesDeps } from "../../git/trees.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import type { Trees } from "../../rules/project/trees.ts";

export interface ProjectOperationsDeps {
  git: TreesDeps;
  /** Runs one task at a time on the branches of a project. */
  inTurn: Trees["inTurn"];
  config: Pick<HeldConfig, "now" | "change">;
  ledger: Pick<Ledger, "live" | "summaries">;
  bases: Pick<HallBases, "state" | "checkAgain">;
  setUps: Pick<HallSetUps, "show" | "approve">;
  /** The person's home directory, for a path that begins with `~`; `undefined` if it is not known. */
  personHome: string | undefined;
  /** Examines again the commissions that wait for something on a branch. */
  reconsider(): void;
  /** Called when a project was added or removed, or its branches were moved. */
  changed(): void;
}

export function settingsOf(
  { config }: ProjectOperationsDeps,
  name: ProjectName,
): ProjectSettings | undefined {
  return findProject(config.now().projects, name);
}

export function liveOf({ ledger }: ProjectOperationsDeps, name: ProjectName): CommissionId[] {
  return ledger
    .live()
    .map(({ record }) => record.request)
    .filter(({ project }) => project === name)
    .map(({ id }) => id)
    .toSorted();
}

/** Returns the commissions of the project whose finished work is being merged or undone. */
export function actedOn({ ledger }: ProjectOperationsDeps, name: ProjectName): CommissionId[] {
  return [...ledger.summaries()]
    .filter(({ project, landing }) => project === name && isUnderWay(landing?.state))
    .map(({ id }) => id);
}

function isUnderWay(state: LandedState | undefined): boolean {
  return state === "accepting" || state === "undoing";
}

export function noProject(name: ProjectName): Refusal {
  return refuse(
    "not_found",
    `There is no project "${name}".`,
    'Run "guild-hall project list" to see which there are.',
  );
}
