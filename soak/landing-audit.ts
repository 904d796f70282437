// Audits a repository after many merges. Every commit that the hall made must pass its commission's checks in
// a plain checkout, each commission is merged at most once, and nothing that a worker wrote is lost.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type Commission, isEnded } from "../src/rules/commission/state.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import { blobOf } from "./landing-bench.ts";
import { count, integration, type LandingWorld } from "./landing-world.ts";

export interface Audited {
  /** The hall's commits that fail one of their checks. */
  failing: string[];
  wrong: string[];
}

export function audit(world: LandingWorld, commissions: readonly Commission[]): Audited {
  const merged = mergedBy(world);
  const objects = new Set(gitIn(world.checkout, "rev-list", "--objects", "--all").split(/[ \n]/));
  const trashed = new Set(filesIn(world.home.trash).map((path) => blobOf(readFileSync(path, "utf8"))));
  const failing: string[] = [];
  const wrong: string[] = [];
  for (const commission of commissions) {
    const { id } = commission.record.request;
    const commits = merged.get(id) ?? [];
    countEnd(world, commission);
    for (const commit of commits) failing.push(...failingChecks(world, commission, commit));
    wrong.push(...wrongMerges(commission, commits));
    const mark = world.marks.get(id);
    if (mark !== undefined && !objects.has(mark) && !trashed.has(mark))
      wrong.push(`the work of ${id} is lost`);
  }
  return { failing, wrong };
}

/** Returns the first-parent commits that the hall made for each commission. */
function mergedBy({ checkout }: LandingWorld): Map<string, string[]> {
  const format = "--format=%H %(trailers:key=Commission,valueonly,separator=)";
  const merged = new Map<string, string[]>();
  for (const line of gitIn(checkout, "log", "--first-parent", format, integration).split("\n")) {
    const [commit = "", id = ""] = line.split(" ");
    if (id !== "") merged.set(id, [...(merged.get(id) ?? []), commit]);
  }
  return merged;
}

/**
 * Returns the checks that a merge fails. Excuses read-only work if the commit before it fails the same check.
 */
function failingChecks(world: LandingWorld, { record }: Commission, commit: string): string[] {
  count(world, "merges");
  const failed = record.checks.filter(({ command }) => !passesAt(world, commit, command));
  const isExcused = ({ command }: { command: string }) =>
    record.readOnly && !passesAt(world, `${commit}^`, command);
  if (failed.some(isExcused)) count(world, "merges of no files onto a commit that fails the same");
  const own = failed.filter((each) => !isExcused(each));
  return own.map(({ command }) => `${commit} of ${record.request.id} fails ${command}`);
}

/** Runs the check in a plain checkout, without the hall or a sandbox. Caches the result per commit. */
export function passesAt(world: LandingWorld, ref: string, command: string): boolean {
  const commit = gitIn(world.checkout, "rev-parse", ref);
  const key = `${commit} ${command}`;
  const known = world.passes.get(key) ?? passesOn(world, commit, command);
  world.passes.set(key, known);
  return known;
}

function passesOn({ root, checkout }: LandingWorld, commit: string, command: string): boolean {
  const place = `${root}/plain`;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  const archive = `git -C "$1" archive "$2" | tar -x && sh -c "$3"`;
  const run = Bun.spawnSync(["sh", "-c", archive, "sh", checkout, commit, command], { cwd: place });
  return run.exitCode === 0;
}

function wrongMerges(commission: Commission, commits: readonly string[]): string[] {
  const { request, applied } = commission.record;
  if (!isEnded(commission)) return [];
  const isMerged = applied?.tree?.state === "merged";
  return commits.length === (isMerged ? 1 : 0)
    ? []
    : [`${request.id} is ${applied?.tree?.state ?? "without a tree"}, and merged ${commits.length} times`];
}

function countEnd(world: LandingWorld, commission: Commission): void {
  const { applied } = commission.record;
  const trust = commission.status === "completed" ? commission.outcome.trust : commission.status;
  count(world, `ended ${trust}, ${applied?.tree?.state ?? "without a tree"}`);
}

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const found = readdirSync(directory, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
}
