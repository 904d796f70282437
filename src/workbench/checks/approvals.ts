// Stores the git trees that a person approved. On an approved tree, the project's set-up command may use the
// network, even if the tree is not that of the person's branch.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { type ApprovedFile, approvedFile } from "../../contract/project/set-up.ts";
import { projectSetUps } from "../../contract/project/set-up-layout.ts";
import { formatHashed, parseHashed } from "../../base/data/hashed-json.ts";
import type { Disk } from "../../host/files/disk.ts";

export interface ApprovalsDeps {
  disk: Disk;
  home: Pick<HomeLayout, "setUps">;
}

/** Only the latest approvals are kept, because an old tree is hardly ever set up again. */
const mostKept = 1000;

export async function isApproved(deps: ApprovalsDeps, project: ProjectName, tree: string): Promise<boolean> {
  return (await read(deps, project)).approved.some((each) => each.tree === tree);
}

/** Returns at most `most` trees, the latest first. */
export async function latestApproved(
  deps: ApprovalsDeps,
  project: ProjectName,
  most: number,
): Promise<string[]> {
  const { approved } = await read(deps, project);
  return approved
    .slice(-most)
    .map(({ tree }) => tree)
    .reverse();
}

/**
 * Approves a tree; durable when it resolves. Idempotent. Callers must not run it concurrently. If the file was damaged,
 * returns the sentence of `setAsideDamaged`, otherwise `null`.
 */
export async function approve(
  deps: ApprovalsDeps,
  project: ProjectName,
  { tree, at }: { tree: string; at: string },
): Promise<string | null> {
  const problem = await setAsideDamaged(deps, project);
  const { approved } = await read(deps, project);
  if (approved.some((each) => each.tree === tree)) return problem;
  const layout = projectSetUps(deps.home, project);
  await deps.disk.makeDirectories(layout.directory);
  const file: ApprovedFile = { version: 1, approved: [...approved, { tree, at }].slice(-mostKept) };
  await deps.disk.replace(layout.approved, formatHashed(file));
  return problem;
}

/**
 * Renames a damaged file and returns a sentence that names it. Returns `null` if the file is intact or missing. Only
 * for the hall, which alone writes this file.
 */
export async function setAsideDamaged(
  { disk, home }: ApprovalsDeps,
  project: ProjectName,
): Promise<string | null> {
  const path = projectSetUps(home, project).approved;
  const text = await disk.readText(path);
  if (text === undefined || parse(text) !== null) return null;
  await disk.move(path, `${path}.damaged`);
  return `${path} is damaged and was set aside as approved.json.damaged. Set-ups of project "${project}" that you approved wait for your approval again.`;
}

/**
 * Reads the approvals. A damaged file approves nothing: the set-ups run without the network, and the person
 * is asked again.
 */
async function read({ disk, home }: ApprovalsDeps, project: ProjectName): Promise<ApprovedFile> {
  const text = await disk.readText(projectSetUps(home, project).approved);
  return (text === undefined ? null : parse(text)) ?? { version: 1, approved: [] };
}

/** Returns `null` if the file is damaged. A file without a hash is valid: an older release wrote it. */
function parse(text: string): ApprovedFile | null {
  const found = parseHashed(text);
  return found.isSound ? (approvedFile.safeParse(found.value).data ?? null) : null;
}
