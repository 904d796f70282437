// What is proposed for a project, from the names and small files of its branch alone.
import { describe, expect, test } from "bun:test";
import { takeLines } from "../../../../src/rules/project/proposal/take.ts";
import { type Files, propose, values } from "./proposing.ts";

const manifest = (more: object) =>
  JSON.stringify({ scripts: { test: "node --test" }, dependencies: { ms: "2" }, ...more });
const npmHost = "registry.npmjs.org";
const pypi = ["pypi.org", "files.pythonhosted.org"];
const venv = "python3 -m venv .venv && .venv/bin/pip install";

interface Case {
  files: Files;
  programs?: string[];
  setup?: string;
  hosts?: string[];
  check?: string;
}

const node: Record<string, Case> = {
  npm: {
    files: { "package.json": manifest({}), "package-lock.json": "" },
    setup: "npm ci",
    hosts: [npmHost],
    check: "npm test",
  },
  "npm without a lock file": {
    files: { "package.json": manifest({}) },
    setup: "npm install --no-package-lock",
    hosts: [npmHost],
    check: "npm test",
  },
  "npm without packages": {
    files: { "package.json": JSON.stringify({ scripts: { test: "node --test" } }) },
    check: "npm test",
  },
  "npm with a script test of npm init": {
    files: {
      "package.json": manifest({
        scripts: { test: 'echo "Error: no test specified" && exit 1', lint: "eslint ." },
      }),
      "package-lock.json": "",
    },
    setup: "npm ci",
    hosts: [npmHost],
    check: "npm run lint",
  },
  "npm with husky": {
    files: { "package.json": manifest({ scripts: { prepare: "husky install" } }), "package-lock.json": "" },
    setup: "HUSKY=0 npm ci",
    hosts: [npmHost],
  },
  "npm with a registry of its own": {
    files: {
      "package.json": manifest({}),
      "package-lock.json": "",
      ".npmrc": "registry=https://npm.example.org/all/\n@acme:registry = http://other.example.org:4873\n",
    },
    setup: "npm ci",
    hosts: ["npm.example.org", "other.example.org"],
    check: "npm test",
  },
  "npm with a registry for one scope": {
    files: {
      "package.json": manifest({}),
      "package-lock.json": "",
      ".npmrc": "@acme:registry=https://other.example.org\n",
    },
    setup: "npm ci",
    hosts: ["other.example.org", npmHost],
    check: "npm test",
  },
  "react-scripts, which watch without CI": {
    files: { "package.json": manifest({ scripts: { test: "react-scripts test" } }), "package-lock.json": "" },
    setup: "npm ci",
    hosts: [npmHost],
    check: "CI=true npm test",
  },
  pnpm: {
    files: { "package.json": manifest({}), "pnpm-lock.yaml": "" },
    programs: ["pnpm", "corepack"],
    setup: "pnpm install --frozen-lockfile",
    hosts: [npmHost],
    check: "pnpm test",
  },
  "pnpm of a version, by npx": {
    files: { "package.json": manifest({ packageManager: "pnpm@9.1.0" }), "pnpm-lock.yaml": "" },
    programs: ["npx", "corepack"],
    setup: "npx --yes pnpm@9.1.0 install --frozen-lockfile",
    hosts: [npmHost],
    check: "npm test",
  },
  "pnpm of its lock file's format, by npx": {
    files: { "package.json": manifest({}), "pnpm-lock.yaml": "lockfileVersion: '6.0'\n" },
    programs: ["npx"],
    setup: "npx --yes pnpm@8 install --frozen-lockfile",
    hosts: [npmHost],
    check: "npm test",
  },
  "yarn 1 by npx": {
    files: { "package.json": manifest({}), "yarn.lock": "" },
    programs: ["npx"],
    setup: "npx --yes yarn@1 install --frozen-lockfile",
    hosts: ["registry.yarnpkg.com", npmHost],
    check: "npm test",
  },
  "yarn 1": {
    files: { "package.json": manifest({}), "yarn.lock": "" },
    programs: ["yarn"],
    setup: "yarn install --frozen-lockfile",
    hosts: ["registry.yarnpkg.com", npmHost],
    check: "yarn test",
  },
  "yarn 4 by corepack": {
    files: { "package.json": manifest({ packageManager: "yarn@4.5.0+sha224.00" }), "yarn.lock": "" },
    programs: ["corepack"],
    setup: "corepack yarn install --immutable",
    hosts: ["registry.yarnpkg.com", npmHost, "repo.yarnpkg.com"],
    check: "corepack yarn test",
  },
  bun: {
    files: { "package.json": manifest({}), "bun.lock": "" },
    setup: "bun install --frozen-lockfile",
    hosts: [npmHost],
    check: "bun run test",
  },
  "bun's own test runner": {
    files: { "package.json": manifest({ scripts: {} }), "bun.lock": "", "test/": "", "test/a.test.ts": "" },
    setup: "bun install --frozen-lockfile",
    hosts: [npmHost],
    check: "bun test",
  },
  "several lock files, of which packageManager names one": {
    files: {
      "package.json": manifest({ packageManager: "npm@10.0.0" }),
      "yarn.lock": "",
      "package-lock.json": "",
    },
    setup: "npm ci",
    hosts: [npmHost],
    check: "npm test",
  },
};

const python: Record<string, Case> = {
  "requirements with pytest": {
    files: { "requirements.txt": "requests\n", "requirements-dev.txt": "pytest>=8\n", "tests/test_a.py": "" },
    setup: `${venv} -r requirements.txt -r requirements-dev.txt`,
    hosts: pypi,
    check: ".venv/bin/python -m pytest",
  },
  "an index of its own": {
    files: { "requirements.txt": "--index-url https://pypi.example.org/simple\nrequests\n" },
    setup: `${venv} -r requirements.txt`,
    hosts: ["pypi.example.org"],
  },
  "a package with an extra for tests": {
    files: {
      "pyproject.toml":
        '[build-system]\nrequires = ["setuptools"]\n[project]\nname = "acme"\n[project.optional-dependencies]\ntest = [\n  "pytest", # x\n]\n',
    },
    setup: `${venv} -e '.[test]'`,
    hosts: pypi,
    check: ".venv/bin/python -m pytest",
  },
  "a package whose tests need pytest without naming it": {
    files: { "pyproject.toml": '[project]\nname = "acme"\n[tool.pytest.ini_options]\n' },
    setup: `${venv} -e . pytest`,
    hosts: pypi,
    check: ".venv/bin/python -m pytest",
  },
  uv: {
    files: {
      "uv.lock": "",
      "pyproject.toml": '[project]\nname="a"\n[dependency-groups]\ndev = ["pytest"]\n',
    },
    setup: "uv sync --locked",
    hosts: pypi,
    check: ".venv/bin/python -m pytest",
  },
  poetry: {
    files: { "poetry.lock": "", "pyproject.toml": "[tool.poetry]\nname = 'a'\n", "tests/test_a.py": "" },
    setup: "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction",
    hosts: pypi,
    check: ".venv/bin/python -m unittest discover -s tests",
  },
  "tests of the standard library alone": {
    files: { "acme.py": "", "tests/": "", "tests/__init__.py": "", "tests/test_acme.py": "" },
    check: "python3 -m unittest discover -s tests -t .",
  },
  "settings of a formatter alone": { files: { "pyproject.toml": "[tool.black]\nline-length = 100\n" } },
};

const others: Record<string, Case> = {
  go: {
    files: { "go.mod": "module acme\n\ngo 1.22\n\nrequire (\n\tgolang.org/x/text v0.3.0\n)\n" },
    setup: "GOFLAGS=-modcacherw go mod download",
    hosts: ["proxy.golang.org", "sum.golang.org"],
    check: "go test ./...",
  },
  "go without modules": { files: { "go.mod": "module acme\n\ngo 1.22\n" }, check: "go test ./..." },
  "go with a vendor directory": {
    files: { "go.mod": "module acme\nrequire a.b/c v1.0.0\n", "vendor/modules.txt": "" },
    check: "go test ./...",
  },
  cargo: {
    files: { "Cargo.toml": '[package]\nname = "a"\n[dependencies]\nserde = "1"\n', "Cargo.lock": "" },
    setup: "cargo fetch --locked",
    hosts: ["index.crates.io", "static.crates.io"],
    check: "cargo test --offline",
  },
  "cargo without crates": {
    files: { "Cargo.toml": '[package]\nname = "a"\n[dependencies]\n' },
    check: "cargo test --offline",
  },
  make: { files: { Makefile: "VAR := 1\nall: test\n\ntest: all\n\techo\n" }, check: "make test" },
  "make beside a language with a check": {
    files: { Makefile: "test:\n\techo\n", "go.mod": "module acme\n" },
    check: "go test ./...",
  },
  "make without a target for tests": { files: { Makefile: "install:\n\techo\ntest_all:\n" } },
  nothing: { files: { "README.md": "# Acme\n" } },
};

describe.each(Object.entries({ node, python, others }))("%s", (_language, cases) => {
  test.each(Object.entries(cases))("%s", (_name, { files, programs, setup, hosts = [], check }) => {
    const { lines } = propose(files, programs === undefined ? {} : { programs });
    expect({
      setup: values(lines, "setup"),
      hosts: values(lines, "host"),
      check: values(lines, "check"),
    }).toEqual({
      setup: setup === undefined ? [] : [setup],
      hosts,
      check: check === undefined ? [] : [check],
    });
    for (const { reason } of lines) expect(reason).toMatch(/^[^\n]{10,200}$/);
  });
});

test("a script that never ends is no check, and the person is told", () => {
  const files = { "package.json": manifest({ scripts: { test: "jest --watch" } }), "package-lock.json": "" };
  const { lines, notes } = propose(files);
  expect(values(lines, "check")).toEqual([]);
  expect(notes).toEqual([
    'The script "test" watches files and does not end, so it is not proposed as a check.',
  ]);
});

test("two languages are set up by one command, in which each line is a part", () => {
  const found = propose({
    "package.json": manifest({}),
    "package-lock.json": "",
    "requirements.txt": "requests\n",
  });
  expect(takeLines(found.lines, found)).toEqual({
    setup: { command: `npm ci && ${venv} -r requirements.txt`, network: true },
    network: { allow: [npmHost, ...pypi] },
    checks: ["npm test"],
  });
});

test("without any host that is taken the set-up gets no network, because no host would mean all of them", () => {
  const found = propose({ "package.json": manifest({}), "package-lock.json": "" });
  const without = found.lines.filter(({ kind }) => kind !== "host");
  expect(takeLines(without, found)).toEqual({
    setup: { command: "npm ci", network: false },
    checks: ["npm test"],
  });
  expect(takeLines(without, { kept: ["network"] }).setup).toEqual({ command: "npm ci", network: true });
});

test("settings that the project has are not proposed again, and are named", () => {
  const files = { "package.json": manifest({}), "package-lock.json": "" };
  const some = propose(files, { given: ["setup"] });
  expect(some.lines.map(({ kind }) => kind)).toEqual(["check"]);
  expect(some.kept).toEqual(["setup"]);
  const all = propose(files, { given: ["setup", "network", "checks", "copy"] });
  expect(all).toMatchObject({ lines: [], kept: ["setup", "network", "checks"], programs: [] });
});

test("a file with secrets is proposed for copying only where git has an example of it, and is not advised", () => {
  const { lines } = propose({ ".env.example": "" });
  expect(lines).toMatchObject([{ kind: "copy", value: ".env", advised: false }]);
  expect(propose({ ".env.example": "", ".env": "" }).lines).toEqual([]);
});
