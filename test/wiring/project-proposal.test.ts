// Settings are proposed for a project from its files, and written as the person answers: through the command line and a
// hall with every real part.
import { afterEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { projectAdded } from "../../src/contract/project/project.ts";
import { type HereChoice, runHere } from "../cli/support.ts";
import { bootHall, stopHalls } from "../harness/boot-hall.ts";
import { makeRepository } from "../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../harness/temp.ts";

afterEach(async () => {
  await stopHalls();
  removeTempDirs();
});

const acme = projectName.parse("acme");
const files = {
  "package.json": JSON.stringify({ scripts: { test: "node --test" }, dependencies: { ms: "2" } }),
  "package-lock.json": "{}",
  // The hall looks no host up that a repository names, so that this is the same on every machine.
  ".npmrc": "registry=https://npm.example.org/\n",
  ".env.example": "TOKEN=\n",
};
const proposed = `Its files suggest these settings:
  1  set-up  npm ci
             package-lock.json says which packages to install; it may use the network
  2  host    npm.example.org
             .npmrc names it as a registry
  3  check   npm test
             package.json has a script "test"
  4  copy    .env
             .env.example is there, so your checkout may have a .env; workers could read what it holds; written only if you name its number
`;
const entry = (path: string) => `  acme:\n    path: ${path}\n    branch: main\n`;
const [setup, network, checks] = [
  "    setup: {command: npm ci, network: true}\n",
  "    network:\n      allow: [npm.example.org]\n",
  "    checks: [npm test]\n",
];

async function inHall(project = "") {
  const home = homeLayout(tempDir());
  writeFileSync(home.config, `# mine\nadmission: { minFreeMemoryMb: 100000000 }\nprojects:\n${project}`);
  const { client, hall } = await bootHall(home);
  writeFileSync(home.hallRecord, JSON.stringify(hall.record));
  const path = makeRepository(files);
  const add = (args: readonly string[], choice: HereChoice = {}) =>
    runHere(["project", "add", "acme", path, ...args], { home: home.root, ...choice });
  /** A person at a terminal who answers in turn. */
  const answering = (...answers: (string | null)[]): HereChoice => ({
    stdinIsTty: true,
    stderrIsTty: true,
    machine: { readAnswer: async () => answers.shift() ?? null },
  });
  const written = () => readFileSync(home.config, "utf8").split("projects:\n")[1];
  return { path, client, add, answering, written };
}

test("a dry run shows the proposal and writes nothing; without a terminal the project is added without it", async () => {
  const { path, add, written } = await inHall();
  const tried = await add(["--dry-run"]);
  expect(tried.out).toStartWith(`${proposed}Would add `);
  expect(tried.out).toEndWith("Nothing was changed.\n");
  expect(written()).toBe("");

  const added = await add([]);
  expect(added.out).toStartWith("Added ");
  expect(added.out).toEndWith(proposed);
  expect(added.err).toBe(`None of it was written. To write it: guild-hall project add acme ${path} --yes\n`);
  expect(written()).toBe(entry(path));

  const again = await add(["--yes"]);
  expect(again.out).toContain("Its settings in config.yaml: setup, network, checks.\n");
  expect(written()).toBe(`${entry(path)}${setup}${network}${checks}`);
});

test("a person at a terminal takes all of it, some of it by number, or none", async () => {
  const cases: [string, (string | null)[], string][] = [
    ["all", ["y"], `${setup}${network}${checks}`],
    ["the check and the copied file", ["nonsense", "5", "3, 4"], `${checks}    copy: [.env]\n`],
    ["the set-up without its host, and so without the network", ["1"], "    setup: npm ci\n"],
    ["none", ["n"], ""],
    ["none, at the end of the input", [null], ""],
  ];
  for (const [what, answers, more] of cases) {
    const { path, add, answering, written } = await inHall();
    const { code, out, err } = await add([], answering(...answers));
    expect({ what, code, out }).toEqual({ what, code: 0, out: expect.stringContaining(proposed) });
    expect(err).toContain("Write these settings? [y/N, or the numbers of those to write, such as 1 3] ");
    expect({ what, written: written() }).toEqual({ what, written: `${entry(path)}${more}` });
    await stopHalls();
  }
});

test("what the project has already stays as it is, also where a request names it", async () => {
  const own = '  acme:\n    checks: [] # none for now\n    setup: "true"\n';
  const { path, client, add, written } = await inHall(own);
  const { out } = await add(["--dry-run"]);
  expect(out).toContain("The project has its own setup, checks, which stay as they are.\n");
  expect(out).not.toContain("npm");
  const added = await client.projects.add({
    name: acme,
    path,
    settings: { setup: { command: "npm ci", network: true }, checks: ["npm test"], copy: [".env"] },
    dryRun: false,
  });
  expect(added.writes).toEqual(["copy"]);
  expect(written()).toStartWith(own);
  expect(written()).not.toContain("npm");
});

test("scripts are told the proposal as it is, and a setting that is wrong stops everything", async () => {
  const { path, add, client, written } = await inHall();
  const told = projectAdded.parse(JSON.parse((await add(["--json"])).out));
  expect(told).toMatchObject({ writes: [], proposal: { kept: [], lines: [{ kind: "setup" }, {}, {}, {}] } });
  const wrong = client.projects.add({ name: acme, path, settings: { copy: ["../x"] }, dryRun: false });
  await expect(wrong).rejects.toThrow("not into .git");
  expect(written()).toBe(entry(path));
});
