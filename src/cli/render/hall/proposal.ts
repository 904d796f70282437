// Renders the settings that the hall proposes for a project. No line is cut, because a person agrees to it.
import type { Proposal, ProposedLine, ProposedSetting } from "../../../contract/project/proposal.ts";
import { oneLine } from "../../../host/person/terminal.ts";
import type { Paint } from "../paint.ts";

const kinds: Readonly<Record<ProposedLine["kind"], string>> = {
  setup: "set-up",
  host: "host",
  check: "check",
  copy: "copy",
};

export function proposalLines(proposal: Proposal | undefined, { paint }: { paint: Paint }): string[] {
  if (proposal === undefined) return [];
  const { lines, kept, notes } = proposal;
  const width = String(lines.length).length;
  return [
    ...(lines.length === 0 ? [] : ["Its files suggest these settings:"]),
    ...lines.flatMap((line, at) => [
      `  ${String(at + 1).padStart(width)}  ${kinds[line.kind].padEnd(8)}${oneLine(valueOf(line), 4096)}`,
      paint.dim(`${" ".repeat(width + 12)}${oneLine(reasonOf(line), 1000)}`),
    ]),
    ...(kept.length === 0 ? [] : [keptText(kept)]),
    ...notes.map((note) => paint.yellow(oneLine(note, 2000))),
  ];
}

function valueOf({ value, address }: ProposedLine): string {
  return address === null ? value : `${value} at ${address}`;
}

function reasonOf({ reason, network, advised }: ProposedLine): string {
  const more = [
    ...(network ? ["it may use the network"] : []),
    ...(advised ? [] : ["written only if you name its number"]),
  ];
  return [reason, ...more].join("; ");
}

function keptText(kept: readonly ProposedSetting[]): string {
  return `The project has its own ${kept.join(", ")}, which ${kept.length === 1 ? "stays" : "stay"} as ${kept.length === 1 ? "it is" : "they are"}.`;
}
