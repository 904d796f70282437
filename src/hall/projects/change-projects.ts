// Adds and removes projects. The repository is changed first and config.yaml last, so that an interrupted change can be
// repeated.
import type { ConfigChange } from "../../store/config/edit.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import { memoryScope } from "../../contract/memory/memory.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import type { ProjectAdded, ProjectAddRequest, ProjectRemoved } from "../../contract/project/project.ts";
import { defaultIntegration } from "../../contract/project/tree.ts";
import { applyAdd } from "../../git/projects/add-project.ts";
import { type AddPlan, planAdd } from "../../git/projects/plan-add.ts";
import { applyRemove, planRemove } from "../../git/projects/remove-project.ts";
import { codeOf } from "../../host/files/disk.ts";
import { resolveTyped } from "../../rules/project/checkout-path.ts";
import { refuseChange } from "../operations/change-settings.ts";
import { givenSettings, type ProposeDeps, proposeFor, settingChanges } from "./propose-settings.ts";
import { actedOn, liveOf, noProject, type ProjectOperationsDeps, settingsOf } from "./projects-now.ts";

export async function addProject(
  deps: ProjectOperationsDeps & ProposeDeps,
  request: ProjectAddRequest,
): Promise<Outcome<ProjectAdded>> {
  const { dryRun, settings = {}, ...order } = request;
  const path = resolveTyped(order.path, { directory: "/", personHome: deps.personHome });
  if (path === null) return refuse("bad_project", noPersonHome(order.path));
  const plan = await planAdd(deps.git, { ...order, path });
  const given = givenSettings(deps, plan.name);
  const { writes, changes: proposed } = settingChanges(plan.name, { settings, given });
  const proposal = await proposeFor(deps, { files: plan.files, given: new Set([...given, ...writes]) });
  const added = { ...addedOf(deps, plan, dryRun), writes, proposal };
  const changes = [...entryChanges(deps, plan), ...proposed];
  const possible = await changeEntry(deps, changes, { dryRun: true });
  if (possible !== null || dryRun) return possible ?? done(added);
  await applyAdd(deps.git, plan);
  return (await changeEntry(deps, changes, { dryRun: false })) ?? done(added);
}

function noPersonHome(path: string): string {
  return `${path} begins with your home, and the hall was started without HOME. Give the whole path.`;
}

function addedOf(deps: ProjectOperationsDeps, plan: AddPlan, dryRun: boolean): ProjectAdded {
  const { repository: _, files: __, ...shown } = plan;
  const isNew = settingsOf(deps, plan.name)?.path === undefined;
  return { ...shown, dryRun, makes: [...plan.makes, ...(isNew ? (["entry"] as const) : [])] };
}

function entryChanges(
  deps: ProjectOperationsDeps,
  { name, path, branch, integration }: AddPlan,
): ConfigChange[] {
  const entry = `projects.${name}`;
  const before = settingsOf(deps, name)?.integration ?? defaultIntegration;
  return [
    { key: `${entry}.path`, value: path },
    { key: `${entry}.branch`, value: branch },
    ...(integration === before ? [] : [{ key: `${entry}.integration`, value: integration }]),
  ];
}

export async function removeProject(
  deps: ProjectOperationsDeps,
  { name, dryRun }: { name: ProjectName; dryRun: boolean },
): Promise<Outcome<ProjectRemoved>> {
  const settings = settingsOf(deps, name);
  if (!settings) return noProject(name);
  const live = liveOf(deps, name);
  if (live.length > 0) return refuse("wrong_state", liveText(name, live), waitText);
  const [acted] = actedOn(deps, name);
  if (acted !== undefined)
    return refuse(
      "wrong_state",
      `The work of ${acted} is being merged or undone.`,
      "Try again when that is done.",
    );
  const plan = await planRemove(deps.git, { name, integration: settings.integration });
  const gone = [plan.worktree?.workTree, plan.view].filter((path) => typeof path === "string");
  const memory = memoryScope.parse(`project:${name}`);
  const { branches, stays } = plan;
  const removed: ProjectRemoved = { dryRun, name, removed: gone, stays, branches, memory };
  const changes = [{ key: `projects.${name}`, value: undefined }];
  const possible = await changeEntry(deps, changes, { dryRun: true });
  if (possible !== null || dryRun) return possible ?? done(removed);
  await applyRemove(deps.git, plan);
  return (await changeEntry(deps, changes, { dryRun: false })) ?? done(removed);
}

/**
 * Changes the project's entry in config.yaml. Returns `null` if that succeeded, or would succeed if `dryRun` is set.
 */
async function changeEntry(
  { git, config }: ProjectOperationsDeps,
  changes: readonly ConfigChange[],
  { dryRun }: { dryRun: boolean },
): Promise<Refusal | null> {
  const changed = await config.change({ changes, dryRun });
  return changed.ok ? null : refuseChange(git.home.config, changed);
}

/** Turns a fault of the repository into a refusal, because the person has to resolve it and the hall has not failed. */
export async function orRefused<T>(work: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "project" && code !== "git") throw error;
    return refuse("bad_project", (error as Error).message);
  }
}

const waitText = 'Wait for them, or cancel them with "guild-hall cancel ID".';

function liveText(name: ProjectName, live: readonly CommissionId[]): string {
  const more = live.length > 5 ? `, and ${live.length - 5} more` : "";
  return `Commissions of project "${name}" have not ended: ${live.slice(0, 5).join(", ")}${more}.`;
}
