// A whole release, of a small repository that has all that a release needs: real git, real npm pack, a real install from
// the tarball in an empty directory. The package has no dependencies, so that no registry is asked.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../../src/host/program.ts";
import { commitFiles, gitIn, makeRepository } from "../harness/git/repositories.ts";
import { tempDir } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

const limitMs = 60_000;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const manifest = {
  name: "guild-hall",
  version: "0.1.0",
  bin: { "guild-hall": "bin/guild-hall.js" },
  files: ["bin", "demo"],
  scripts: { check: "node check.js" },
};
const changelog = "# Changelog\n\n## Unreleased\n\n- **A door.** It opens.\n\n## 0.1.0\n\n- The first.\n";
/** As the real one does: it reads its version from package.json, and its demo needs a file of the package. */
const program = `#!/usr/bin/env node
const { readFileSync } = require("node:fs");
const at = (name) => readFileSync(require("node:path").join(__dirname, "..", name), "utf8");
if (process.argv[2] === "--version") console.log("guild-hall " + JSON.parse(at("package.json")).version);
else console.log("demo: " + at("demo/script.txt").trim());
`;

function small(more: Record<string, string> = {}): string {
  return makeRepository({
    "package.json": json(manifest),
    "package-lock.json": json({
      name: "guild-hall",
      version: "0.1.0",
      lockfileVersion: 3,
      packages: { "": { version: "0.1.0" } },
    }),
    "CHANGELOG.md": changelog,
    "docs/openapi.json": json({ openapi: "3.1.0", info: { version: "0.1.0" } }),
    "bin/guild-hall.js": program,
    "demo/script.txt": "completed\n",
    // The checks see the files as they will be released.
    "check.js": 'const { version } = require("./package.json");\nconsole.log("checked", version);\n',
    ...more,
  });
}

function release(root: string, ...args: string[]) {
  const temporary = tempDir();
  const home = join(temporary, "home");
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TMPDIR: temporary,
    npm_config_cache: join(home, "cache"),
    npm_config_userconfig: join(home, "npmrc"),
    npm_config_update_notifier: "false",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
  };
  const command = [process.execPath, installed("scripts/release.ts"), ...args];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root, env });
  return { code: exitCode, out: stdout.toString(), err: stderr.toString(), temporary };
}

const stateOf = (root: string) => ({
  head: gitIn(root, "rev-parse", "HEAD"),
  tags: gitIn(root, "tag", "--list"),
  status: gitIn(root, "status", "--porcelain"),
  changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"),
});

test("a dry run prints what would be done, and does nothing", () => {
  const root = small();
  const before = stateOf(root);
  const { code, out, err } = release(root, "0.2.0", "--dry-run");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("1. write package.json, package-lock.json, docs/openapi.json, CHANGELOG.md");
  expect(out).toContain("git tag v0.2.0");
  expect(out).toContain("- **A door.** It opens.");
  expect(stateOf(root)).toEqual(before);
});

longTest(
  "a release is checked, packed, tried from an empty directory, committed and tagged, and published by nobody",
  () => {
    const root = small();
    const { code, out, temporary } = release(root, "0.2.0", "--offline");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toContain("checked 0.2.0");
    expect(out).toContain("demo: completed");
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as object;
    expect(read("package.json")).toEqual({ ...manifest, version: "0.2.0" });
    expect(read("package-lock.json")).toMatchObject({
      version: "0.2.0",
      packages: { "": { version: "0.2.0" } },
    });
    expect(read("docs/openapi.json")).toMatchObject({ info: { version: "0.2.0" } });
    expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n- \*\*A door/,
    );
    expect(gitIn(root, "status", "--porcelain")).toBe("");
    expect(gitIn(root, "log", "-1", "--format=%s")).toBe("Release 0.2.0");
    expect(gitIn(root, "rev-parse", "v0.2.0^{commit}")).toBe(gitIn(root, "rev-parse", "HEAD"));
    const [tarball = ""] = /\S+guild-hall-0\.2\.0\.tgz$/m.exec(out) ?? [];
    expect(out).toContain(`npm publish ${tarball}`);
    expect(tarball).toStartWith(temporary);
    expect(existsSync(tarball)).toBe(true);
  },
  limitMs,
);

test("all that is in the way is named at once", () => {
  const root = small({ "CHANGELOG.md": changelog.replace("- **A door.** It opens.", "") });
  gitIn(root, "tag", "v0.0.9");
  gitIn(root, "checkout", "-qb", "side");
  Bun.spawnSync(["touch", "left-over.txt"], { cwd: root });
  const before = stateOf(root);
  const { code, err } = release(root, "0.0.9");
  expect(code).toBe(1);
  expect(err).toContain("A release is made on main, and side is checked out.");
  expect(err).toContain("The tree is not clean");
  expect(err).toContain("left-over.txt");
  expect(err).toContain("The tag v0.0.9 is there already.");
  expect(err).toContain("0.0.9 is not greater than 0.1.0");
  expect(err).toContain("there is nothing to release");
  expect(stateOf(root)).toEqual(before);
});

test.each([
  ["its checks fail", { "check.js": "process.exit(3);\n" }, "npm run check ended with 3."],
  ["the package lacks a file of the demo", { "package.json": json({ ...manifest, files: ["bin"] }) }, "demo --once ended with"],
  ["the package is another version", { "bin/guild-hall.js": program.replace('at("package.json")', `'{"version":"9.9.9"}'`) }, "and not 0.2.0"],
])("a release leaves nothing where %s", (_why, files, says) => {
  const root = small();
  commitFiles(root, files);
  const before = stateOf(root);
  const { code, out, err, temporary } = release(root, "0.2.0", "--offline");
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
  expect(out).toContain("are as they were; there is no commit and no tag.");
  expect(stateOf(root)).toEqual(before);
  expect(readdirSync(temporary)).toEqual(["home"]);
}, limitMs); // prettier-ignore
