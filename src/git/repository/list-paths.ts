// Lists the paths of the person's branch that a task can name with "@" and that fit what a person has typed of them.
import type { PathList, PathsQuery } from "../../contract/project/paths.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { modes } from "../../rules/prompt/instructions/entries.ts";
import { canBeNamed, ranks, rankOf } from "../../rules/prompt/named-path-search.ts";
import type { TreesDeps } from "../trees.ts";
import { scanTree } from "./scan-tree.ts";
import { projectOf, tipOf } from "./repository.ts";

/** A search ends after this time with what it has, because a person is typing. */
const enoughMs = 1000;
/** A git that prints nothing more until then is killed, and the search fails. */
const limitMs = 5000;

type Found = PathList["paths"][number];

export async function listPaths(
  deps: TreesDeps,
  { project, text, limit }: PathsQuery & { project: ProjectName },
): Promise<PathList> {
  const opened = await projectOf(deps, project);
  const commit = await tipOf(deps, opened, "branch");
  const byRank = ranks.map((): Found[] => []);
  let isLate = false;
  const timer = deps.clock.after(enoughMs, () => (isLate = true));
  const take = (entry: string): boolean => {
    const found = parseEntry(entry);
    const rank = found && rankOf(found.path, text);
    const same = typeof rank === "number" ? byRank[rank] : undefined;
    if (found && same && same.length <= limit && canBeNamed(found.path)) same.push(found);
    return !isLate && (byRank[0]?.length ?? 0) <= limit;
  };
  try {
    await scanTree(deps, { place: opened.place, commit, options: ["-t"], limitMs, take });
  } finally {
    timer.cancel();
  }
  const all = byRank.flat();
  return { branch: opened.branch, paths: all.slice(0, limit), more: isLate || all.length > limit };
}

/** Returns `undefined` for a link, a submodule, and a name that is not UTF-8 (decoding has put U+FFFD into it). */
function parseEntry(entry: string): Found | undefined {
  const [, mode = "", path = ""] = /^(\d+) \w+ [0-9a-f]+\t([\s\S]+)$/.exec(entry) ?? [];
  if (path === "" || path.includes("\ufffd")) return undefined;
  if (mode === modes.directory) return { path, is: "directory" };
  return mode.startsWith("100") ? { path, is: "file" } : undefined;
}
