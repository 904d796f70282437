// Puts a package into the home: copies it into a draft (a directory with a temporary name), installs its dependencies
// without running scripts, flushes it to the disk and renames it. Other processes see either the old package or the new
// one.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { PackageName } from "../../contract/home/ids.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { contentHash } from "../install/content-hash.ts";
import { listCodeFiles } from "../install/code-files.ts";
import { readPackage } from "../roster/read-package.ts";
import { faultText } from "../../base/text/shape-faults.ts";
import { copyCode, syncTree } from "../install/copy-code.ts";
import { dependencyProblem, fetchDependencies } from "../install/dependencies.ts";
import type { RunProgram } from "../install/programs.ts";
import { draftOf, putInPlace, type HomePackages } from "./home-packages.ts";

export interface InstallDeps {
  disk: Disk;
  home: HomeLayout;
  run: RunProgram;
  /** The Bun binary that came with the hall. */
  runtime: string;
  newKey(): string;
}

export interface InstallOrder {
  name: PackageName;
  /** The directory from which the package is copied. */
  directory: string;
  from: string;
  dependencies: Readonly<Record<string, string>>;
  addedAt: string;
}

export interface Installed {
  ok: true;
  directory: string;
  /** The previous package's path in the trash. `null` if no directory was replaced. */
  movedTo: string | null;
}

export async function installPackage(
  deps: InstallDeps,
  { packages, order }: { packages: HomePackages; order: InstallOrder },
): Promise<Installed | Refusal> {
  const found = await listCodeFiles(order.directory);
  if (!found.ok) return refuse("bad_package", `${order.from} is refused: ${found.reason}`);
  const problem = dependencyProblem(order.dependencies);
  if (problem !== null) return refuse("bad_package", `${order.from} is refused: ${problem}`);
  const draft = draftOf(deps, order.name);
  try {
    await copyCode({ from: order.directory, to: draft, files: found.files });
    if (Object.keys(order.dependencies).length > 0)
      await fetchDependencies(deps, { directory: draft, whose: order.name });
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
    await packages.remember(order.name, { from, addedAt, hash, linked: false });
    return { ok: true, directory, movedTo };
  } finally {
    await deps.disk.removeTree(draft);
  }
}
