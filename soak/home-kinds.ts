// The files of a home that the hall reads or writes, and which kind each is.
import { readdirSync, statSync } from "node:fs";

/** What belongs to git, to a process that runs, or to nobody. */
const passedOver =
  /^(projects|repositories|worktrees)\/|^run\/(?!members\/|config\.last-good)|\.lock$|\.sock$|\.draft$/;

/** From the top of the home, without empty ones. */
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
