// Renders `guild-hall rehearsals`: the scripts that can be played without an account, each with its task and its path.
import type { RehearsalEntry, RehearsalList } from "../../../contract/package/worker-record.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";
import { indented } from "./workers.ts";

interface Style {
  paint: Paint;
  width: number;
}

export function rehearsalLines({ rehearsals, problems }: RehearsalList, style: Style): string[] {
  const { paint } = style;
  return [
    ...rehearsals.flatMap((each) => [...entryLines(each, style), ""]),
    rehearsals.length === 0
      ? "There are no rehearsals to play here."
      : "To play one: guild-hall commission WORKER TASK --rehearsal FILE",
    ...(problems.length === 0 ? [] : [paint.dim("These cannot be played here:")]),
    ...problems.flatMap((text) => indented(oneLine(text, 2000), style).map((line) => paint.dim(line))),
  ];
}

/** Renders one rehearsal. The path is long and has to be copied, so it gets its own line. */
function entryLines({ worker, name, task, file }: RehearsalEntry, style: Style): string[] {
  return [
    `${style.paint.bold(oneLine(worker, 40))}  ${oneLine(name, 120)}`,
    ...indented(oneLine(task, 500), style),
    style.paint.dim(`  ${oneLine(file, 4000)}`),
  ];
}
