// What somebody's code brings along: what its package.json names, whether that can be fetched from where it then lies, and
// fetching it, without running a script.
import { posix } from "node:path";
import { z } from "zod";
import { Fault } from "../../contract/api/problem.ts";
import { runtimeFlags } from "../../host/processes/handoff.ts";
import { readInside } from "../../host/files/look-inside.ts";
import type { RunProgram } from "./programs.ts";

export type Dependencies = Readonly<Record<string, string>>;

const named = z.record(z.string(), z.string()).catch({});
const packageFile = z.object({
  dependencies: named,
  optionalDependencies: named,
  peerDependencies: named,
});

const maxBytes = 1024 * 1024;

/** All that an installation fetches. Those for development are the author's alone. Throws where it cannot be read. */
export async function readDependencies(directory: string): Promise<Dependencies> {
  const text = await readInside(directory, { path: "package.json", maxBytes });
  if (!text.ok) throw new Error(text.reason);
  const file = packageFile.parse(JSON.parse(text.value));
  return { ...file.peerDependencies, ...file.optionalDependencies, ...file.dependencies };
}

/** A sentence on a dependency that is neither in the package nor in a registry, or null. */
export function dependencyProblem(dependencies: Dependencies): string | null {
  // A stranger could have taken the name. Nothing of it is needed at run time.
  if (Object.hasOwn(dependencies, "guild-hall"))
    return `guild-hall is handed to a package, never fetched by it. Name it under devDependencies, for its types.`;
  for (const [name, wanted] of Object.entries(dependencies)) {
    const path =
      /^(?:file|link|portal):(.*)$/.exec(wanted)?.[1] ?? (/^[./~]/.test(wanted) ? wanted : undefined);
    if (/^(workspace|catalog):/.test(wanted))
      return `dependencies.${name}: "${wanted}" means nothing outside its own repository. Name a version.`;
    if (path !== undefined && leadsOut(path))
      return `dependencies.${name}: "${wanted}" leads out of the package. Put it inside, or name a version.`;
  }
  return null;
}

function leadsOut(path: string): boolean {
  const normal = posix.normalize(path);
  return posix.isAbsolute(normal) || normal === ".." || normal.startsWith("../") || path.startsWith("~");
}

export interface FetchDeps {
  run: RunProgram;
  /** The Bun that came with the hall. */
  runtime: string;
}

/** Into its node_modules. */
export async function fetchDependencies(
  { run, runtime }: FetchDeps,
  { directory, whose }: { directory: string; whose: string },
): Promise<void> {
  const options = ["--production", "--ignore-scripts", "--no-save", "--no-progress"];
  const ended = await run({ file: runtime, args: [...runtimeFlags, "install", ...options], cwd: directory });
  if (!ended.ok)
    throw new Fault("install", `The dependencies of ${whose} cannot be installed: ${ended.said}`);
}
