// Lets a worker without a shell look at the history of its project: what has changed, when, why, and what was there before.
import type { RepositoryText, ToolAnswer, Tools } from "guild-hall/kit";

export const tools: Tools = ({ z, tool, repository }) => {
  const revision = (says: string) => z.string().trim().min(1).max(250).describe(says);
  const path = z.string().trim().min(1).max(1000);
  const paths = z.array(path).max(50).optional().describe("Only these files and directories");
  return [
    tool({
      name: "status",
      description:
        "Names the files that differ from the last commit, in git's short form: M changed, A added, D deleted, ?? new. The hall commits for you; there is nothing to stage.",
      input: {},
      readOnly: true,
      handle: async (_input, { signal }) =>
        repository ? answer(await repository.status(signal), "Nothing has changed.") : without,
    }),
    tool({
      name: "log",
      description: "Lists commits, the newest first, with who made each, when, and its whole message.",
      input: {
        from: revision("Leave out this commit and what led to it").optional(),
        to: revision("Where to begin: a branch, a tag or a commit. HEAD where omitted").optional(),
        paths,
        count: z.int().min(1).max(200).optional().describe("At most this many; 20 where omitted"),
      },
      readOnly: true,
      handle: async (input, { signal }) =>
        repository ? answer(await repository.log(input, signal), "There is no such commit.") : without,
    }),
    tool({
      name: "diff",
      description:
        "Shows what has changed. Without from and to: everything that this commission has changed since it began, committed or not, with new files named first; read those as they are.",
      input: {
        from: revision("Compare with this commit instead").optional(),
        to: revision("Compare up to this commit instead of the files as they are now").optional(),
        paths,
        summary: z.boolean().optional().describe("Only which files, and how many lines. Ask for this first"),
      },
      readOnly: true,
      handle: async (input, { signal }) =>
        repository ? answer(await repository.diff(input, signal), "There is no difference.") : without,
    }),
    tool({
      name: "show",
      description:
        "Shows one commit: its message and what it changed. With a path: that file, or the names in that directory, as they were in that commit.",
      input: { revision: revision("A branch, a tag or a commit, such as HEAD~2"), path: path.optional() },
      readOnly: true,
      handle: async (input, { signal }) =>
        repository ? answer(await repository.show(input, signal), "It is empty.") : without,
    }),
  ];
};

const without: ToolAnswer = {
  text: "This commission does not work on a project with a repository: there is no history to look at.",
  isError: true,
};

function answer({ text, cut }: RepositoryText, none: string): ToolAnswer {
  if (text.trim() === "") return { text: none };
  return { text: cut ? `${text}\n[the rest is cut: ask for less, by paths or with summary]` : text };
}
