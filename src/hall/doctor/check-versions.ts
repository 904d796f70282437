// Compares the versions of tools that projects name in their version files with those that their commands find here.
import { type HallConfig } from "../../contract/home/config.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { type ProjectName, projectName } from "../../contract/home/ids.ts";
import type { Finding } from "../../contract/api/doctor.ts";
import { readManifests } from "../../git/projects/read-manifests.ts";
import { viewPlace } from "../../git/repository/places.ts";
import { findTheirs } from "../../git/repository/refs.ts";
import { runBriefly } from "../../host/processes/children.ts";
import {
  fitsVersion,
  type VersionedTool,
  type WantedVersion,
  wantedVersions,
} from "../../rules/project/proposal/versions.ts";
import {
  type CommandPrograms,
  commandPath,
  findCommandProgram,
} from "../../workbench/sandbox/command-programs.ts";
import type { CheckProgramDeps } from "./check-programs.ts";
import { ok, warn } from "./finding.ts";

export interface VersionsHere extends CheckProgramDeps {
  home: HomeLayout;
  projects: HallConfig["projects"];
  programs: CommandPrograms;
}

/** A person waits for the report, and each project takes a few runs of git. */
const mostProjects = 30;

export async function checkVersions(here: VersionsHere): Promise<Finding> {
  const names = Object.keys(here.projects).map((name) => projectName.parse(name));
  const looked = names.slice(0, mostProjects);
  const wanted = (await Promise.all(looked.map((name) => wantedBy(here, name)))).flat();
  const left = names.length - looked.length;
  const rest = left > 0 ? `; ${left} more projects were not looked at` : "";
  if (wanted.length === 0) return ok("versions", `no project names a version of its tools${rest}`);
  const installed = await installedFor(here, wanted);
  const said = wanted.map((each) => saidOf(each, installed.get(each.tool) ?? null));
  const wrong = said.filter(({ isWrong }) => isWrong);
  const detail = (list: typeof said) => `${list.map(({ text }) => text).join("; ")}${rest}`;
  if (wrong.length === 0) return ok("versions", detail(said));
  return warn("versions", {
    detail: detail(wrong),
    advice:
      "Set-ups and checks run with what is installed. Install the wanted version below /usr, or show it to the sandbox with `sandbox.readOnly`.",
  });
}

type Wanted = WantedVersion & { project: ProjectName };

/** A project that cannot be read wants nothing here: `guild-hall project list` says what is wrong with it. */
async function wantedBy(here: VersionsHere, project: ProjectName): Promise<Wanted[]> {
  const { path, branch } = here.projects[project] ?? {};
  if (path === undefined || branch === undefined) return [];
  try {
    const place = viewPlace(here.home, project);
    const commit = await findTheirs(here, place, branch);
    if (commit === undefined) return [];
    const files = await readManifests(here, place, commit);
    return wantedVersions(files).map((wanted) => ({ ...wanted, project }));
  } catch {
    return [];
  }
}

interface Installed {
  file: string;
  version: string;
}

const commands: Readonly<Record<VersionedTool, { program: string; args: readonly string[] }>> = {
  node: { program: "node", args: ["--version"] },
  python: { program: "python3", args: ["--version"] },
  go: { program: "go", args: ["version"] },
  rust: { program: "rustc", args: ["--version"] },
};

async function installedFor(
  here: VersionsHere,
  wanted: readonly Wanted[],
): Promise<Map<VersionedTool, Installed>> {
  const tools = [...new Set(wanted.map(({ tool }) => tool))];
  const found = await Promise.all(
    tools.map(async (tool) => [tool, await installedVersion(here, tool)] as const),
  );
  return new Map(found.flatMap(([tool, version]) => (version === null ? [] : [[tool, version]])));
}

async function installedVersion(here: VersionsHere, tool: VersionedTool): Promise<Installed | null> {
  const { program, args } = commands[tool];
  const found = findCommandProgram(here.programs, program);
  if (found.state !== "there") return null;
  const env = { PATH: commandPath(here.programs), HOME: "/nonexistent", LANG: "C.UTF-8" };
  const { stdout } = await runBriefly({ file: found.file, args: [...args], cwd: "/", env }, here);
  const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0];
  return version === undefined ? null : { file: found.file, version };
}

function saidOf(wanted: Wanted, installed: Installed | null): { text: string; isWrong: boolean } {
  const { project, tool, version, file, isLeast } = wanted;
  const wants = `${project} wants ${tool} ${version}${isLeast ? " or newer" : ""} (${file})`;
  if (installed === null) return { text: `${wants}, and its commands find no ${tool}`, isWrong: true };
  const isWrong = fitsVersion(wanted, installed.version) === false;
  return { text: `${wants}, and ${installed.version} is installed (${installed.file})`, isWrong };
}
