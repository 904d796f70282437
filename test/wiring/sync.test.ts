// Sync as a person asks for it: through the hall, its client and the command line, on a real repository.
import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { noBase } from "../../src/rules/checks/bases.ts";
import { defaultConfig } from "../../src/contract/home/config.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { syncReport } from "../../src/contract/project/sync.ts";
import { stampHome } from "../../src/hall/wiring/home.ts";
import { createProjectOperations } from "../../src/hall/projects/project-operations.ts";
import { createTurns } from "../../src/git/repository/turns.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { runHere } from "../cli/support.ts";
import { integration, openTestProject, tipOf, type TestProject, work } from "../git/project.ts";
import { TestHome } from "../harness/hall.ts";
import { commitFiles, gitIn } from "../harness/git/repositories.ts";
import { removeTempDirs } from "../harness/temp.ts";

const homes: TestHome[] = [];

afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const acme = projectName.parse("acme");
const ask = ({ deps }: TestProject, args: readonly string[]) =>
  runHere(["project", "sync", ...args], { home: deps.home.root, directory: deps.home.root });

async function inHall() {
  const project = await openTestProject();
  const settings = { acme: { path: project.checkout, branch: "main" }, memo: {} };
  writeFileSync(project.deps.home.config, JSON.stringify({ projects: settings }));
  await stampHome(systemDisk, project.deps.home);
  const home = new TestHome(project.deps.home.root);
  homes.push(home);
  return { client: (await home.open()).client, project };
}

test("the command shows the plan, does it, and says where the branch is", async () => {
  const { project } = await inHall();
  const before = tipOf(project, integration);
  const pushed = commitFiles(project.checkout, { "a.txt": "pushed\n" });
  const plan = `${integration} goes forward to main: 1 commit.\n`;
  expect(await ask(project, ["acme", "--dry-run"])).toEqual({
    code: 0,
    out: `${plan}Nothing was changed.\n`,
    err: "",
  });
  expect(tipOf(project, integration)).toBe(before);
  const done = `Done: ${integration} is at ${pushed.slice(0, 12)}.\n`;
  expect(await ask(project, ["acme"])).toEqual({ code: 0, out: plan + done, err: "" });
  expect(tipOf(project, integration)).toBe(pushed);
  expect((await ask(project, ["acme"])).out).toBe(`${integration} has all of main.\n`);
});

test("a conflict exits with 1, names the files and changes nothing", async () => {
  const { project, client } = await inHall();
  work(project, { "a.txt": "work\n" });
  commitFiles(project.checkout, { "a.txt": "pushed\n" });
  const before = tipOf(project, integration);
  for (const args of [["acme"], ["acme", "--dry-run"]]) {
    const { code, out } = await ask(project, args);
    expect([code, out.split("\n").slice(0, 3)]).toEqual([
      1,
      [`main and ${integration} conflict in 1 file:`, "  a.txt", "Nothing is changed."],
    ]);
  }
  const json = await ask(project, ["acme", "--json"]);
  expect([json.code, syncReport.parse(JSON.parse(json.out)).conflicts]).toEqual([1, ["a.txt"]]);
  expect((await client.projects.sync(acme, { dryRun: false })).moved).toBeFalse();
  expect(tipOf(project, integration)).toBe(before);
});

test("syncs and merges of one project that come at once take turns", async () => {
  const { project, client } = await inHall();
  work(project, { "w.txt": "work\n" });
  commitFiles(project.checkout, { "a.txt": "pushed\n" });
  const reports = await Promise.all([1, 2, 3].map(() => client.projects.sync(acme, { dryRun: false })));
  expect(reports.map(({ kind }) => kind).sort()).toEqual(["merge", "nothing", "nothing"]);
});

test("what cannot be done is refused with its reason", async () => {
  const { project, client } = await inHall();
  const refusal = (name: string) =>
    client.projects.sync(projectName.parse(name), { dryRun: true }).catch((error: unknown) => error);
  expect(await refusal("other")).toMatchObject({ code: "not_found" });
  expect(await refusal("memo")).toMatchObject({
    code: "bad_project",
    message: expect.stringContaining("path"),
  });
  gitIn(project.checkout, "branch", "-q", "-m", "main", "trunk");
  const { code, err } = await ask(project, ["acme"]);
  expect([code, err]).toEqual([1, expect.stringContaining('The branch "main"')]);
  expect((await ask(project, ["../acme"])).code).toBe(2);
});

test("whatever waits for the branch is looked at again once it has moved, and only then", async () => {
  let looks = 0;
  const project = await openTestProject();
  const { projects } = project.deps;
  const { projectSync } = createProjectOperations({
    personHome: undefined,
    git: project.deps,
    inTurn: createTurns(),
    config: {
      now: () => ({ ...defaultConfig, projects: projects() }),
      show: () => {
        throw new Error("not here");
      },
      change: () => Promise.reject(new Error("not here")),
    },
    ledger: { live: () => [], summaries: () => [] },
    bases: { state: async () => noBase, checkAgain: async () => undefined },
    setUps: {
      show: () => Promise.reject(new Error("not here")),
      approve: () => Promise.reject(new Error("not here")),
    },
    findProgram: () => ({ state: "missing" }),
    lookUp: async () => [],
    changed: () => undefined,
    reconsider: () => void (looks += 1),
  });
  const looksAfter = async (dryRun: boolean) => (
    await projectSync({ params: { name: acme }, body: { dryRun } }),
    looks
  );
  expect(await looksAfter(false)).toBe(0);
  commitFiles(project.checkout, { "a.txt": "pushed\n" });
  expect([await looksAfter(true), await looksAfter(false), await looksAfter(false)]).toEqual([0, 1, 1]);
});
