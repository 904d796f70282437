// Proposes how to set up and check a project with a package.json: npm, pnpm, yarn or bun.
import { z } from "zod";
import type { ProposedLine } from "../../../contract/project/proposal.ts";
import type { RepositoryFiles } from "./files.ts";
import { checkLine, type FoundTools, type HasProgram, hostLine, hostOfUrl, setUpLine } from "./found.ts";

const record = z.record(z.string(), z.unknown());
const manifest = z.object({
  scripts: record.catch({}),
  dependencies: record.catch({}),
  devDependencies: record.catch({}),
  optionalDependencies: record.catch({}),
  workspaces: z.unknown().optional(),
  packageManager: z.string().max(200).catch(""),
});
type Manifest = z.infer<typeof manifest>;

type Manager = "npm" | "pnpm" | "yarn" | "bun";

/** The lock files, in the order in which they decide if there are several. */
const lockFiles: readonly (readonly [string, Manager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

export function findNode(files: RepositoryFiles, has: HasProgram): FoundTools | null {
  const text = files.texts.get("package.json");
  if (text === undefined) return null;
  const found = parseManifest(text);
  if (found === null)
    return {
      lines: [],
      programs: [],
      notes: ["package.json cannot be read as JSON, so it proposes nothing."],
    };
  const chosen = chooseManager(files, found);
  const started = { ...chosen, ...startOf(files, chosen, has) };
  const setUp = needsPackages(found) ? setUpOf(files, found, started) : [];
  const { lines, notes } = checkOf(files, found, started);
  const all = [...setUp, ...lines];
  return { lines: all, programs: all.length === 0 ? [] : [started.run.split(" ")[0] ?? started.run], notes };
}

function parseManifest(text: string): Manifest | null {
  try {
    return manifest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

interface Chosen {
  manager: Manager;
  lock: string | null;
  /** Whether yarn is version 2 or newer, which has other options than version 1. */
  isNewYarn: boolean;
  /** The version that package.json names; `null` if it names none. */
  version: string | null;
}

interface Started extends Chosen {
  /** How the manager is started, and what runs a script of package.json. */
  run: string;
  runScript: string;
}

function chooseManager({ paths, texts }: RepositoryFiles, { packageManager }: Manifest): Chosen {
  const [, named, version = null] =
    /^(npm|pnpm|yarn|bun)@(\d{1,5}(?:\.\d{1,5}){0,2})(?:[+-]|$)/.exec(packageManager) ?? [];
  const major = version?.split(".")[0];
  const locks = lockFiles.filter(([name]) => paths.has(name));
  const fitting = named === undefined ? locks[0] : locks.find(([, manager]) => manager === named);
  const manager = (named as Manager | undefined) ?? fitting?.[1] ?? "npm";
  const isNewYarn =
    manager === "yarn" && (major === undefined ? texts.has(".yarnrc.yml") : Number(major) > 1);
  return { manager, lock: fitting?.[0] ?? null, isNewYarn, version };
}

/**
 * npm, which node brings, starts pnpm and yarn 1 where they are not installed, and its own `npm run` needs neither. A
 * newer yarn needs itself also for the checks, so `corepack` starts it.
 */
function startOf(
  files: RepositoryFiles,
  chosen: Chosen,
  has: HasProgram,
): Pick<Started, "run" | "runScript"> {
  const { manager, isNewYarn } = chosen;
  const byItself = { run: manager, runScript: manager };
  if (isNewYarn) {
    const run = has("corepack") ? "corepack yarn" : "yarn";
    return { run, runScript: run };
  }
  if (has(manager) || manager === "npm" || manager === "bun" || !has("npx")) return byItself;
  return { run: `npx --yes ${manager}@${versionOf(files, chosen)}`, runScript: "npm" };
}

/** Returns the version that package.json names, or a release that reads the lock file. */
function versionOf({ texts }: RepositoryFiles, { manager, version }: Chosen): string {
  if (version !== null) return version;
  if (manager === "yarn") return "1";
  const format = /^lockfileVersion: '?(\d{1,2})/m.exec(texts.get("pnpm-lock.yaml") ?? "")?.[1];
  return format === "5" ? "7" : format === "6" ? "8" : "9";
}

function needsPackages(found: Manifest): boolean {
  const { dependencies, devDependencies, optionalDependencies, workspaces } = found;
  const all = [dependencies, devDependencies, optionalDependencies];
  return workspaces !== undefined || all.some((each) => Object.keys(each).length > 0);
}

function setUpOf(files: RepositoryFiles, found: Manifest, started: Started): ProposedLine[] {
  const { manager, lock, run } = started;
  const install = `${run} ${lock === null ? looseInstall(started) : frozenInstall(started)}`;
  const isHusky = ["prepare", "postinstall"].some((name) => /\bhusky\b/.test(scriptOf(found, name)));
  const why =
    lock === null
      ? "package.json names packages, and there is no lock file"
      : `${lock} says which packages to install`;
  const line = isHusky
    ? setUpLine(`HUSKY=0 ${install}`, `${why}; without husky, which would set up git hooks`)
    : setUpLine(install, why);
  return [
    line,
    ...hostsOf(files, started).map((host) =>
      hostLine(host.name, host.why ?? `${manager} fetches packages from it`),
    ),
  ];
}

function frozenInstall({ manager, isNewYarn }: Chosen): string {
  if (manager === "npm") return "ci";
  return isNewYarn ? "install --immutable" : "install --frozen-lockfile";
}

/** Writes no lock file, because it would be a file that the project does not have. */
function looseInstall({ manager, isNewYarn }: Chosen): string {
  if (manager === "npm") return "install --no-package-lock";
  if (manager === "pnpm") return "install --no-lockfile";
  if (manager === "bun") return "install --no-save";
  return isNewYarn ? "install --no-immutable" : "install --no-lockfile";
}

interface NamedHost {
  name: string;
  why?: string;
}

function hostsOf(files: RepositoryFiles, { manager, run }: Started): NamedHost[] {
  const own = registriesIn(files);
  const usual = manager === "yarn" ? ["registry.yarnpkg.com", "registry.npmjs.org"] : ["registry.npmjs.org"];
  const ofYarn = run === "corepack yarn" ? ["repo.yarnpkg.com"] : [];
  const isReplaced = own.some(({ isDefault }) => isDefault);
  const names: NamedHost[] = [
    ...own.map(({ host, file }) => ({ name: host, why: `${file} names it as a registry` })),
    ...(isReplaced ? [] : usual.map((name) => ({ name }))),
    ...ofYarn.map((name) => ({ name, why: "corepack fetches yarn from it" })),
  ];
  return names.filter(({ name }, at) => names.findIndex((each) => each.name === name) === at);
}

interface OwnRegistry {
  host: string;
  file: string;
  /** Whether it takes the place of the public registry, and is not only for packages of one scope. */
  isDefault: boolean;
}

const mostRegistries = 20;

/** Reads the registries that the repository's own settings name. */
function registriesIn({ texts }: RepositoryFiles): OwnRegistry[] {
  const found = linesOf(texts.get(".npmrc")).flatMap((line): OwnRegistry[] => {
    const [, scope, url = ""] = /^\s*(@[^:\s=]{1,200}:)?registry\s*=\s*"?(\S+?)"?\s*$/.exec(line) ?? [];
    const host = hostOfUrl(url);
    return host === null ? [] : [{ host, file: ".npmrc", isDefault: scope === undefined }];
  });
  const ofYarn = linesOf(texts.get(".yarnrc.yml")).flatMap((line): OwnRegistry[] => {
    const [, indent, url = ""] = /^(\s*)npmRegistryServer:\s*["']?(\S+?)["']?\s*$/.exec(line) ?? [];
    const host = hostOfUrl(url);
    return host === null ? [] : [{ host, file: ".yarnrc.yml", isDefault: indent === "" }];
  });
  return [...found, ...ofYarn].slice(0, mostRegistries);
}

function linesOf(text = ""): string[] {
  return text.split(/\r?\n/).filter((line) => line.length <= 2000);
}

/** Scripts that check a project, the best first. One is proposed, because each more may fail for a reason of its own. */
const checkScripts = ["test", "check", "typecheck", "lint", "build"] as const;

function checkOf(
  files: RepositoryFiles,
  found: Manifest,
  { runScript, manager }: Started,
): Pick<FoundTools, "lines" | "notes"> {
  const usable = checkScripts.filter((name) => isCheck(scriptOf(found, name)));
  const [script] = usable.filter((name) => !isEndless(scriptOf(found, name)));
  const notes =
    usable[0] !== undefined && isEndless(scriptOf(found, usable[0]))
      ? [`The script "${usable[0]}" watches files and does not end, so it is not proposed as a check.`]
      : [];
  if (script !== undefined) {
    const command =
      script === "test" && manager !== "bun" ? `${runScript} test` : `${runScript} run ${script}`;
    const waits = /\breact-scripts\s+test\b/.test(scriptOf(found, script));
    const reason = `package.json has a script "${script}"`;
    return { lines: [checkLine(waits ? `CI=true ${command}` : command, reason)], notes };
  }
  const isBunTest = manager === "bun" && hasTests(files);
  return {
    lines: isBunTest ? [checkLine("bun test", "there are files for bun's own test runner")] : [],
    notes,
  };
}

function hasTests({ paths }: RepositoryFiles): boolean {
  return [...paths].some((path) => /(?:\.|_)(?:test|spec)\.[cm]?[jt]sx?$/.test(path));
}

/** `npm init` writes a script "test" that always fails. */
function isCheck(script: string): boolean {
  return script.trim() !== "" && !script.includes("no test specified");
}

function isEndless(script: string): boolean {
  return /(?:^|\s)--watch(?:All)?(?:\s|$|=true)/.test(script);
}

function scriptOf({ scripts }: Manifest, name: string): string {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : "";
  return typeof script === "string" ? script.slice(0, 10_000) : "";
}
