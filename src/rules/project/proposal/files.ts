// Describes what of a repository decides the settings that are proposed for it: a few names, and the text of small
// files. All of it is untrusted.

export interface RepositoryFiles {
  /** The names at the top of the repository and in a few directories. A directory ends with a slash. */
  paths: ReadonlySet<string>;
  /** The texts of the files in `readFiles` that are there, are no links and are small. */
  texts: ReadonlyMap<string, string>;
}

/** A larger file is not read. */
export const largestManifest = 512 * 1024;

/** Directories whose names are listed beside those at the top. */
export const listedDirectories: readonly string[] = ["tests/", "test/", "requirements/"];

/** Single files below the top that are looked for. */
export const lookedFor: readonly string[] = ["vendor/modules.txt"];

export const requirementFiles: readonly string[] = [
  "requirements.txt",
  "requirements-dev.txt",
  "requirements-test.txt",
  "requirements_dev.txt",
  "requirements_test.txt",
  "dev-requirements.txt",
  "test-requirements.txt",
  "requirements/dev.txt",
  "requirements/test.txt",
];

export const makefiles: readonly string[] = ["GNUmakefile", "makefile", "Makefile"];

export const versionFiles: readonly string[] = [
  ".nvmrc",
  ".node-version",
  ".python-version",
  ".tool-versions",
  "rust-toolchain.toml",
  "rust-toolchain",
  "go.mod",
];

export const readFiles: readonly string[] = [
  ...versionFiles,
  ...requirementFiles,
  ...makefiles,
  "package.json",
  "pnpm-lock.yaml",
  ".npmrc",
  ".yarnrc.yml",
  "pyproject.toml",
  "pytest.ini",
  "tox.ini",
  "setup.cfg",
  "Cargo.toml",
];
