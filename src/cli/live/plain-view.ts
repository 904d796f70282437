// Prints one line per event, for pipes, files and terminals that cannot move the cursor.
import type { Cli } from "../cli.ts";
import { entryLines } from "../render/entry-lines.ts";
import { createTimeline } from "../render/commission/timeline.ts";
import type { FollowView } from "./view.ts";

export function createPlainView({ console, paint }: Pick<Cli, "console" | "paint">): FollowView {
  const tell = createTimeline();
  let since: number | undefined;
  return {
    event: (event) => {
      since ??= Date.parse(event.at);
      const entry = tell(event);
      if (!entry) return;
      const lines = entryLines(entry, { paint, since, width: Number.POSITIVE_INFINITY });
      console.out(`${lines.join("\n")}\n`);
    },
    commission: () => {},
    note: (text) => console.err(`${text}\n`),
    still: (text) => console.err(`${text}\n`),
    close: () => {},
  };
}
