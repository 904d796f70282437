// Finds how much of the integration branch's work the person's branch already has through other commits, such as a
// squashed or rebased pull request. It compares file contents, because commit messages prove nothing.
import { candidates, type Footprint, type SyncSides } from "../../rules/project/sync-plan.ts";
import { mergeMany, type MergePlace } from "../merge/merge-trees.ts";
import { git, type GitDeps } from "../repository/run.ts";
import { keepsUndos, listUndos, undosIn } from "./undone-work.ts";

/** How many commits of each side are examined, newest first. */
const maxCommits = 100;

/**
 * Returns the newest commit of the integration branch whose work is completely contained in some commit of
 * the person's branch, with the undos in it; `null` if there is none. Without its undos, the undone work would come back.
 */
export async function findTaken(
  deps: GitDeps,
  where: MergePlace,
  { person, integration, base }: SyncSides & { base: string },
): Promise<string | null> {
  const ours = await footprints(deps, where, { base, tip: person });
  const theirs = await footprints(deps, where, { base, tip: integration });
  const undos = await listUndos(deps, where, { base, tip: integration });
  for (const candidate of candidates(ours, theirs)) {
    const pairs = candidate.ours.map(({ commit }) => ({ ours: commit, theirs: candidate.theirs.commit }));
    const trees = await mergeMany(deps, where, pairs);
    const holders = candidate.ours.filter(({ tree }, at) => trees[at] === tree);
    const { commit } = candidate.theirs;
    const held = { ours, holders, theirs: candidate.theirs };
    const within = undosIn(undos, { commit, listed: theirs });
    if (await keepsUndos(deps, where, { ...held, undos: within })) return commit;
  }
  return null;
}

/** Returns, for each first-parent commit after the base, the paths at which it differs from the base. */
async function footprints(
  deps: GitDeps,
  { place }: MergePlace,
  { base, tip }: { base: string; tip: string },
): Promise<Footprint[]> {
  const args = ["log", "--first-parent", "--ancestry-path", `--max-count=${maxCommits}`, "--format=%H %T"];
  const line = (await git(deps, { args: [...args, `${base}..${tip}`], place })).split("\n").filter(Boolean);
  const from = (await git(deps, { args: ["log", "-1", "--format=%T", base], place })).trim();
  const commits = line.map((each) => each.split(" ") as [string, string]);
  const input = commits.map(([, tree]) => `${from} ${tree}\n`).join("");
  const differences = ["diff-tree", "--stdin", "-r", "--no-renames", "--name-only"];
  const printed = await git(deps, { args: differences, place, input });
  return byCommit(printed.split("\n"), { from, commits });
}

/**
 * Parses git's output: a line with two trees, then the paths that differ between them. Git quotes some paths, which
 * does no harm: they are only compared with each other.
 */
function byCommit(
  lines: readonly string[],
  { from, commits }: { from: string; commits: readonly [string, string][] },
): Footprint[] {
  const found: Footprint[] = [];
  let paths = new Set<string>();
  for (const line of lines) {
    const [commit, tree] = commits[found.length] ?? [];
    if (commit !== undefined && tree !== undefined && line === `${from} ${tree}`)
      found.push({ commit, tree, paths: (paths = new Set()) });
    else if (line !== "") paths.add(line);
  }
  return found;
}
