// Shows no progress: for scripts, which want one document at the end.
import type { Cli } from "../cli.ts";
import type { FollowView } from "./view.ts";

export function createSilentView({ console }: Pick<Cli, "console">): FollowView {
  return {
    event: () => {},
    commission: () => {},
    note: (text) => console.err(`${text}\n`),
    still: (text) => console.err(`${text}\n`),
    close: () => {},
  };
}
