// Finds the file to run for one of our programs: the bundle with bytecode that `npm ci` built, or else the sources. A
// bundle is used only if this version of Bun built it and the sources have not changed since.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const programs = ["hall", "workbench"] as const;
export type BuiltProgram = (typeof programs)[number];

/**
 * The file beside the bundles that says what they were built from. It is written last, when the bundles are complete.
 */
export const builtNote = "built.json";
const built = z.object({ bun: z.string(), sources: z.string() });

export function programFile(root: string, name: BuiltProgram): string {
  const bundle = join(root, "dist", name, "main.js");
  return existsSync(bundle) && isCurrent(root) ? bundle : join(root, "src", name, "main.ts");
}

/**
 * Returns the file of another of our programs: its bundle if the running program is a bundle, otherwise its
 * source.
 */
export function programBeside(running: string, root: string, name: BuiltProgram): string {
  const bundle = join(root, "dist", name, "main.js");
  const isBundled = programs.some((own) => running === join(root, "dist", own, "main.js"));
  return isBundled && existsSync(bundle) ? bundle : join(root, "src", name, "main.ts");
}

/**
 * Returns false if another version of Bun built the bundles, or if a source was added, removed, resized or
 * written since the build began. Also returns false if anything cannot be read.
 */
function isCurrent(root: string): boolean {
  try {
    const path = join(root, "dist", builtNote);
    const note = built.parse(JSON.parse(readFileSync(path, "utf8")));
    if (note.bun !== Bun.version) return false;
    const { hash, newestMs } = sourcesNow(root);
    return hash === note.sources && newestMs <= statSync(path).mtimeMs;
  } catch {
    return false;
  }
}

export interface Sources {
  /** A hash of the paths and sizes of all source files. */
  hash: string;
  newestMs: number;
}

/**
 * Returns the state of the sources. `newestMs` also covers npm's last change of the packages, because the
 * bundles contain them. Reads no file's content.
 */
export function sourcesNow(root: string): Sources {
  const hash = createHash("sha256");
  let newestMs = statSync(join(root, npmRecord), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const path of filesBelow(root, "src")) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size}\n`);
    newestMs = Math.max(newestMs, mtimeMs);
  }
  return { hash: hash.digest("hex"), newestMs };
}

/** npm writes this file at the end of each change of the packages. A hall that is installed as a package has none. */
const npmRecord = "node_modules/.package-lock.json";

function filesBelow(root: string, directory: string): string[] {
  return readdirSync(join(root, directory), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${directory}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}
