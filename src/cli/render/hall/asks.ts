// Shows what a package or a guild member asks for, before a person adds it.
import { oneLine, padTo, printable, wrapTo } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";

export interface ShownAsks {
  name: string;
  title: string;
  description: string;
  kinds: readonly string[];
  /** Each thing that is asked for, with its label. */
  rows: readonly [label: string, text: string][];
}

const column = 13;

export function asksLines(asks: ShownAsks, { paint, width }: { paint: Paint; width: number }): string[] {
  const room = Math.max(30, width - column);
  return [
    `${paint.bold(asks.name)}  ${oneLine(asks.title, 80)} (${asks.kinds.join(" and ")})`,
    ...wrapTo(printable(asks.description), Math.max(30, width - 2)).map((line) => `  ${line}`),
    ...asks.rows.flatMap(([label, text]) => {
      const [first = "", ...rest] = wrapTo(oneLine(text, 4000), room);
      const head = paint.dim(`  ${padTo(label, column - 2)}`);
      return [`${head}${first}`, ...rest.map((line) => " ".repeat(column) + line)];
    }),
  ];
}

export interface Validated {
  asks: ShownAsks | null;
  problems: readonly string[];
  warnings: readonly string[];
}

/** Shows every mistake, and what the package or member asks for if that could be read. */
export function validatedLines(
  { asks, problems, warnings }: Validated,
  style: { paint: Paint; width: number; sound: string },
): string[] {
  const { paint, sound } = style;
  return [
    ...(asks === null ? [] : [...asksLines(asks, style), ""]),
    ...warnings.map((text) => `${paint.yellow("note:")} ${printable(text)}`),
    ...problems.map((text) => `${paint.red("problem:")} ${printable(text)}`),
    ...(problems.length === 0 ? [paint.green(sound)] : []),
  ];
}
