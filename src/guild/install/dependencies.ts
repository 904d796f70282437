// Handles the dependencies of added code: reads them from its package.json, checks that they can be installed
// from a copy of the code, and installs them without running their scripts.
import { posix } from "node:path";
import { z } from "zod";
import { Fault } from "../../contract/api/problem.ts";
import { runtimeFlags } from "../../host/processes/handoff.ts";
import { readInside } from "../../host/files/look-inside.ts";
import type { RunProgram } from "./programs.ts";

export type CodeDependencies = Readonly<Record<string, string>>;

const named = z.record(z.string(), z.string()).catch({});
const packageFile = z.object({
  dependencies: named,
  optionalDependencies: named,
  peerDependencies: named,
});

const maxBytes = 1024 * 1024;

/**
 * Returns all dependencies that an installation fetches, which excludes development dependencies. Throws if
 * package.json cannot be read.
 */
export async function readDependencies(directory: string): Promise<CodeDependencies> {
  const text = await readInside(directory, { path: "package.json", maxBytes });
  if (!text.ok) throw new Error(text.reason);
  const file = packageFile.parse(JSON.parse(text.value));
  return { ...file.peerDependencies, ...file.optionalDependencies, ...file.dependencies };
}

/**
 * Returns a sentence about the first dependency that must not or cannot be installed, such as one outside the package.
 * `null` if there is none.
 */
export function dependencyProblem(dependencies: CodeDependencies): string | null {
  // A stranger could publish a package of this name, and added code needs nothing from it at run time.
  if (Object.hasOwn(dependencies, "guild-hall"))
    return `guild-hall comes from the hall, so a package does not fetch it. Name it under devDependencies, for its types.`;
  for (const [name, wanted] of Object.entries(dependencies)) {
    const path =
      /^(?:file|link|portal):(.*)$/.exec(wanted)?.[1] ?? (/^[./~]/.test(wanted) ? wanted : undefined);
    if (/^(workspace|catalog):/.test(wanted))
      return `dependencies.${name}: "${wanted}" works only inside its own repository. Name a version.`;
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
  /** The Bun binary that came with the hall. */
  runtime: string;
}

/**
 * Installs the dependencies of the code in `directory` into its node_modules. `whose` names the code in the error
 * message.
 */
export async function fetchDependencies(
  { run, runtime }: FetchDeps,
  { directory, whose }: { directory: string; whose: string },
): Promise<void> {
  const options = ["--production", "--ignore-scripts", "--no-save", "--no-progress"];
  const ended = await run({ file: runtime, args: [...runtimeFlags, "install", ...options], cwd: directory });
  if (!ended.ok)
    throw new Fault("install", `The dependencies of ${whose} cannot be installed: ${ended.said}`);
}
