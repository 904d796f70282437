// Carries out a planned release. The commit and the tag come last, after the tarball was tried. If a step before
// the tag fails, the files are restored.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleasePlan } from "./plan.ts";

export interface ReleaseDeps {
  root: string;
  /** An empty directory outside of the repository. The tarball stays in it. */
  outside: string;
  /** Runs a program to its end and returns what it printed; throws if it fails. */
  run(command: readonly string[], cwd: string): string;
  /** Arguments for `npm install`, such as `--offline`. */
  installFlags: readonly string[];
  tell(line: string): void;
}

/** Returns the path of the tarball. */
export function applyRelease(deps: ReleaseDeps, plan: ReleasePlan): string {
  const tarball = orPutBack(deps, plan, () => {
    writeFiles(deps, plan, "after");
    step(deps, ["npm", "run", "check"]);
    const packed = pack(deps);
    tryPacked(deps, { packed, version: plan.version });
    step(deps, ["git", "commit", "--quiet", "-m", `Release ${plan.version}`, "--", ...paths(plan)]);
    return packed;
  });
  step(deps, ["git", "tag", "-a", plan.tag, "-m", `Release ${plan.version}`]);
  return tarball;
}

function orPutBack(deps: ReleaseDeps, plan: ReleasePlan, release: () => string): string {
  try {
    return release();
  } catch (error) {
    writeFiles(deps, plan, "before");
    deps.tell(
      `The release failed. ${paths(plan).join(", ")} are as they were; there is no commit and no tag.`,
    );
    throw error;
  }
}

function paths({ files }: ReleasePlan): string[] {
  return files.map(({ path }) => path);
}

function writeFiles({ root }: ReleaseDeps, { files }: ReleasePlan, which: "before" | "after"): void {
  for (const file of files) writeFileSync(join(root, file.path), file[which]);
}

function step(deps: ReleaseDeps, command: readonly string[], cwd = deps.root): string {
  deps.tell(`$ ${command.join(" ")}`);
  return deps.run(command, cwd);
}

function pack(deps: ReleaseDeps): string {
  step(deps, ["npm", "pack", "--silent", "--pack-destination", deps.outside]);
  const [name, ...others] = readdirSync(deps.outside).filter((each) => each.endsWith(".tgz"));
  if (name === undefined || others.length > 0) throw new Error("npm pack did not leave one tarball.");
  return join(deps.outside, name);
}

/** Tries the package as a person who installs it without a clone. */
function tryPacked(deps: ReleaseDeps, { packed, version }: { packed: string; version: string }): void {
  const place = join(deps.outside, "installed");
  mkdirSync(place);
  step(deps, ["npm", "install", "--prefix", place, ...deps.installFlags, packed], place);
  const hall = join(place, "node_modules/.bin/guild-hall");
  const said = step(deps, [hall, "--version"], place).trim();
  if (!said.split(/\s+/).includes(version))
    throw new Error(`The installed package says that it is "${said}", and not ${version}.`);
  step(deps, [hall, "demo", "--once"], place);
  rmSync(place, { recursive: true, force: true });
}
