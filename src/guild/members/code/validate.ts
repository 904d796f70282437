// Checks whether a directory is a valid guild member, as far as possible without starting it.
import { basename, dirname, resolve } from "node:path";
import type { HomeLayout } from "../../../contract/home/home-layout.ts";
import { canWork, type MemberManifest, workerCapability } from "../../../contract/member/member.ts";
import { isExecutable } from "../../../host/processes/children.ts";
import { lookInside, whyNoDirectory } from "../../../host/files/look-inside.ts";
import { listCodeFiles } from "../../install/code-files.ts";
import { type CodeDependencies, dependencyProblem } from "../../install/dependencies.ts";
import { suggest } from "../../../base/text/suggest.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";
import { type CommandDeps, commandOf } from "../process/command.ts";
import { dependenciesOf } from "./dependencies.ts";
import { memberData } from "./member-code.ts";
import { knownKeys, manifestFaultText, manifestFile, readManifest, whyNoMember } from "./read-manifest.ts";

export interface ValidateMemberDeps {
  home: HomeLayout;
  /** The directory of the members that came with the hall. */
  bundled: string;
  command: CommandDeps;
}

export interface MemberValidation {
  asks: MemberAsks | null;
  problems: string[];
  /** Remarks that are not faults of the member. */
  warnings: string[];
}

/** A member's properties and needs, in words that let a person decide whether to add it. */
export interface MemberAsks {
  name: string;
  title: string;
  description: string;
  kinds: string[];
  rows: [label: string, text: string][];
}

export async function validateMember(deps: ValidateMemberDeps, directory: string): Promise<MemberValidation> {
  const nowhere = await whyNoMember(directory);
  if (nowhere !== null) return { asks: null, problems: [nowhere], warnings: [] };
  const read = await readManifest(directory);
  if (!read.ok) return { asks: null, problems: read.faults.map(manifestFaultText), warnings: [] };
  const { manifest, otherKeys } = read;
  const needs = await readNeeds(directory);
  const files = await listCodeFiles(directory, memberData);
  const command = await judgeCommand(deps, { manifest, directory });
  return {
    asks: asksOf(manifest, needs.dependencies),
    problems: [
      ...misplaced(deps, { manifest, directory }),
      ...command.problems,
      ...(files.ok ? [] : [files.reason]),
      ...needs.problems,
    ],
    warnings: [
      ...command.warnings,
      ...otherKeys.flatMap(slipOf),
      ...capabilitySlips(manifest),
      ...rangesOf(needs.dependencies),
      ...(await whoseName(deps, { manifest, directory })),
    ],
  };
}

const rights = "it is a program of its own that runs with your rights: it can do what you can do";

export function asksOf(manifest: MemberManifest, dependencies: CodeDependencies): MemberAsks {
  const { name, displayName, description, version, mcp } = manifest;
  const others = manifest.capabilities.filter((one) => one !== "worker");
  const names = Object.entries(dependencies).map(([one, wanted]) => `${one} ${wanted}`);
  return {
    name,
    title: displayName,
    description,
    kinds: ["guild member"],
    rows: [
      ["version", version],
      ["work", canWork(manifest) ? "takes commissions, through worker/*" : "takes none; it serves tools"],
      ...(others.length === 0 ? [] : [["also says", others.join(" ")] as [string, string]]),
      ["command", [mcp.command, ...mcp.args].join(" ")],
      ["needs", names.length === 0 ? "no packages" : `${names.join(", ")}; installed without their scripts`],
      ["rights", rights],
    ],
  };
}

interface Judged {
  manifest: MemberManifest;
  directory: string;
}

/** Reports a member in the home whose name differs from its directory's. */
function misplaced({ home }: ValidateMemberDeps, { manifest: { name }, directory }: Judged): string[] {
  if (dirname(directory) !== home.guildMembers || basename(directory) === name) return [];
  const message = `found "${name}"; expected "${basename(directory)}", the name of its directory`;
  return [manifestFaultText({ field: "name", message })];
}

async function judgeCommand(
  { command: deps }: ValidateMemberDeps,
  { manifest, directory }: Judged,
): Promise<Pick<MemberValidation, "problems" | "warnings">> {
  const { command, args } = manifest.mcp;
  const found = commandOf(deps, { manifest, directory });
  const missing = found.ok && isExecutable(found.file) ? [] : [missingProgram(command)];
  const scripts = args.filter((arg) => /^(?!-)[\w./-]+\.(ts|tsx|js|mjs|cjs|py|sh|rb)$/.test(arg));
  const looked = scripts.map(async (arg) => ({ arg, found: await lookInside(directory, arg) }));
  const lost = (await Promise.all(looked)).flatMap(({ arg, found }) =>
    found.ok ? [] : [manifestFaultText({ field: "mcp.args", message: `${arg}: ${found.reason}` })],
  );
  // The meaning of another program's arguments is unknown, so a missing file is only a warning there.
  const isBun = command === "bun";
  return { problems: [...missing, ...(isBun ? lost : [])], warnings: isBun ? [] : lost };
}

function missingProgram(command: string): string {
  const where = command.includes("/") ? "there is no such program" : "it is not on the PATH";
  const message = `${command}: ${where}; expected one that can be run`;
  return manifestFaultText({ field: "mcp.command", message });
}

/**
 * Warns of a key that resembles one of the hall's. Others are not reported, because they may belong to other programs.
 */
function slipOf(key: string): string[] {
  const near = suggest(key.slice(0, 64), knownKeys);
  if (near === undefined) return [];
  return [`${manifestFile}: ${key.slice(0, 64)}: the hall knows no such key. Did you mean "${near}"?`];
}

function capabilitySlips({ capabilities }: MemberManifest): string[] {
  if (capabilities.includes(workerCapability)) return [];
  const near = capabilities.filter((each) => suggest(each, [workerCapability]) !== undefined);
  return near.map((each) =>
    manifestFaultText({
      field: "capabilities",
      message: `"${each}" means nothing to the hall, and it takes no work. Did you mean "${workerCapability}"?`,
    }),
  );
}

/** Warns of version ranges, because a range may resolve to another version tomorrow. */
function rangesOf(dependencies: CodeDependencies): string[] {
  return Object.entries(dependencies).flatMap(([name, wanted]) =>
    /[:/]|^=?v?\d+\.\d+\.\d+([-+][\w.+-]+)?$/.test(wanted)
      ? []
      : [`package.json: dependencies.${name}: "${wanted}" is not one version. Name an exact one.`],
  );
}

async function whoseName(
  { bundled }: ValidateMemberDeps,
  { manifest: { name }, directory }: Judged,
): Promise<string[]> {
  const own = `${bundled}/${name}`;
  if (resolve(directory) === own || (await whyNoDirectory(own)) !== null) return [];
  const message = `"${name}" comes with the hall, so that it cannot be added. Take another.`;
  return [manifestFaultText({ field: "name", message })];
}

async function readNeeds(directory: string): Promise<{ dependencies: CodeDependencies; problems: string[] }> {
  try {
    const dependencies = await dependenciesOf(directory);
    const problem = dependencyProblem(dependencies);
    return { dependencies, problems: problem === null ? [] : [`package.json: ${problem}`] };
  } catch (error) {
    return { dependencies: {}, problems: [thrownText(error)] };
  }
}
