// guild-hall package add, on real directories, tarballs and dependencies.
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { runHere } from "../../cli/support.ts";
import { ground, layFiles, recordOf, workerFiles } from "./support.ts";
import { packed, tarball } from "./tarballs.ts";

describe("add", () => {
  test("shows what the package asks for and whose rights its code has, and with --dry-run does no more", async () => {
    const { place, home, ask } = ground();
    const guildHall = {
      toolboxes: ["verify"],
      builtInTools: ["WebSearch"],
      model: "sonnet",
      checkout: "full",
    };
    layFiles(`${place}/scribe`, workerFiles("scribe", { guildHall }));
    const run = await ask("add", "scribe", "--dry-run");
    expect(run).toMatchObject({ code: 0, err: "" });
    for (const line of [
      "scribe  Scribe (worker)",
      "  Writes things down.",
      "  files      read (Read Grep Glob)",
      "  built-in   WebSearch",
      "  toolboxes  verify",
      "  checkout   full: all of a project's files",
      "  limits     150 turns, $5; not validated",
      "  model      sonnet",
      "  needs      no other packages",
      "Nothing was changed.",
    ])
      expect(run.out.split("\n")).toContain(line);
    expect(run.out).toContain("runs in the workbench, outside the sandbox, with your rights");
    expect(existsSync(home)).toBe(false);
  });

  test("copies the files, without what is installed or versioned beside them, and remembers what they were", async () => {
    const { place, home, ask } = ground();
    const from = layFiles(`${place}/scribe`, {
      ...workerFiles(),
      "node_modules/dep/index.js": "1",
      ".git/HEAD": "ref",
      "bin/run.sh": "#!/bin/sh\n",
    });
    chmodSync(`${from}/bin/run.sh`, 0o755);
    symlinkSync("posture.md", `${from}/short.md`);
    const run = await ask("add", "scribe");
    const added = `${homeLayout(home).packages}/scribe`;
    expect(run.out).toEndWith(`\nAdded to ${added}.\n`);
    expect(readdirSync(added).sort()).toEqual(["bin", "index.ts", "package.json", "posture.md", "short.md"]);
    expect(readlinkSync(`${added}/short.md`)).toBe("posture.md");
    expect(statSync(`${added}/bin/run.sh`).mode & 0o777).toBe(0o700);
    expect(statSync(`${added}/index.ts`).mode & 0o777).toBe(0o600);
    const { scribe } = recordOf(home);
    expect(scribe).toMatchObject({ from, linked: false, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(readdirSync(homeLayout(home).packages).sort()).toEqual([".lock", "scribe"]);
  });

  test("replaces one of the same name whole; the old one is in the trash", async () => {
    const { place, home, ask } = ground();
    layFiles(`${place}/scribe`, { ...workerFiles(), "old.ts": "1" });
    await ask("add", "scribe");
    const next = layFiles(`${place}/next`, workerFiles());
    const run = await ask("add", "next", "--json");
    const { directory, movedTo } = JSON.parse(run.out) as { directory: string; movedTo: string };
    expect(existsSync(`${directory}/old.ts`)).toBe(false);
    expect(existsSync(`${movedTo}/old.ts`)).toBe(true);
    expect(recordOf(home)["scribe"]?.from).toBe(next);
  });

  test("takes a tarball, also as file:, and unpacks it nowhere but on its way", async () => {
    const { place, home, ask } = ground();
    writeFileSync(`${place}/scribe-1.0.0.tgz`, tarball(packed(workerFiles())));
    for (const from of ["scribe-1.0.0.tgz", "file:./scribe-1.0.0.tgz", `file://${place}/scribe-1.0.0.tgz`])
      expect(await ask("add", from)).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(`${home}/packages/scribe/posture.md`, "utf8")).toBe("# You are the scribe\n");
    expect(recordOf(home)["scribe"]?.from).toBe(`${place}/scribe-1.0.0.tgz`);
  });

  test("fetches what is not there by npm, with scripts off and npm's own settings", async () => {
    const { place, home } = ground();
    const tgz = `${place}/served.tgz`;
    writeFileSync(tgz, tarball(packed(workerFiles())));
    // Stands for npm and its registry: puts down what it was asked for, and how.
    mkdirSync(`${place}/bin`);
    writeFileSync(
      `${place}/bin/npm`,
      `#!/bin/sh\nfor a in "$@"; do echo "$a"; done > ${place}/asked\nenv > ${place}/env\ncp ${tgz} "$PWD/scribe-1.0.0.tgz"\n`,
    );
    chmodSync(`${place}/bin/npm`, 0o755);
    const childEnvironment = { PATH: `${place}/bin:/usr/bin:/bin` };
    const env = { npm_config_registry: "https://packages.example", SECRET_OF_MINE: "x" };
    const { ask } = ground({ machine: { childEnvironment }, env });
    const run = await ask("add", "guild-hall-worker-scribe@1");
    expect(run).toMatchObject({ code: 0, err: "" });
    const asked = readFileSync(`${place}/asked`, "utf8").split("\n");
    expect(asked).toContain("--ignore-scripts");
    expect(asked.slice(-3)).toEqual(["--", "guild-hall-worker-scribe@1", ""]);
    const seen = readFileSync(`${place}/env`, "utf8");
    expect(seen).toContain("npm_config_registry=https://packages.example");
    expect(seen).not.toContain("SECRET_OF_MINE");
    expect(existsSync(home)).toBe(false); // the other ground's
  });

  test("says what npm said of a name that nobody has, and that nothing lies here", async () => {
    const { place } = ground();
    const said = ["npm error code E404", "npm error 404 Not Found - nowhere", "npm error 404 Note that"];
    layFiles(`${place}/bin`, { npm: `#!/bin/sh\necho '${said.join("\n")}' >&2\nexit 1\n` });
    chmodSync(`${place}/bin/npm`, 0o755);
    const childEnvironment = { PATH: `${place}/bin:/usr/bin:/bin` };
    const here = ground({ machine: { childEnvironment } });
    const { err } = await here.ask("add", "scrbe");
    expect(err).toContain(
      `There is no ${here.place}/scrbe, and npm cannot fetch scrbe: 404 Not Found - nowhere\n`,
    );
  });

  test("installs dependencies that the package brings along, and runs none of their scripts, nor its own", async () => {
    const { place, home, ask } = ground();
    const scripts = { preinstall: "touch ../ran", install: "touch ../ran", postinstall: "touch ../ran" };
    const dependency = { name: "dep", version: "1.0.0", main: "index.js", type: "module", scripts };
    const file = { dependencies: { dep: "file:./vendor/dep" }, scripts };
    layFiles(`${place}/scribe`, {
      ...workerFiles("scribe", { file }),
      "index.ts":
        'import { word } from "dep";\nexport const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance + word });\n',
      "vendor/dep/package.json": JSON.stringify(dependency),
      "vendor/dep/index.js": 'export const word = "from dep";\n',
    });
    const run = await ask("add", "scribe");
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.out).toContain("needs      dep file:./vendor/dep; installed without their scripts");
    const added = `${home}/packages/scribe`;
    expect(existsSync(`${added}/node_modules/dep/index.js`)).toBe(true);
    expect(readdirSync(`${home}/packages`).sort()).toEqual([".lock", "scribe"]);
    expect(existsSync(`${added}/vendor/ran`) || existsSync(`${home}/packages/ran`)).toBe(false);
    expect(await ask("validate", added)).toMatchObject({ code: 0 }); // its code finds it, and nothing has changed
    expect((await ask("list")).out).not.toContain("changed");
  });

  test("where dependencies cannot be installed, nothing is changed and the reason is given", async () => {
    const { place, home, ask } = ground();
    layFiles(`${place}/scribe`, workerFiles());
    await ask("add", "scribe");
    const broken = layFiles(`${place}/broken`, {
      ...workerFiles("scribe", { file: { dependencies: { dep: "file:./nowhere" } } }),
    });
    const run = await ask("add", broken);
    expect(run.code).toBe(1);
    expect(run.err).toContain("The dependencies of scribe cannot be installed");
    expect(recordOf(home)["scribe"]?.from).toBe(`${place}/scribe`);
    expect(readdirSync(`${home}/packages`).sort()).toEqual([".lock", "scribe"]);
    expect(readdirSync(`${home}/trash`)).toEqual([]);
  });

  test("waits for nobody: while another command changes the packages it says so", async () => {
    const { place, home, ask } = ground();
    layFiles(`${place}/scribe`, workerFiles());
    mkdirSync(`${home}/packages`, { recursive: true });
    const lock = systemLocks.tryLock(homeLayout(home).packagesLock);
    const run = await ask("add", "scribe");
    lock?.release();
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining("Another command is changing") });
    expect(await ask("add", "scribe")).toMatchObject({ code: 0 });
  });

  test("what a killed one left half-made is gone after the next, and a home of a newer format is left alone", async () => {
    const { place, home, ask } = ground();
    layFiles(`${place}/scribe`, workerFiles());
    layFiles(`${home}/packages/.scribe.0197.draft`, workerFiles());
    await ask("add", "scribe");
    expect(readdirSync(`${home}/packages`).sort()).toEqual([".lock", "scribe"]);
    writeFileSync(`${home}/version`, "99\n");
    const refused = await ask("remove", "scribe");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("has format 99") });
    expect(existsSync(`${home}/packages/scribe`)).toBe(true);
  });
});

test("a record that cannot be read is not written over", async () => {
  const { place, home, ask } = ground();
  layFiles(`${place}/scribe`, workerFiles());
  await ask("add", "scribe");
  writeFileSync(homeLayout(home).packagesRecord, "{");
  const run = await ask("remove", "scribe");
  expect(run).toMatchObject({ code: 1, err: expect.stringContaining("packages.json cannot be read") });
  expect(existsSync(`${home}/packages/scribe`)).toBe(true);
  expect((await ask("list")).out).toContain("scribe");
});

test("files that changed since a package was added are told by list, validate and doctor; adding it again settles it", async () => {
  const { place, home, ask } = ground();
  layFiles(`${place}/scribe`, workerFiles());
  await ask("add", "scribe");
  expect((await ask("list")).out).toMatch(/scribe +worker +added +\S+scribe\n/);
  writeFileSync(
    `${home}/packages/scribe/index.ts`,
    "export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance + '?' });",
  );
  const sentence = 'The files of "scribe" have changed since it was added';
  const listed = await ask("list");
  expect(listed.out).toMatch(/scribe +worker +changed /);
  expect(listed.out).toContain(sentence);
  expect((await ask("validate", `${home}/packages/scribe`)).out).toContain(sentence);
  const doctor = await runHere(["doctor"], { home, env: { PATH: process.env["PATH"] ?? "" } });
  expect(doctor.out).toContain(sentence);
  await ask("add", "scribe");
  expect((await ask("list")).out).not.toContain(sentence);
});
