// Whether what somebody's code depends on is there already, among what came with the hall.
import { basename, dirname } from "node:path";
import { z } from "zod";
import { openRegular } from "../../host/files/inside.ts";
import type { Dependencies } from "./dependencies.ts";

/** Where a program in this directory finds its packages, nearest first. */
export function moduleDirectories(root: string): string[] {
  const above = dirname(root);
  const here = basename(root) === "node_modules" ? root : `${root}/node_modules`;
  return above === root ? [here] : [here, ...moduleDirectories(above)];
}

/** The first of the directories that has all of them, each in exactly the version that is asked for. */
export async function findModules(
  directories: readonly string[],
  dependencies: Dependencies,
): Promise<string | undefined> {
  for (const directory of directories) if (await hasAll(directory, dependencies)) return directory;
  return undefined;
}

export async function hasAll(directory: string, dependencies: Dependencies): Promise<boolean> {
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
    return undefined; // whatever is wrong with it, it cannot be used
  }
}

const maxBytes = 1024 * 1024;

/** It may lie behind a link of somebody's choice, to a pipe that nobody writes to. */
async function readSmall(directory: string): Promise<string> {
  const file = await openRegular({ handle: null, path: directory }, "package.json");
  try {
    if ((await file.stat()).size > maxBytes) throw new Error("it is too large");
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
