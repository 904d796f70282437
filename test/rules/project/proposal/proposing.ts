// Proposes settings for files that a test names.
import type { ProposedLine, ProposedSetting } from "../../../../src/contract/project/proposal.ts";
import { readFiles } from "../../../../src/rules/project/proposal/files.ts";
import { proposeSettings } from "../../../../src/rules/project/proposal/propose.ts";

export type Files = Readonly<Record<string, string>>;

export function propose(files: Files, { programs = [] as string[], given = [] as ProposedSetting[] } = {}) {
  const texts = Object.entries(files).filter(([path]) => readFiles.includes(path));
  return proposeSettings({
    files: { paths: new Set(Object.keys(files)), texts: new Map(texts) },
    has: (program) => programs.includes(program),
    given: new Set(given),
  });
}

export const values = (lines: readonly ProposedLine[], kind: ProposedLine["kind"]) =>
  lines.filter((line) => line.kind === kind).map(({ value }) => value);
