// Plans a release as a value that can be printed: the files that it writes, and the steps in order.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dateChangelog, refuseVersion, type Ruled, setVersion, type VersionPlaces } from "./rules.ts";

export interface ReleasePlan {
  version: string;
  tag: string;
  /** Paths below the repository, each with its content before and after. */
  files: readonly { path: string; before: string; after: string }[];
  /** The changes of the release, for people. */
  notes: string;
}

export interface Repository {
  root: string;
  /** `null` if HEAD is detached. */
  branch: string | null;
  /** Lines of `git status`; none if the tree is clean. */
  changes: readonly string[];
  tags: readonly string[];
}

/** The OpenAPI document names the version too; a repository without one is released without it. */
const versioned: readonly { path: string; places: VersionPlaces; optional?: true }[] = [
  { path: "package.json", places: [["version"]] },
  { path: "package-lock.json", places: [["version"], ["packages", "", "version"]] },
  { path: "docs/openapi.json", places: [["info", "version"]], optional: true },
];

/** Returns the plan, or every reason against it, so that a person can fix them all at once. */
export function planRelease(
  repository: Repository,
  { version, date }: { version: string; date: string },
): { ok: true; plan: ReleasePlan } | { ok: false; refusals: string[] } {
  const read = (path: string) => readFileSync(join(repository.root, path), "utf8");
  const present = (JSON.parse(read("package.json")) as { version: string }).version;
  const refused = [
    ...refuseRepository(repository, `v${version}`),
    refuseVersion(version, present) ?? [],
  ].flat();
  const changelog = dateChangelog(read("CHANGELOG.md"), { version, date });
  const files = versioned
    .filter(({ path, optional }) => !optional || existsSync(join(repository.root, path)))
    .map(({ path, places }) => {
      const before = read(path);
      return { path, before, after: setVersion({ path, text: before }, { places, version }) };
    });
  const refusals = [...refused, ...refusalsIn([changelog, ...files.map(({ after }) => after)])];
  if (refusals.length > 0 || !changelog.ok) return { ok: false, refusals };
  const written = files.flatMap(({ after, ...file }) => (after.ok ? [{ ...file, after: after.value }] : []));
  const dated = { path: "CHANGELOG.md", before: read("CHANGELOG.md"), after: changelog.value.text };
  return {
    ok: true,
    plan: { version, tag: `v${version}`, files: [...written, dated], notes: changelog.value.notes },
  };
}

function refuseRepository({ branch, changes, tags }: Repository, tag: string): string[] {
  const refusals: string[] = [];
  if (branch !== "main")
    refusals.push(`A release is made on main, and ${branch ?? "no branch"} is checked out.`);
  if (changes.length > 0)
    refusals.push(`The tree is not clean. Commit or stash first:\n  ${changes.slice(0, 10).join("\n  ")}`);
  if (tags.includes(tag)) refusals.push(`The tag ${tag} is there already.`);
  return refusals;
}

function refusalsIn(all: readonly Ruled<unknown>[]): string[] {
  return all.flatMap((each) => (each.ok ? [] : [each.refusal]));
}

export function formatPlan({ version, tag, files, notes }: ReleasePlan): string {
  const steps = [
    `write ${files.map(({ path }) => path).join(", ")}`,
    "npm run check",
    "npm pack, into a directory outside of the repository",
    "npm install of the tarball, in an empty directory outside of the repository",
    `guild-hall --version there, which has to say ${version}`,
    "guild-hall demo --once there",
    `git commit, as "Release ${version}"`,
    `git tag ${tag}`,
  ];
  const numbered = steps.map((step, index) => `  ${index + 1}. ${step}`);
  return [`Release ${version}:`, ...numbered, "", "What it changes:", "", notes, ""].join("\n");
}
