// Lists the files of a home that the hall reads or writes, and the kind of each.
import { readdirSync, statSync } from "node:fs";

/** Files that belong to git or to a running process, or that are not read. */
const passedOver =
  /^(projects|repositories|worktrees)\/|^run\/(?!members\/|config\.last-good)|\.lock$|\.sock$|\.draft$/;

/** Returns non-empty files, relative to the home. */
export function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => !passedOver.test(path) && statSync(`${root}/${path}`).isFile())
    .filter((path) => statSync(`${root}/${path}`).size > 0)
    .sort();
}

export function kindOf(path: string): string {
  return path
    .replace(/^commissions\/[^/]+\//, "")
    .replace(
      /^(trash|checks|memory|guild-members|artifacts|work|packages|logs|set-ups)\/.*?([^/]*)$/,
      "$1/$2",
    )
    .replace(/[0-9a-f]{8,}(-[0-9a-f-]+)?/g, "N")
    .replace(/-\d+\./, "-N.");
}
