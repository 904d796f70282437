// Copies one commit onto another, as "git cherry-pick -x" does, but in git trees alone.
import { Fault } from "../../contract/api/problem.ts";
import type { CommitSettings } from "../../contract/project/land-settings.ts";
import { hallPeople } from "../../rules/project/commit-people.ts";
import { hallAuthor } from "../repository/author.ts";
import { commitTree, type MergePlace, mergeTrees, treeOf } from "../merge/merge-trees.ts";
import { parentsOf } from "../repository/refs.ts";
import { type CommitAuthorship, git } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";
import { latestTime } from "./sync-commit.ts";

export interface Picking {
  /** The commit to copy. */
  only: string;
  sides: { person: string; integration: string };
  style: CommitSettings | null;
}

/** Returns the copy on the person's commit; "nothing" if the person's files have its changes already. */
export async function pickCommit(
  deps: TreesDeps,
  where: MergePlace,
  { only, sides, style }: Picking,
): Promise<{ commit: string } | { files: string[] } | "nothing"> {
  const { person } = sides;
  const [parent, ...others] = await parentsOf(deps, where.place, only);
  if (parent === undefined || others.length > 0)
    throw new Fault(
      "project",
      `Commit ${only.slice(0, 12)} is no commit with one parent, so it cannot be copied.`,
    );
  const now = await treeOf(deps, where.place, person);
  // Git 2.38 cannot be told which base to merge from: a commit with the person's files on the parent has it as the base.
  const words = { message: "Here\n", author: hallAuthor("1970-01-01T00:00:00Z") };
  const ours = await commitTree(deps, where, { tree: now, parents: [parent], ...words });
  const merged = await mergeTrees(deps, where, { ours, theirs: only });
  if (!merged.clean) return merged;
  if (merged.tree === now) return "nothing";
  const at = await latestTime(deps, where, { person, integration: only });
  const { author, message } = await readCommit(deps, where, only);
  const { committer } = hallPeople(style);
  return {
    commit: await commitTree(deps, where, {
      tree: merged.tree,
      parents: [person],
      message: `${withoutEnd(message)}(cherry picked from commit ${only})\n`,
      author: { ...author, committer: { ...committer, at } },
    }),
  };
}

async function readCommit(
  deps: TreesDeps,
  { place }: MergePlace,
  commit: string,
): Promise<{ author: Omit<CommitAuthorship, "committer">; message: string }> {
  const args = ["log", "--no-walk", "--format=%an%n%ae%n%aI%n%B", commit];
  const [name = "", email = "", at = "", ...message] = (await git(deps, { args, place })).split("\n");
  return { author: { name, email, at }, message: message.join("\n") };
}

/** Returns the message up to where the line about the copy belongs: the end of its trailers, or a paragraph of its own. */
function withoutEnd(message: string): string {
  const text = message.trimEnd();
  const last = text.split("\n\n").at(-1) ?? "";
  const hasTrailers =
    last !== text && last.split("\n").every((line) => /^(?:[\w-]+: |\(cherry picked)/.test(line));
  return `${text}${hasTrailers ? "\n" : "\n\n"}`;
}
