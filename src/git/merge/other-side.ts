// Describes what the integration branch has gained since some work began: commits, files and the start of the
// patch.
import type { CarriedWork } from "../../contract/commission/events.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { viewPlace } from "../repository/places.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { git, gitFault, runGit, splitZ } from "../repository/run.ts";

const mostCommits = 20;
const mostFiles = 100;
const mostPatchBytes = 12_000;

export async function otherSide(
  deps: WorktreeDeps,
  { project, from, onto }: { project: ProjectName; from: string; onto: string },
): Promise<CarriedWork["theirs"]> {
  const place = viewPlace(deps.home, project);
  const log = ["log", "--format=%h %s", `--max-count=${mostCommits + 1}`, `${from}..${onto}`];
  const commits = (await git(deps, { args: log, place })).split("\n").filter((line) => line !== "");
  const names = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", from, onto];
  const files = splitZ(await git(deps, { args: names, place }));
  const { patch, isCut } = await beginningOfPatch(deps, { place, from, onto });
  return {
    commits: commits.slice(0, mostCommits),
    files: files.slice(0, mostFiles),
    patch,
    cut: isCut || commits.length > mostCommits || files.length > mostFiles,
  };
}

async function beginningOfPatch(
  deps: WorktreeDeps,
  { place, from, onto }: { place: ReturnType<typeof viewPlace>; from: string; onto: string },
): Promise<{ patch: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const args = ["diff-tree", "-r", "-p", "--no-ext-diff", "--no-textconv", "--no-color", from, onto];
  const run = await runGit(deps, {
    args,
    place,
    take: (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes <= mostPatchBytes;
    },
  });
  const isCut = bytes > mostPatchBytes;
  if (run.code !== 0 && !isCut) throw gitFault({ args }, run); // a longer patch is cut by killing git
  const text = Buffer.concat(chunks).subarray(0, mostPatchBytes).toString("utf8").toWellFormed();
  return { patch: text, isCut };
}
