// Proposes settings for a new project: its set-up, checks, hosts and copied files. A pure rule over the names and small
// files of the person's branch: no text of a repository becomes part of a command.
import type { Proposal, ProposedLine, ProposedSetting } from "../../../contract/project/proposal.ts";
import { findGo, findMake, findRust } from "./compiled.ts";
import type { RepositoryFiles } from "./files.ts";
import type { FoundTools, HasProgram } from "./found.ts";
import { findNode } from "./node.ts";
import { findPython } from "./python.ts";

export interface ProposalOrder {
  files: RepositoryFiles;
  has: HasProgram;
  /** The settings that the project has already. Nothing is proposed for them. */
  given: ReadonlySet<ProposedSetting>;
}

export interface ProposedTools extends Proposal {
  /** The programs that the proposed commands start. */
  programs: string[];
}

export function proposeSettings({ files, has, given }: ProposalOrder): ProposedTools {
  const found = findTools(files, has);
  const all = [...found.flatMap(({ lines }) => lines), ...copyLines(files)];
  const lines = inOrder(all).filter((line) => !isGiven(line, given));
  const kept = [...new Set(all.map(({ kind }) => settingOf[kind]))].filter((setting) => given.has(setting));
  const programs = lines.length === 0 ? [] : found.flatMap((each) => each.programs);
  return { lines, kept, notes: found.flatMap(({ notes }) => notes), programs: [...new Set(programs)] };
}

function findTools(files: RepositoryFiles, has: HasProgram): FoundTools[] {
  const languages = [findNode(files, has), findPython(files), findGo(files), findRust(files)];
  const found = languages.filter((each) => each !== null);
  const hasCheck = found.some(({ lines }) => lines.some(({ kind }) => kind === "check"));
  const byMake = hasCheck ? null : findMake(files);
  return byMake === null ? found : [...found, byMake];
}

/** An example of the file in git says that each checkout has one of its own. */
function copyLines({ paths }: RepositoryFiles): ProposedLine[] {
  const example = [".env.example", ".env.sample", ".env.template", ".env.dist"].find((name) =>
    paths.has(name),
  );
  if (example === undefined || paths.has(".env")) return [];
  const reason = `${example} is there, so your checkout may have a .env; workers could read what it holds`;
  return [{ kind: "copy", value: ".env", address: null, network: false, reason, advised: false }];
}

const settingOf = { setup: "setup", host: "network", check: "checks", copy: "copy" } as const;

/** Hosts are proposed together with the set-up that needs them. */
function isGiven({ kind }: ProposedLine, given: ProposalOrder["given"]): boolean {
  return given.has(settingOf[kind]) || (kind === "host" && given.has("setup"));
}

const order: readonly ProposedLine["kind"][] = ["setup", "host", "check", "copy"];

function inOrder(lines: readonly ProposedLine[]): ProposedLine[] {
  const isFirst = ({ kind, value }: ProposedLine, at: number) =>
    lines.findIndex((each) => each.kind === kind && each.value === value) === at;
  return order.flatMap((kind) => lines.filter((line, at) => line.kind === kind && isFirst(line, at)));
}
