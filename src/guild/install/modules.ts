// Finds out whether the hall's own node_modules already hold the dependencies of added code.
import { basename, dirname } from "node:path";
import { z } from "zod";
import { openRegular } from "../../host/files/inside.ts";
import type { CodeDependencies } from "./dependencies.ts";

/** Returns the directories in which a program at `root` finds its packages, nearest first. */
export function moduleDirectories(root: string): string[] {
  const above = dirname(root);
  const here = basename(root) === "node_modules" ? root : `${root}/node_modules`;
  return above === root ? [here] : [here, ...moduleDirectories(above)];
}

/**
 * Returns the first directory that has all dependencies in exactly the requested versions. `undefined` if there is
 * none.
 */
export async function findModules(
  directories: readonly string[],
  dependencies: CodeDependencies,
): Promise<string | undefined> {
  for (const directory of directories) if (await hasAll(directory, dependencies)) return directory;
  return undefined;
}

export async function hasAll(directory: string, dependencies: CodeDependencies): Promise<boolean> {
  for (const [name, wanted] of Object.entries(dependencies))
    if ((await versionIn(directory, name)) !== wanted) return false;
  return true;
}

const named = z.object({ version: z.string() });

async function versionIn(directory: string, name: string): Promise<string | undefined> {
  if (!/^(@[\w-][\w.-]*\/)?[\w-][\w.-]*$/.test(name)) return undefined;
  try {
    return named.parse(JSON.parse(await readSmall(`${directory}/${name}`))).version;
  } catch {
    return undefined; // whatever is wrong with the package, it cannot be used
  }
}

const maxBytes = 1024 * 1024;

/**
 * Reads package.json only if it is a regular file. The path may lead through a stranger's symlink, for example to a
 * pipe that would block for ever.
 */
async function readSmall(directory: string): Promise<string> {
  const file = await openRegular({ handle: null, path: directory }, "package.json");
  try {
    if ((await file.stat()).size > maxBytes) throw new Error("it is too large");
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
