// Reports which projects' set-up commands may use the network, and warns of settings that do not limit their
// hosts.
import { findProject, type HallConfig, type ProjectSettings } from "../../contract/home/config.ts";
import { projectName } from "../../contract/home/ids.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { Finding } from "../../contract/api/doctor.ts";
import { identifyRepositories } from "../../git/repository/repository-id.ts";
import { personsBranch, projectsMoving, type RepositoryAt } from "../../rules/project/persons-branch.ts";
import { whyNeverPinned } from "../../base/network/public-address.ts";
import type { SandboxProbe } from "../../workbench/sandbox/probe.ts";
import { ok, warn } from "./finding.ts";

type Named = readonly [string, ProjectSettings];

export async function checkNetwork(
  { projects }: Pick<HallConfig, "projects">,
  { level }: Pick<SandboxProbe, "level">,
): Promise<Finding> {
  const using = Object.entries(projects).filter(([, { setup }]) => setup?.network === true);
  if (using.length === 0) return ok("network", "no project's set-up may use the network");
  const names = using.map(([name]) => name).join(", ");
  if (level !== "bubblewrap")
    return warn("network", {
      detail: `the set-up of ${names} may use the network, and this machine can neither limit its hosts nor keep it from files that a worker wrote`,
      advice: "Install bubblewrap: the hall can hold a set-up to its settings only in a sandbox.",
    });
  return (
    lostPins(using) ??
    movedBranches(projects, using, await identifyRepositories(projects)) ??
    openLists(using) ??
    ok("network", `the set-up of ${names} reaches only the hosts that are listed`)
  );
}

function lostPins(using: readonly Named[]): Finding | null {
  const lost = using.flatMap(([name, { network }]) => network.allow.flatMap((entry) => lostPin(name, entry)));
  if (lost.length === 0) return null;
  return warn("network", { detail: lost.join("; "), advice: "Pin a public address, or a private one." });
}

function lostPin(project: string, entry: AllowedHost): string[] {
  const why = typeof entry === "string" ? null : whyNeverPinned(entry.address);
  if (typeof entry === "string" || why === null) return [];
  return [
    `projects.${project}.network.allow pins ${entry.host} to ${entry.address}, which is ${why} and is never reached`,
  ];
}

/**
 * Warns of projects whose own branch the hall moves. Workers' files reach such a branch, so a set-up there gets the
 * network only after a person's approval.
 */
function movedBranches(
  projects: HallConfig["projects"],
  using: readonly Named[],
  repositoryAt: RepositoryAt,
): Finding | null {
  const moved = using.filter(
    ([name, { branch }]) =>
      branch !== undefined && personsBranch(projects, projectName.parse(name), repositoryAt) === null,
  );
  const [first] = moved;
  if (first === undefined) return null;
  const said = moved.map(
    ([name, { branch }]) =>
      `projects.${name}.branch is "${branch}", which the hall itself moves${movers(projects, name, repositoryAt)}: the set-up of ${name} has the network only on files that you approve`,
  );
  return warn("network", {
    detail: said.join("; "),
    advice: `Name a branch that only you change, for example with \`guild-hall config set projects.${first[0]}.branch main\`.`,
  });
}

/** Names the other projects that move the branch: their paths may hide that they have the same repository. */
function movers(projects: HallConfig["projects"], name: string, repositoryAt: RepositoryAt): string {
  const others = projectsMoving(projects, projectName.parse(name), repositoryAt)
    .filter((each) => each !== name)
    .map((each) => `projects.${each}, whose path ${findPath(projects, each)} is the same repository`);
  return others.length === 0 ? "" : ` (for ${others.join(", and for ")})`;
}

function findPath(projects: HallConfig["projects"], name: string): string {
  return findProject(projects, projectName.parse(name))?.path ?? "";
}

function openLists(using: readonly Named[]): Finding | null {
  const open = using.filter(([, { network }]) => network.allow.length === 0).map(([name]) => name);
  if (open.length === 0) return null;
  return warn("network", {
    detail: `the set-up of ${open.join(", ")} may reach every public host`,
    advice: `Name the hosts that it needs, for example with \`guild-hall config set projects.${open[0]}.network.allow registry.npmjs.org\`.`,
  });
}
