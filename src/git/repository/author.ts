// Builds the author of a commit: the worker that did the work, or the hall for its own commits.
import type { GitOrder } from "./run.ts";

type Author = NonNullable<GitOrder["author"]>;

export function workerAuthor(worker: string, at: string): Author {
  return { name: `${worker} (Guild Hall)`, email: `${worker}@guild-hall.invalid`, at };
}

export function hallAuthor(at: string): Author {
  return { name: "Guild Hall", email: "guild-hall@localhost", at };
}
