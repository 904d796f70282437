// Whether a project passes its own checks without any work in it: found in the background, said with the check and the
// commit, and known again by the next hall.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createSetUpTools } from "../../src/workbench/checks/set-up-tools.ts";
import { defaultConfig, projectSettings } from "../../src/contract/home/config.ts";
import { projectChecks } from "../../src/contract/home/home-layout.ts";
import { createBases, type HallBases } from "../../src/hall/projects/bases.ts";
import { layOut } from "../../src/git/snapshot/lay-out.ts";
import { endGroup } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { diskMeter } from "../../src/host/files/disk-use.ts";
import { enclose } from "../../src/workbench/sandbox/enclose.ts";
import { until } from "../harness/hall.ts";
import { commitFiles, gitIn } from "../harness/git/repositories.ts";
import { tempDir } from "../harness/temp.ts";
import { openTestProject, sync } from "../git/project.ts";
import { probe } from "../workbench/sandbox/usable.ts";

const open: HallBases[] = [];
afterEach(async () => {
  for (const bases of open.splice(0)) await bases.stop();
});

async function setUp(checks: readonly string[], more: object = {}, limits: object = {}) {
  const project = await openTestProject({ "lamp.txt": "lit\n" });
  const settings = () => projectSettings.parse({ path: project.checkout, branch: "main", checks, ...more });
  // Without a sandbox a check can count its runs outside of its stage.
  const bare = { ...probe, level: "process" as const, tools: { ...probe.tools, bwrap: null } };
  const { deps: git, name } = project;
  const projects = () => ({ [name]: settings() });
  const faults: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string, fields?: object) => void faults.push(`${message} ${JSON.stringify(fields)}`),
  };
  const start = () => {
    const bases = createBases({
      home: git.home,
      git: { ...git, projects },
      probe: bare,
      config: () => ({
        ...defaultConfig,
        limits: { ...defaultConfig.limits, ...limits },
        projects: projects(),
      }),
      log,
      changed: () => undefined,
      stage: {
        ...createSetUpTools({
          home: git.home,
          disk: systemDisk,
          clock: systemClock,
          git,
          projects,
          proxy: { http: null, https: null, no: null },
          certificates: [],
        }),
        home: git.home,
        disk: systemDisk,
        clock: systemClock,
        endGroup,
        enclose,
        diskUse: diskMeter,
        searchPath: git.searchPath,
        readOnly: [],
        personHome: undefined,
        layOut: ({ signal, ...order }) => layOut({ ...git, signal }, order),
      },
    });
    open.push(bases);
    return bases;
  };
  const why = (bases: HallBases, redTip: string | null = null) => bases.why(name, { redTip });
  const known = (bases: HallBases) =>
    until("it is checked", async () => !["checking", "unchecked"].includes((await bases.state(name)).state));
  const tip = () => gitIn(project.checkout, "rev-parse", "claude/main");
  const synced = () => sync(project);
  return { ...project, start, why, known, tip, synced, faults };
}

test("one that passes holds nothing up, and is checked once", async () => {
  const counter = `${tempDir()}/runs`;
  const { start, why, known, name } = await setUp([`echo x >> ${counter}; grep -q lit lamp.txt`]);
  const bases = start();
  let told = 0;
  bases.subscribe((project) => void (told += project === name ? 1 : 0));
  expect(await why(bases)).toBe(`waits for project acme: its checks are run on claude/main first`);
  await known(bases);
  expect(await why(bases)).toBeNull();
  expect(told).toBeGreaterThan(0);
  expect(await why(start())).toBeNull();
  expect(readFileSync(counter, "utf8")).toBe("x\n");
});

test("one that fails is red, by which check and since which commit, until it is mended", async () => {
  const { start, why, tip, checkout, synced, name } = await setUp(["true", "grep -q lit lamp.txt"]);
  const bases = start();
  await bases.check(name);
  commitFiles(checkout, { "lamp.txt": "dark\n" });
  await synced();
  const first = tip();
  await bases.check(name);
  const red = `"grep -q lit lamp.txt" fails on claude/main since ${first.slice(0, 12)}`;
  expect(await why(bases)).toBe(
    `waits for project acme, which is red: ${red}; commission a repair with --on-red`,
  );
  expect(await bases.state(name)).toMatchObject({ state: "red", since: { commit: first }, commit: first });

  // Another commit that does not mend it: it has been red since the first.
  commitFiles(checkout, { "other.txt": "x\n" });
  await synced();
  await bases.check(name);
  expect(await bases.state(name)).toMatchObject({ state: "red", since: { commit: first }, commit: tip() });
  expect(await start().state(name)).toMatchObject({ state: "red", since: { commit: first } });

  commitFiles(checkout, { "lamp.txt": "lit\n" });
  await synced();
  await bases.check(name);
  expect(await bases.state(name)).toMatchObject({ state: "green", since: null });
  expect(await why(bases)).toBeNull();
});

test("a check that fails once and passes on a second run of the same tree is flaky, with both outputs", async () => {
  const mark = `${tempDir()}/ran`;
  const { start, why, known, name } = await setUp([
    `test -e ${mark} && { echo fine; exit 0; }; touch ${mark}; echo unlucky; exit 1`,
  ]);
  const bases = start();
  await why(bases);
  await known(bases);
  expect(await why(bases)).toBeNull();
  expect(await bases.state(name)).toMatchObject({
    state: "green",
    checks: [{ exitCode: 1, output: "unlucky\n", again: { exitCode: 0, output: "fine\n" } }],
  });
});

test("a set-up that fails makes it red like a check", async () => {
  const { start, why, known } = await setUp(["true"], { setup: "echo no such host; exit 7" });
  const bases = start();
  await why(bases);
  await known(bases);
  expect(await why(bases)).toContain('"echo no such host; exit 7" fails on claude/main');
});

test("a tip that finished work has failed with is waited for until the branch has moved", async () => {
  const { start, why, tip, checkout, synced } = await setUp(["grep -q lit lamp.txt"]);
  const bases = start();
  const before = tip();
  expect(await why(bases, before)).toContain("claude/main fails the same checks without it");
  commitFiles(checkout, { "other.txt": "x\n" });
  await synced();
  expect(await why(bases, before)).toBeNull();
});

test("a tip is waited for also where the project has no checks of its own, so that nothing is tried in circles", async () => {
  const { start, why, tip } = await setUp([]);
  expect(await why(start(), tip())).toContain("fails the same checks without it");
});

test("a red one is checked once more when it is synced, since what was wrong may have been outside of it", async () => {
  const registry = `${tempDir()}/up`;
  const { start, why, name } = await setUp([`test -e ${registry}`]);
  const bases = start();
  await bases.check(name);
  expect((await bases.state(name)).state).toBe("red");
  writeFileSync(registry, "");
  await bases.check(name);
  expect((await bases.state(name)).state).toBe("red"); // the same bytes are not checked twice by themselves
  await bases.checkAgain(name);
  expect([(await bases.state(name)).state, await why(bases)]).toEqual(["green", null]);
});

test("what could not be checked holds nothing up, and is told", async () => {
  const { start, why, checkout, faults } = await setUp(["true"]);
  const bases = start();
  rmSync(checkout, { recursive: true });
  expect(await why(bases)).toBeNull();
  expect(faults.join()).toContain("the base of a project could not be checked");
});

test("a hall that stops ends its checks, and a record that a power cut has torn is made again", async () => {
  const mark = `${tempDir()}/begun`;
  const { start, why, known, deps, name } = await setUp([
    `test -e ${mark} && exit 0; touch ${mark}; sleep 600`,
  ]);
  const bases = start();
  await why(bases);
  await until("it runs", () => existsSync(mark));
  await bases.stop();
  const next = start();
  await why(next);
  await known(next);
  expect(await next.state(name)).toMatchObject({ state: "green" });
  writeFileSync(projectChecks(deps.home, name).base, '{"version":1,"com');
  expect(await start().state(name)).toMatchObject({ state: "unchecked" });
  expect(await why(start())).toBeNull();
});

test("a project without checks has no base to wait for", async () => {
  const { start, why, name } = await setUp([]);
  const bases = start();
  expect([await why(bases), (await bases.state(name)).state]).toEqual([null, "none"]);
});

test("one whose check fills the disk is red, says which limit was passed, and leaves nothing behind", async () => {
  const fill = "for n in 1 2 3 4 5 6; do head -c 10M /dev/zero > made-$n; done; echo made";
  const { start, known, name, deps } = await setUp([fill], {}, { diskMb: 30 });
  const bases = start();
  await bases.check(name);
  await known(bases);
  const { state, checks } = await bases.state(name);
  expect(state).toBe("red");
  expect(checks).toMatchObject([{ exitCode: null, passed: { limit: "disk", most: 30 } }]);
  expect(existsSync(projectChecks(deps.home, name).stage)).toBe(false);
}, 30_000);
