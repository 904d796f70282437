// Turns the proposed lines that a person takes into settings of the project.
import type { Proposal, ProposedLine, TakenSettings } from "../../../contract/project/proposal.ts";

/**
 * Several set-up commands become one. Without any host the set-up gets no network, because an empty list of hosts would
 * mean every host.
 */
export function takeLines(lines: readonly ProposedLine[], { kept }: Pick<Proposal, "kept">): TakenSettings {
  const of = (kind: ProposedLine["kind"]) => lines.filter((line) => line.kind === kind);
  const valuesOf = (kind: ProposedLine["kind"]) => of(kind).map(({ value }) => value.trim());
  const setups = of("setup");
  const [checks, copy] = [valuesOf("check"), valuesOf("copy")];
  const allow = of("host").map(({ value, address }) =>
    address === null ? value.trim() : { host: value.trim(), address },
  );
  const hasHosts = allow.length > 0 || kept.includes("network");
  const network = hasHosts && setups.some((line) => line.network);
  const command = setups.map(({ value }) => value.trim()).join(" && ");
  return {
    ...(setups.length > 0 && { setup: { command, network } }),
    ...(network && allow.length > 0 && { network: { allow } }),
    ...(checks.length > 0 && { checks }),
    ...(copy.length > 0 && { copy }),
  };
}
