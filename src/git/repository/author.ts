// Builds the authorship of a commit: the people that the order names, or the hall for its own commits.
import { type CommitPeople, theHall } from "../../rules/project/commit-people.ts";
import type { CommitAuthorship } from "./run.ts";

export function authorOf({ people, at }: { people: CommitPeople; at: string }): CommitAuthorship {
  return { ...people.author, at, committer: people.committer };
}

export function hallAuthor(at: string): CommitAuthorship {
  return { ...theHall, at, committer: theHall };
}
