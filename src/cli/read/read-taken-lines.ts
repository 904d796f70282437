// Reads which of the proposed lines a person wants to be written.
import type { ProposedLine } from "../../contract/project/proposal.ts";

/**
 * Yes takes every line that is advised, numbers take exactly these lines, and everything that means no takes none. `null`
 * for an answer that is none of these.
 */
export function readTakenLines(lines: readonly ProposedLine[], answer: string | null): ProposedLine[] | null {
  const said = (answer ?? "").trim().toLowerCase();
  if (["", "n", "no"].includes(said)) return [];
  if (["y", "yes"].includes(said)) return lines.filter(({ advised }) => advised);
  const numbers = said.split(/[\s,]+/).filter((word) => word !== "");
  if (!numbers.every((word) => /^[1-9]\d{0,3}$/.test(word) && Number(word) <= lines.length)) return null;
  return lines.filter((_, at) => numbers.includes(String(at + 1)));
}
