// Finds the files that decide what a project's set-up command installs. If these files are the same in two
// git trees, the command is assumed to give the same result.
import { createHash } from "node:crypto";
import { compileGlobs, type Matcher } from "../../base/text/glob.ts";

/** The manifests, lock files and settings of the usual package managers. */
export const usualInputs: readonly string[] = [
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "bun.lock",
  "bun.lockb",
  "bunfig.toml",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".node-version",
  ".nvmrc",
  ".pnpmfile.mjs",
  "deno.json",
  "deno.jsonc",
  "deno.lock",
  "requirements*.txt",
  "requirements*.in",
  "**/requirements/*.txt",
  "**/requirements/*.in",
  "constraints*.txt",
  "pyproject.toml",
  "poetry.lock",
  "uv.lock",
  "pdm.lock",
  "setup.py",
  "setup.cfg",
  "Pipfile",
  "Pipfile.lock",
  "environment.yml",
  "environment.yaml",
  "pixi.toml",
  "pixi.lock",
  ".python-version",
  "pip.conf",
  "Gemfile",
  "Gemfile.lock",
  "*.gemspec",
  "**/.bundle/config",
  ".ruby-version",
  "go.mod",
  "go.sum",
  "go.work",
  "go.work.sum",
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain",
  "rust-toolchain.toml",
  "**/.cargo/config.toml",
  "**/.cargo/config",
  "composer.json",
  "composer.lock",
  "pom.xml",
  "**/.mvn/extensions.xml",
  "maven.config",
  "maven-wrapper.properties",
  "build.gradle",
  "build.gradle.kts",
  "settings.gradle",
  "settings.gradle.kts",
  "gradle.lockfile",
  "gradle.properties",
  "gradle-wrapper.properties",
  "libs.versions.toml",
  "build.sbt",
  "mix.exs",
  "mix.lock",
  "pubspec.yaml",
  "pubspec.lock",
  "Package.swift",
  "Package.resolved",
  "Podfile",
  "Podfile.lock",
  "*.csproj",
  "*.fsproj",
  "packages.lock.json",
  "Directory.Packages.props",
  "NuGet.Config",
  "NuGet.config",
  "nuget.config",
  "**/.config/dotnet-tools.json",
  "global.json",
  "flake.nix",
  "flake.lock",
  ".tool-versions",
  "mise.toml",
  ".mise.toml",
  "renv.lock",
  "stack.yaml",
  "stack.yaml.lock",
  "*.cabal",
  "cabal.project",
  "rebar.config",
  "rebar.lock",
  "deps.edn",
  "project.clj",
  "conanfile.txt",
  "conanfile.py",
  "vcpkg.json",
  "Makefile",
];

/** A file of a git tree. */
export interface TreeEntry {
  path: string;
  mode: string;
  oid: string;
}

/**
 * Returns a function that tells whether a path matches one of the patterns. A pattern without a slash is a
 * file name in any directory; with a slash it is a path from the root of the tree. "*" matches anything, and
 * "**" before a slash matches any number of directories, or none.
 */
export function isInputBy(patterns: readonly string[]): (path: string) => boolean {
  const plain = new Set(patterns.filter((pattern) => !/[*?[{\\/]/.test(pattern)));
  const others = patterns.filter((pattern) => !plain.has(pattern));
  const isName = compileAll(others.filter((pattern) => !pattern.includes("/")));
  const isPath = compileAll(others.filter((pattern) => pattern.includes("/")));
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return plain.has(name) || isName(name) || isPath(path);
  };
}

function compileAll(patterns: readonly string[]): Matcher {
  return compileGlobs(
    patterns.map((pattern) => pattern.replace(/^\.?\//, "").replace(/(?<=^|\/)\*\*\//g, "{,*/}")),
  );
}

export interface SetUpInputs {
  command: string;
  patterns: readonly string[];
  /** The SHA-256 of each file that was copied into the worktree, by its path. */
  copied: Readonly<Record<string, string>>;
  entries: readonly TreeEntry[];
}

/** Returns a hash that is equal for trees with the same inputs. */
export function inputsOf({ command, patterns, copied, entries }: SetUpInputs): string {
  const isInput = isInputBy(patterns);
  const found = entries
    .filter(({ path }) => isInput(path))
    .map(({ path, mode, oid }) => [path, mode, oid])
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return hashOf(["1", command, [...patterns], sorted(copied), found]);
}

/**
 * Returns the key under which the output of one set-up is stored: a hash of the command, the whole tree, and the copied
 * files.
 */
export function outcomeKey(order: {
  command: string;
  tree: string;
  copied: Readonly<Record<string, string>>;
}): string {
  return hashOf(["1", order.command, order.tree, sorted(order.copied)]);
}

function sorted(copied: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(copied).sort(([a], [b]) => (a < b ? -1 : 1));
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
