// Renders `guild-hall doctor` for people.
import type { Finding } from "../../../contract/api/doctor.ts";
import { printable, wrapTo } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";

const brushes = { ok: "green", warn: "yellow", fail: "red" } as const;
const indent = 16;

export function findingLines(findings: readonly Finding[], style: { paint: Paint; width: number }): string[] {
  return findings.flatMap((finding) => lines(finding, style));
}

function lines(finding: Finding, { paint, width }: { paint: Paint; width: number }): string[] {
  const room = Math.max(20, width - indent);
  const [first = "", ...rest] = wrapTo(printable(finding.detail), room);
  const advice = finding.advice === undefined ? [] : wrapTo(`→ ${printable(finding.advice)}`, room);
  const state = paint[brushes[finding.state]](finding.state.padEnd(4));
  return [
    `${state}  ${paint.bold(finding.name.padEnd(8))}  ${first}`,
    ...[...rest, ...advice].map((line) => " ".repeat(indent) + line),
  ];
}
