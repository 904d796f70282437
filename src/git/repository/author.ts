// Who a commit is by: the worker whose work it is, or the hall where it is nobody's work.
import type { GitOrder } from "./run.ts";

type Author = NonNullable<GitOrder["author"]>;

export function workerAuthor(worker: string, at: string): Author {
  return { name: `${worker} (Guild Hall)`, email: `${worker}@guild-hall.invalid`, at };
}

export function hallAuthor(at: string): Author {
  return { name: "Guild Hall", email: "guild-hall@localhost", at };
}
