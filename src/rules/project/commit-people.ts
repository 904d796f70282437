// Says who is the author and who the committer of commits with a worker's work, as the project's settings have it.
import type { CommitSettings } from "../../contract/project/land-settings.ts";

export interface CommitPerson {
  name: string;
  email: string;
}

export interface CommitPeople {
  author: CommitPerson;
  committer: CommitPerson;
}

export const theHall: CommitPerson = { name: "Guild Hall", email: "guild-hall@localhost" };

/** Returns the people of a commit with this worker's work. Without settings, the author is the worker. */
export function commitPeople(worker: string, style: CommitSettings | null): CommitPeople {
  const asWorker = { name: `${worker} (Guild Hall)`, email: `${worker}@guild-hall.invalid` };
  return peopleOr({ author: asWorker, committer: theHall }, style);
}

/** Returns the people of a commit that the hall makes from finished work, such as a merge or a revert. */
export function hallPeople(style: CommitSettings | null): CommitPeople {
  return peopleOr({ author: theHall, committer: theHall }, style);
}

function peopleOr(usual: CommitPeople, style: CommitSettings | null): CommitPeople {
  const author = parsePerson(style?.author);
  const committer = parsePerson(style?.committer);
  return { author: author ?? usual.author, committer: committer ?? author ?? usual.committer };
}

export function formatPerson({ name, email }: CommitPerson): string {
  return `${name} <${email}>`;
}

/** Returns `null` if the settings name none. */
function parsePerson(text: string | undefined): CommitPerson | null {
  const [, name = "", email = ""] = /^(.+) <(.+)>$/u.exec(text ?? "") ?? [];
  const plain = withoutCrud(email);
  return plain === "" ? null : { name: withoutCrud(name) || plain, email: plain };
}

/**
 * Removes the characters that git removes from both ends of a name and of an address, so that a commit can be compared
 * with its order.
 */
function withoutCrud(text: string): string {
  return text.replace(/^[\s.,:;<>"\\']+|[\s.,:;<>"\\']+$/gu, "");
}
