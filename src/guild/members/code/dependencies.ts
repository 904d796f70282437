// Provides a guild member's node_modules: a symlink to the hall's packages if these include everything that the member
// needs, else an installation.
import { lstat, symlink } from "node:fs/promises";
import type { MemberName } from "../../../contract/member/member.ts";
import { Fault } from "../../../contract/api/problem.ts";
import { type Disk, codeOf } from "../../../host/files/disk.ts";
import { unlessMissing } from "../../../host/files/missing.ts";
import { copyCode, syncTree } from "../../install/copy-code.ts";
import {
  type CodeDependencies,
  dependencyProblem,
  fetchDependencies,
  type FetchDeps,
  readDependencies,
} from "../../install/dependencies.ts";
import { listCodeFiles } from "../../install/code-files.ts";
import { draftIn } from "../../install/locked-place.ts";
import { memberData } from "./member-code.ts";
import { findModules, hasAll } from "../../install/modules.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";
import type { HomeLayout } from "../../../contract/home/home-layout.ts";

export interface ModulesDeps extends FetchDeps {
  disk: Disk;
  home: HomeLayout;
  newKey(): string;
  /** The node_modules directories of the hall, nearest first. */
  modules: readonly string[];
}

export interface ModulesOrder {
  name: MemberName;
  /** The directory of the member's code. */
  directory: string;
  /** True if package.json may have changed since the dependencies were installed. */
  isNew: boolean;
}

/**
 * Tells whether node_modules is usable, or not needed because the member has no dependencies. A real
 * directory is accepted as it is. A symlink is checked, because it may be broken, or lead to a hall that now
 * has other packages.
 */
export async function areModulesThere(directory: string): Promise<boolean> {
  const dependencies = await dependenciesOf(directory);
  if (Object.keys(dependencies).length === 0) return true;
  const there = await lookAt(directory);
  return there === "directory" || (there === "link" && (await hasAll(modulesOf(directory), dependencies)));
}

export async function provideModules(deps: ModulesDeps, order: ModulesOrder): Promise<void> {
  const { directory, isNew } = order;
  if (!isNew && (await areModulesThere(directory))) return;
  const dependencies = await dependenciesOf(directory);
  if (Object.keys(dependencies).length === 0) return;
  const target = await findModules(deps.modules, dependencies);
  const draft = draftIn(deps.home.guildMembers, { name: order.name, newKey: deps.newKey });
  try {
    const made = target === undefined ? await install(deps, { ...order, draft, dependencies }) : draft;
    if (target !== undefined) await symlink(target, draft);
    await putInPlace(deps, { made, at: modulesOf(directory), away: `${draft}.draft` });
  } finally {
    await deps.disk.removeTree(draft);
    await deps.disk.removeTree(`${draft}.draft`);
  }
}

async function install(
  deps: ModulesDeps,
  { name, directory, draft, dependencies }: ModulesOrder & { draft: string; dependencies: CodeDependencies },
): Promise<string> {
  const problem = dependencyProblem(dependencies);
  if (problem !== null)
    throw new Fault("install", `The member ${name} cannot be given what it needs: ${problem}`);
  const found = await listCodeFiles(directory, memberData);
  if (!found.ok)
    throw new Fault("install", `The member ${name} cannot be given what it needs: ${found.reason}`);
  await copyCode({ from: directory, to: draft, files: found.files });
  await fetchDependencies(deps, { directory: draft, whose: `the member ${name}` });
  await syncTree(modulesOf(draft));
  return modulesOf(draft);
}

/**
 * Puts the new node_modules into place. Moves an old directory away first, because a directory cannot be renamed over
 * another.
 */
async function putInPlace(
  { disk }: ModulesDeps,
  { made, at, away }: { made: string; at: string; away: string },
): Promise<void> {
  const there = await lstat(at).catch(unlessMissing);
  if (there?.isDirectory()) await disk.move(at, away);
  else if (there) await disk.removeTree(at);
  await disk.move(made, at);
}

async function lookAt(directory: string): Promise<"none" | "directory" | "link"> {
  const there = await lstat(modulesOf(directory)).catch(unlessMissing);
  if (there === undefined) return "none";
  return there.isSymbolicLink() ? "link" : "directory";
}

const modulesOf = (directory: string) => `${directory}/node_modules`;

/**
 * Returns the dependencies that package.json names; empty if there is no package.json, because a member need
 * not be an npm package.
 */
export async function dependenciesOf(directory: string): Promise<CodeDependencies> {
  const file = `${directory}/package.json`;
  const missing = await lstat(file).then(() => false, isMissing);
  if (missing) return {};
  try {
    return await readDependencies(directory);
  } catch (error) {
    throw new Fault("install", `${file} cannot be read as JSON: ${thrownText(error)}.`, { cause: error });
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}
