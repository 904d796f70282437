// Puts a package into the home: copied whole into a draft, its dependencies installed there without running a script,
// synced, and then renamed. Whoever looks sees the old one or the new one.
import { copyFile, mkdir, open, readdir, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { HomeLayout } from "../contract/home-layout.ts";
import type { PackageName } from "../contract/ids.ts";
import { Fault, type Refusal, refuse } from "../contract/problem.ts";
import type { Disk } from "../host/disk.ts";
import { runtimeFlags } from "../host/handoff.ts";
import { contentHash } from "../roster/content-hash.ts";
import { listPackageFiles, type PackageFile } from "../roster/package-files.ts";
import { readPackage } from "../roster/read-package.ts";
import { faultText } from "../rules/shape-faults.ts";
import { dependencyProblem } from "./dependencies.ts";
import type { RunProgram } from "./programs.ts";
import { draftOf, putInPlace, type Shelf } from "./shelf.ts";

export interface InstallDeps {
  disk: Disk;
  home: HomeLayout;
  run: RunProgram;
  /** The Bun that came with the hall. */
  runtime: string;
  newKey(): string;
}

export interface InstallOrder {
  name: PackageName;
  /** Where it is copied from. */
  directory: string;
  from: string;
  dependencies: Readonly<Record<string, string>>;
  addedAt: string;
}

export interface Installed {
  ok: true;
  directory: string;
  /** Where the one before it went. */
  movedTo: string | null;
}

export async function installPackage(
  deps: InstallDeps,
  { shelf, order }: { shelf: Shelf; order: InstallOrder },
): Promise<Installed | Refusal> {
  const found = await listPackageFiles(order.directory);
  if (!found.ok) return refuse("bad_package", `${order.from} is refused: ${found.reason}`);
  const problem = dependencyProblem(order.dependencies);
  if (problem !== null) return refuse("bad_package", `${order.from} is refused: ${problem}`);
  const draft = draftOf(deps, order.name);
  try {
    await copyFiles({ from: order.directory, to: draft, files: found.files });
    if (Object.keys(order.dependencies).length > 0) await installDependencies(deps, { draft, order });
    const read = await readPackage(draft);
    if (!read.ok)
      return refuse(
        "bad_package",
        [`${order.from} is refused: its copy is not sound.`, ...read.faults.map(faultText)].join("\n"),
      );
    const hash = await contentHash(draft);
    await syncTree(draft);
    const { movedTo } = await putInPlace(deps, { name: order.name, draft });
    const directory = `${deps.home.packages}/${order.name}`;
    const { from, addedAt } = order;
    await shelf.remember(order.name, { from, addedAt, hash, linked: false });
    return { ok: true, directory, movedTo };
  } finally {
    await deps.disk.removeTree(draft);
  }
}

interface Copy {
  from: string;
  to: string;
  files: readonly PackageFile[];
}

async function copyFiles({ from, to, files }: Copy): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const { path, link, executable } of files) {
    const target = `${to}/${path}`;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (link !== null) await symlink(link, target);
    else {
      await copyFile(`${from}/${path}`, target);
      await setMode(target, executable ? 0o700 : 0o600);
    }
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}

async function installDependencies(
  { run, runtime }: InstallDeps,
  { draft, order }: { draft: string; order: InstallOrder },
): Promise<void> {
  const options = ["--production", "--ignore-scripts", "--no-save", "--no-progress"];
  const args = [...runtimeFlags, "install", ...options];
  const ended = await run({ file: runtime, args, cwd: draft });
  if (!ended.ok)
    throw new Fault("install", `The dependencies of ${order.name} cannot be installed: ${ended.said}`);
}

async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(`${path}/${entry.name}`);
    else if (entry.isFile()) await syncOne(`${path}/${entry.name}`);
  }
  await syncOne(path);
}

async function syncOne(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
