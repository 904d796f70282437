// Projects as a person has them: through the command line, the client and a hall with every real part, on real
// repositories.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { documentList } from "../../src/contract/project/documents.ts";
import type { HomeLayout } from "../../src/contract/home/home-layout.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import {
  projectAdded,
  projectDetail,
  projectList,
  projectRemoved,
} from "../../src/contract/project/project.ts";
import { runHere } from "../cli/support.ts";
import { bootHall, stopHalls } from "../harness/boot-hall.ts";
import { expectUnchanged, fingerprint } from "../harness/git/fingerprint.ts";
import { quick } from "../harness/rehearsals.ts";
import { commitFiles, gitIn, makeRepository } from "../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../harness/temp.ts";

afterEach(async () => {
  await stopHalls();
  removeTempDirs();
});

const acme = projectName.parse("acme");
const config =
  "version: 1\n# mine\nslots: 3 # few\nadmission: { minFreeMemoryMb: 100000000 } # nothing starts\n";

async function inHall(text = config) {
  const home = homeLayout(tempDir());
  writeFileSync(home.config, text);
  const { client, hall } = await bootHall(home);
  writeFileSync(home.hallRecord, JSON.stringify(hall.record)); // how the command line finds it
  const ask = (args: readonly string[], directory = home.root, env: Record<string, string> = {}) =>
    runHere(["project", ...args], { home: home.root, directory, env });
  return { home, client, ask, read: () => readFileSync(home.config, "utf8") };
}

const worktree = (home: HomeLayout) => join(home.projects, "acme");

test("a project is tried, added, listed, shown and removed, and the repository stays as it was", async () => {
  const { home, ask, read, client } = await inHall();
  const path = makeRepository();
  const before = fingerprint(path);
  const tip = gitIn(path, "rev-parse", "main");
  const steps = `  the branch claude/main at ${tip.slice(0, 12)}\n  its worktree ${worktree(home)}\n  its entry in config.yaml\n`;
  const whole = `${path} as project acme, with your branch main:\n${steps}`;

  const tried = await ask(["add", "acme", basename(path), "--dry-run"], dirname(path));
  expect(tried).toEqual({ code: 0, out: `Would add ${whole}Nothing was changed.\n`, err: "" });
  expect([read(), existsSync(worktree(home))]).toEqual([config, false]);
  expect((await ask(["list"])).out).toStartWith("There are no projects.");

  const lands = `The hall merges finished work into claude/main; its record is kept only in the hall's home.
To see it before it is merged: guild-hall config set projects.acme.land review
`;
  const added = await ask(["add", "acme", "."], path);
  expect(added).toEqual({ code: 0, out: `Added ${whole}${lands}`, err: "" });
  expect(read()).toBe(`${config}projects:\n  acme:\n    path: ${path}\n    branch: main\n`);
  expect(gitIn(worktree(home), "status", "--porcelain=v2", "--branch")).toContain(
    "# branch.head claude/main",
  );
  expectUnchanged(path, before);

  commitFiles(path, { "more.txt": "more\n" });
  expect((await ask(["list"])).out).toMatch(/^acme +main +claude\/main, 1 behind +\S+checkout$/m);
  const entry = await client.projects.show(acme);
  expect(entry).toMatchObject({
    path,
    tips: { branch: gitIn(path, "rev-parse", "main"), integration: tip },
    ahead: 0,
    behind: 1,
    shallow: false,
    worktree: worktree(home),
    live: [],
    branches: [],
    overlaps: [],
    problem: null,
  });

  const later = fingerprint(path);
  const gone = `its entry in config.yaml,\n  ${worktree(home)}\n  ${join(home.repositories, "acme")}\n`;
  const stays = "Branches that stay: claude/main.\nIts memory stays, in project:acme.\n";
  expect((await ask(["remove", "acme", "--dry-run"])).out).toBe(
    `Would remove project acme: ${gone}${stays}Nothing was changed.\n`,
  );
  expect(existsSync(worktree(home))).toBe(true);
  expect(await ask(["remove", "acme"])).toEqual({
    code: 0,
    out: `Removed project acme: ${gone}${stays}`,
    err: "",
  });
  expect([read(), existsSync(worktree(home))]).toEqual([`${config}projects:\n`, false]);
  expect(gitIn(path, "rev-parse", "claude/main")).toBe(tip);
  expectUnchanged(path, later);
});

test("the documents that can be waited for are listed, and where there is no repository that is refused", async () => {
  const { ask, client } = await inHall(`${config}projects: { notes: { limits: { maxTurns: 5 } } }\n`);
  const path = makeRepository({ "a.txt": "a\n", ".lore/plan.md": "plan\n", ".lore/old plan.md": "old\n" });
  await client.projects.add({ name: acme, path, dryRun: false });
  expect(await ask(["documents", "acme", "PLAN"])).toEqual({
    code: 0,
    out: ".lore/old plan.md\n.lore/plan.md\n",
    err: "",
  });
  expect((await ask(["documents", "acme", "nowhere"])).out).toBe("No document on claude/main matches.\n");
  const told = documentList.parse(JSON.parse((await ask(["documents", "acme", "--json"])).out));
  expect(told).toEqual({
    branch: "claude/main",
    documents: [".lore/old plan.md", ".lore/plan.md", "a.txt"],
    more: false,
  } as typeof told);
  expect(await client.projects.documents(acme, { limit: 1 })).toMatchObject({ more: true });
  expect(await client.projects.paths(acme, { text: "plan" })).toEqual({
    branch: "main",
    paths: [{ path: ".lore/plan.md", is: "file" }],
    more: false,
  });
  for (const [name, says] of [
    ["notes", "has no repository"],
    ["none", "There is no project"],
  ] as const)
    await expect(client.projects.paths(projectName.parse(name))).rejects.toThrow(says);
  expect(await ask(["documents", "notes"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("has no repository"),
  });
  expect(await ask(["documents", "nobody"])).toMatchObject({
    err: expect.stringContaining('There is no project "nobody".'),
  });
});

test("a checkout is named as a person would, and without a name it is named after its directory", async () => {
  const { ask } = await inHall();
  const path = makeRepository();
  const [place, name] = [dirname(path), basename(path)];
  const would = (as: string) => `Would add ${path} as project ${as}, with your branch main:\n`;
  const forms: [string[], string, string?][] = [
    [["."], path],
    [[`./${name}`], place],
    [[`../${name}/`], path],
    [["~"], "/", path],
    [[`~/${name}`], "/", place],
    [[path], "/"],
    [["acme", "."], path],
    [["acme", `~/${name}`], "/", place],
    [["acme", name], place],
  ];
  for (const [words, directory, HOME] of forms) {
    const tried = await ask(["add", ...words, "--dry-run"], directory, HOME === undefined ? {} : { HOME });
    expect({ words, code: tried.code, err: tried.err }).toEqual({ words, code: 0, err: "" });
    expect(tried.out).toStartWith(would(words.length === 1 ? name : "acme"));
  }
});

test("what cannot be added is one sentence: what is missing, and what to do", async () => {
  const { ask, client } = await inHall();
  const gone = join(tempDir(), "gone");
  const missing = `guild-hall: There is no directory ${gone}. Clone the repository to it first, or give the path of a checkout that is there.\n`;
  for (const words of [["gone", gone], [gone], ["./gone"]])
    expect(await ask(["add", ...words], dirname(gone))).toEqual({
      code: 1,
      out: "",
      err: expect.stringContaining(missing) as string,
    });
  const wrong = async (...words: string[]) => {
    const { code, err } = await ask(["add", ...words]);
    return `${code} ${err}`;
  };
  expect(await wrong("acme")).toContain(
    '2 guild-hall: <path> is missing. For the directory "acme" here: guild-hall project add ./acme',
  );
  expect(await wrong("~/acme")).toContain("HOME is not set");
  expect(await wrong("/")).toContain('"/" gives no valid name for a project.');
  expect(await wrong("Acme", ".")).toContain('<name> is "Acme"');
  const relative = client.projects.add({ name: acme, path: ".", dryRun: true });
  await expect(relative).rejects.toThrow(
    '"path": expected a path that begins with "/" or "~", because the hall does not know your directory',
  );
});

test("scripts get every answer as JSON", async () => {
  const { ask } = await inHall();
  const path = makeRepository();
  const json = async (...args: string[]) => JSON.parse((await ask([...args, "--json"])).out) as unknown;
  expect(projectAdded.parse(await json("add", "acme", path))).toMatchObject({
    makes: ["branch", "worktree", "entry"],
  });
  expect(projectAdded.parse(await json("add", "acme", path))).toMatchObject({ makes: [], dryRun: false });
  expect(projectList.parse(await json("list")).projects).toHaveLength(1);
  expect(projectDetail.parse(await json("show", "acme"))).toMatchObject({ name: "acme", problem: null });
  expect(projectRemoved.parse(await json("remove", "acme"))).toMatchObject({
    branches: ["claude/main"],
    stays: [],
  });
});

test("another branch and another integration branch are kept in the settings, and what stood there stays", async () => {
  const text = `${config}projects:\n  # the big one\n  acme: # ours\n    limits: { maxTurns: 7 } # small steps\n`;
  const { ask, read } = await inHall(text);
  const path = makeRepository();
  gitIn(path, "branch", "develop");
  const { code } = await ask(["add", "acme", path, "--branch", "develop", "--integration", "hall/work"]);
  expect([code, read()]).toEqual([
    0,
    `${text}    path: ${path}\n    branch: develop\n    integration: hall/work\n`,
  ]);
  expect((await ask(["show", "acme"])).out).toMatch(/^ +limits +maxTurns 7$/m);
});

test("one that is only a name is listed, shown and removed too", async () => {
  const { ask, read } = await inHall("projects:\n  memo:\n    limits: { maxTurns: 9 }\n");
  expect((await ask(["list"])).out).toMatch(/^memo +no repository$/m);
  expect((await ask(["show", "memo"])).out).toContain("a name for memory and limits");
  expect((await ask(["remove", "memo"])).code).toBe(0);
  expect(read()).toBe("projects:\n");
});

test("what is wrong with one is said where it is listed and shown, and hides no other", async () => {
  const { ask, client } = await inHall();
  const [path, other] = [makeRepository(), makeRepository()];
  await ask(["add", "acme", path]);
  await ask(["add", "other", other]);
  gitIn(other, "branch", "-m", "main", "trunk");
  rmSync(path, { recursive: true });
  const { projects } = await client.projects.list();
  expect(projects.map(({ problem }) => problem)).toEqual([
    `${path} is not there. If it was moved, run "guild-hall config set projects.acme.path NEW-PATH".`,
    expect.stringContaining('The branch "main" of project "other" is not there any more.'),
  ]);
  expect(projects[1]?.tips.integration).toMatch(/^[0-9a-f]{40}$/);
  expect((await ask(["show", "acme"])).out).toContain("is not there. If it was moved");
  const removed = await ask(["remove", "acme"]);
  expect(removed.out).toContain(`projects/acme: git cannot read it`);
  expect((await client.projects.list()).projects.map(({ name }) => name)).toEqual([
    projectName.parse("other"),
  ]);
});

test("a shallow clone says so", async () => {
  const { ask } = await inHall();
  const source = makeRepository();
  commitFiles(source, { more: "more\n" });
  const path = join(tempDir(), "clone");
  gitIn(tempDir(), "clone", "-q", "--depth", "1", `file://${source}`, path);
  expect((await ask(["add", "acme", path])).out).toContain("It is a shallow clone");
  expect((await ask(["show", "acme"])).out).toMatch(/^ +history +a shallow clone/m);
});

test("what cannot be done is refused, with what to do, and changes nothing", async () => {
  const { ask, read, home } = await inHall();
  const path = makeRepository();
  gitIn(path, "branch", "claude");
  const before = fingerprint(path);
  const cases: [string[], number, string][] = [
    [["add", "acme", path], 1, "git branch -m claude NEW-NAME"],
    [["add", "acme", home.root], 1, "is not a git repository"],
    [["add", "Acme", path], 2, '<name> is "Acme": expected a lower-case name'],
    [["add", "acme", path, "--branch", "a..b"], 1, "branch"],
    [["show", "acme"], 1, 'There is no project "acme".'],
    [["remove", "acme"], 1, "guild-hall project list"],
    [["show", "../acme"], 2, "expected a lower-case name"],
  ];
  for (const [args, code, words] of cases)
    expect(await ask(args)).toMatchObject({ code, out: "", err: expect.stringContaining(words) });
  expect(read()).toBe(config);
  expectUnchanged(path, before);
});

test("a config.yaml that is broken is not touched, and neither is the repository", async () => {
  const { ask, home, client } = await inHall();
  const path = makeRepository();
  const before = fingerprint(path);
  const broken = "slots: many\n";
  writeFileSync(home.config, broken);
  const refused = await ask(["add", "acme", path]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("config.yaml:1: slots") });
  expect(readFileSync(home.config, "utf8")).toBe(broken);
  expect(existsSync(worktree(home))).toBe(false);
  expectUnchanged(path, before);
  await expect(client.projects.show(acme)).rejects.toMatchObject({ code: "not_found" });
});

test("a project with commissions that have not ended is not removed", async () => {
  const { ask, client, read } = await inHall();
  await ask(["add", "acme", makeRepository()]);
  const text = read();
  const order = {
    worker: "researcher",
    task: "Wait.",
    project: "acme",
    rehearsal: quick,
  };
  const { id } = await client.create(order);
  expect((await client.projects.show(acme)).live).toEqual([id]);
  expect(await ask(["remove", "acme"])).toMatchObject({ code: 1, err: expect.stringContaining(id) });
  expect(read()).toBe(text);
  await client.cancel(id);
  expect((await ask(["remove", "acme"])).code).toBe(0);
});

test("two that come at once are added one after the other", async () => {
  const { client, read } = await inHall();
  const path = makeRepository();
  const order = { path, dryRun: false };
  const added = await Promise.allSettled([
    client.projects.add({ name: acme, ...order }),
    client.projects.add({ name: projectName.parse("other"), ...order }),
  ]);
  expect(added.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(read()).not.toContain("other");
});
