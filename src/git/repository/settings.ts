// Reads the settings of a repository that concern the hall: how files are written, and what makes the repository
// unusable. Git only lists the settings file, outside any repository, so that no setting takes effect.
import { readdir } from "node:fs/promises";
import { Fault } from "../../contract/api/problem.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { type GitDeps, runGit } from "./run.ts";
import { keptSettings } from "./view.ts";

export interface RepositorySettings {
  kept: ReadonlyMap<string, string>;
  isBare: boolean;
}

const maxConfigBytes = 1_000_000;

/** Git's extensions of the repository format that make no difference to the hall. */
const harmlessExtensions = ["noop", "objectformat", "preciousobjects", "relativeworktrees", "worktreeconfig"];

export async function readSettings(deps: GitDeps, repository: string): Promise<RepositorySettings> {
  const all = await listed(deps, `${repository}/config`);
  await refuseUnusable(repository, all);
  const kept = new Map([...all].filter(([name, value]) => keptSettings.includes(name) && isPlain(value)));
  return { kept, isBare: isTrue(all.get("core.bare")) };
}

async function listed(deps: GitDeps, file: string): Promise<Map<string, string>> {
  const size = plainFiles.look(file);
  if (size === undefined) return new Map();
  if (size.kind === "other" || size.bytes > maxConfigBytes)
    throw unusable(`${file} is not a small plain file, so the hall does not read it.`);
  const args = ["config", "--file", file, "--no-includes", "-z", "--list"];
  const run = await runGit(deps, { args, place: null });
  if (run.code !== 0)
    throw unusable(`${file} cannot be read: ${run.stderr.trim().split("\n").at(-1) ?? ""}.`);
  // A name without a value means "true".
  return new Map(
    run.stdout
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => [entry.split("\n")[0] ?? "", entry.includes("\n") ? valueOf(entry) : "true"]),
  );
}

function valueOf(entry: string): string {
  return entry.slice(entry.indexOf("\n") + 1);
}

async function refuseUnusable(repository: string, all: ReadonlyMap<string, string>): Promise<void> {
  if (Number(all.get("core.repositoryformatversion") ?? 0) > 1)
    throw unusable(`${repository} has a newer format than the hall knows.`);
  if (await isPartial(repository, all))
    throw unusable(
      `${repository} is a partial clone: git would fetch missing objects, but the hall never uses the network for git. Make a full clone and add that.`,
    );
  for (const [name, value] of all) {
    const extension = /^extensions\.(.+)$/.exec(name)?.[1];
    if (extension === undefined || harmlessExtensions.includes(extension)) continue;
    if (extension === "refstorage" && value === "files") continue;
    throw unusable(`${repository} uses the extension "${extension}" of git, which the hall does not know.`);
  }
}

async function isPartial(repository: string, all: ReadonlyMap<string, string>): Promise<boolean> {
  if ([...all.keys()].some((name) => name === "extensions.partialclone" || isPromisor(name, all)))
    return true;
  const packs = await readdir(`${repository}/objects/pack`).catch(() => []);
  return packs.some((name) => name.endsWith(".promisor"));
}

function isPromisor(name: string, all: ReadonlyMap<string, string>): boolean {
  if (/^remote\..*\.partialclonefilter$/s.test(name)) return true;
  return /^remote\..*\.promisor$/s.test(name) && isTrue(all.get(name));
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && !/^(?:false|no|off|0|)$/i.test(value);
}

/** Tells whether the value is a word or a number. The settings that the hall keeps have no other values. */
function isPlain(value: string): boolean {
  return /^[A-Za-z0-9]{1,20}$/.test(value);
}

function unusable(message: string): Fault {
  return new Fault("project", message);
}
