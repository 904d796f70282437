// Shows the conformance kit's outcomes, one line per check, and at the end the count of each kind.
import { plural } from "../../../base/text/plural.ts";
import { oneLine, padTo, wrapTo } from "../../../host/person/terminal.ts";
import type { CheckOutcome } from "../../offline/conformance.ts";
import type { Paint } from "../paint.ts";

const brushes = { pass: "green", fail: "red", skip: "yellow" } as const;
const longest = 2000;

export interface OutcomeStyle {
  paint: Paint;
  width: number;
  /** The width of the id column. */
  idColumns: number;
}

export function outcomeLines({ id, clause, state, reason }: CheckOutcome, style: OutcomeStyle): string[] {
  const { paint, width, idColumns } = style;
  const indent = idColumns + 8;
  const room = Math.max(30, width - indent);
  const why = reason === null ? [] : wrapTo(`→ ${oneLine(reason, longest)}`, room);
  const [first = "", ...rest] = wrapTo(clause, room);
  return [
    `${paint[brushes[state]](state)}  ${padTo(id, idColumns)}  ${first}`,
    ...[...rest, ...why].map((line) => " ".repeat(indent) + line),
  ];
}

export function countLine(outcomes: readonly CheckOutcome[]): string {
  const count = (state: CheckOutcome["state"]) => outcomes.filter((each) => each.state === state).length;
  const all = plural(outcomes.length, "check");
  return `${all}: ${count("pass")} passed, ${count("fail")} failed, ${count("skip")} skipped.`;
}
