// What doctor finds on machines that lack something: other PATHs and other homes, all real.
import { homeVersion } from "../../../src/contract/home/home-layout.ts";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { emptyHandoff } from "../../../src/contract/home/handoff.ts";
import { findExecutable } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { TestHome } from "../../harness/hall.ts";
import { addLittle } from "../../harness/members/members.ts";
import { layPackage, workerOf } from "../../harness/packages/packages.ts";
import { tempDir } from "../../harness/temp.ts";
import { runHere, runLauncher, steers, type HereChoice } from "../support.ts";

interface Check {
  name: string;
  state: "ok" | "warn" | "fail";
  detail: string;
  advice?: string;
}

const path = process.env["PATH"] ?? "";
const hallHome = new TestHome();
beforeAll(async () => void (await hallHome.open()));
afterAll(() => hallHome.dispose());

async function examine(choice: HereChoice): Promise<{ code: number; checks: Record<string, Check> }> {
  const run = await runHere(["doctor", "--json"], { ...choice, env: { PATH: path, ...choice.env } });
  const { ok, checks } = JSON.parse(run.out) as { ok: boolean; checks: Check[] };
  expect({ ok: run.code === 0, exit: run.code }).toEqual({ ok, exit: ok ? 0 : 1 });
  for (const { state, advice } of checks) expect(advice === undefined).toBe(state === "ok");
  return { code: run.code, checks: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

/** A directory with programs of one's own. */
function programs(scripts: Record<string, string>): string {
  const directory = tempDir();
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(`${directory}/${name}`, `#!/bin/sh\n${text}\n`);
    chmodSync(`${directory}/${name}`, 0o755);
  }
  return directory;
}

test("a person reads each check on a line, with what to do below it, within the window", async () => {
  const run = await runHere(["doctor"], {
    home: hallHome.root,
    env: { PATH: path, NO_COLOR: "1" },
    window: { columns: 60, rows: 24 },
  });
  expect(run).toMatchObject({ code: 0, err: "" });
  const heads = run.out.match(/^(ok|warn|fail) +\S+/gm)?.map((line) => line.split(/ +/)[1]);
  expect(heads).toEqual(
    "node bun claude git browser sandbox network versions limits model home format ledgers config packages members disk tmpdir hall".split(
      " ",
    ),
  );
  expect(run.out).toContain(`                → Set ANTHROPIC_API_KEY`);
  expect(run.out).not.toMatch(steers);
  for (const line of run.out.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
});

test("a hall that runs is named; before there is one, nothing is wrong but that", async () => {
  const { url, pid } = JSON.parse((await runHere(["up", "--json"], { home: hallHome.root })).out) as {
    url: string;
    pid: number;
  };
  const running = (await examine({ home: hallHome.root })).checks;
  expect(running["hall"]).toMatchObject({
    state: "ok",
    detail: `${url}, process ${pid}; without a model: only rehearsals can run`,
  });
  expect(running["format"]).toMatchObject({ state: "ok", detail: String(homeVersion) });
  const home = `${tempDir()}/later`;
  const fresh = await examine({ home });
  expect(fresh.code).toBe(0);
  expect(fresh.checks["home"]).toMatchObject({
    state: "ok",
    detail: `\`guild-hall up\` will make ${home}`,
  });
  expect(fresh.checks["format"]?.detail).toBe("nothing stored yet");
  expect(fresh.checks["hall"]).toMatchObject({ state: "warn", detail: "not running" });
});

test("a hall that runs without the credentials of this shell is found out, with what to do", async () => {
  const handoff = { ...emptyHandoff, credential: { kind: "api_key", secret: "canary-credential" } } as const;
  const { checks } = await examine({ home: hallHome.root, machine: { handoff } });
  expect(checks).toMatchObject({ model: { state: "ok" }, hall: { state: "warn" } });
  expect(checks["hall"]?.advice).toContain("`guild-hall down` and then `guild-hall up`");
});

test("a hall that is there but does not answer is told from one that is not there", async () => {
  const clock = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / 20, run) };
  const fetch = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(new Error("it took too long"))),
    );
  const { checks } = await examine({ home: hallHome.root, machine: { fetch, clock } });
  expect(checks["hall"]).toMatchObject({ state: "warn", advice: "Look at `guild-hall logs`." });
  expect(checks["hall"]?.detail).toContain("runs but does not answer");
});

test("Node is missing, too old, or does not run", async () => {
  const home = tempDir();
  const none = await examine({ home, env: { PATH: programs({}) } });
  expect(none.checks["node"]).toMatchObject({ state: "warn", detail: "not on the PATH" });
  const old = await examine({ home, env: { PATH: programs({ node: "echo v18.20.1" }) } });
  expect(old).toMatchObject({ code: 1, checks: { node: { state: "fail" } } });
  expect(old.checks["node"]?.detail).toStartWith("v18.20.1");
  const broken = await examine({ home, env: { PATH: programs({ node: "exit 1" }) } });
  expect(broken.checks["node"]?.detail).toStartWith("does not run");
});

test("git is missing, too old, or does not run; projects need it, and nothing else does", async () => {
  const home = tempDir();
  const cases: [Record<string, string>, string, string][] = [
    [{}, "warn", "not on the PATH"],
    [{ git: "echo git version 2.37.9" }, "warn", "2.37.9 ("],
    [{ git: "exit 1" }, "warn", "does not run ("],
    [{ git: "echo git version 2.38.0" }, "ok", "2.38.0 ("],
    [{ git: "echo 'git version 3.0.1 (Vendor Git-7)'" }, "ok", "3.0.1 (Vendor Git-7) ("],
  ];
  for (const [scripts, state, detail] of cases) {
    const { code, checks } = await examine({ home, env: { PATH: programs(scripts) } });
    expect([code, checks["git"]?.state, checks["git"]?.detail]).toEqual([
      0,
      state,
      expect.stringMatching(literal(detail)),
    ]);
    if (state === "warn") expect(checks["git"]?.advice).toContain("Install git 2.38 or newer");
  }
});

test("a browser is named where there is one, and none is missed: only the tests of the page need chromium", async () => {
  const home = tempDir();
  const tests = "`npm test` needs chromium for the tests of the page (apt install chromium)";
  const cases: [names: string[], detail: (directory: string) => string][] = [
    [[], () => `none on the PATH: the page can be opened in any browser; ${tests}`],
    [["firefox"], (directory) => `${directory}/firefox; ${tests}`],
    [["firefox", "google-chrome"], (directory) => `${directory}/google-chrome`],
    [["google-chrome", "chromium"], (directory) => `${directory}/chromium`],
  ];
  for (const [names, detail] of cases) {
    // It is not run to be named.
    const directory = programs(Object.fromEntries(names.map((name) => [name, "exit 1"])));
    const { checks } = await examine({ home, env: { PATH: directory } });
    expect(checks["browser"]).toEqual({ name: "browser", state: "ok", detail: detail(directory) });
  }
});

function literal(start: string): RegExp {
  return new RegExp(`^${start.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
}

test("without bubblewrap, or with one that may not work here, workers are said to be less contained", async () => {
  const home = tempDir();
  const node = programs({});
  symlinkSync(findExecutable("node", path) ?? "", `${node}/node`);
  const none = await examine({ home, env: { PATH: node } });
  expect(none).toMatchObject({ code: 0, checks: { node: { state: "ok" }, sandbox: { state: "warn" } } });
  expect(none.checks["sandbox"]?.detail).toContain("bubblewrap is not installed");
  const refused = await examine({
    home,
    env: { PATH: programs({ bwrap: "echo no namespaces >&2; exit 1" }) },
  });
  expect(refused.checks["sandbox"]?.detail).toContain("no namespaces");
});

const homes: readonly [name: string, make: () => string, expected: object][] = [
  ["a file", () => fileAt("x"), { home: { state: "fail", advice: "Set GUILD_HALL_HOME to a directory." } }],
  ["open to others", openToOthers, { home: { state: "warn" } }],
  ["of a newer format", () => homeOfFormat("99"), { format: { state: "fail", advice: "Upgrade." } }],
  ["of a format nobody knows", () => homeOfFormat("\x1b[2Jhm"), { format: { state: "fail" } }],
  [
    "on a disk with less than a start needs",
    () => homeWith("version: 1\nadmission:\n  minFreeDiskMb: 100000000\n"),
    {
      disk: { state: "fail", detail: expect.stringContaining("a start needs 100000000 MB: nothing starts") },
    },
  ],
  [
    "with a broken config.yaml and no good one before",
    () => homeWith("slots: many\n"),
    {
      config: {
        state: "fail",
        advice: expect.stringContaining("Until it is put right, no hall starts here."),
      },
    },
  ],
  [
    "with a broken config.yaml after a good one",
    () => homeWith("slots: many\n", "version: 1\nslots: 2\n"),
    { config: { state: "fail", advice: expect.stringContaining("put right, the last good one holds.") } },
  ],
  ["on a full disk", () => "/proc/guild-hall", { disk: { state: "fail" } }],
];

test.each(homes)("a home that is %s is found out", async (_name, make, expected) => {
  const home = make();
  const { code, checks } = await examine({ home });
  expect(checks).toMatchObject(expected);
  expect(code).toBe(JSON.stringify(expected).includes("fail") ? 1 : 0);
  expect((await runHere(["doctor"], { home, env: { PATH: path } })).out).not.toMatch(steers);
});

function homeWith(config: string, lastGood?: string): string {
  const layout = homeLayout(tempDir());
  writeFileSync(layout.config, config);
  mkdirSync(layout.run);
  if (lastGood !== undefined) writeFileSync(layout.lastGoodConfig, lastGood);
  return layout.root;
}

function fileAt(name: string): string {
  const file = `${tempDir()}/${name}`;
  writeFileSync(file, "");
  return file;
}

function openToOthers(): string {
  const home = `${tempDir()}/home`;
  mkdirSync(home);
  chmodSync(home, 0o755);
  return home;
}

function homeOfFormat(text: string): string {
  const home = tempDir();
  writeFileSync(homeLayout(home).version, `${text}\n`);
  return home;
}

test("which credential there is is said, and never what it is", async () => {
  const secret = "canary-credential";
  for (const [kind, name] of [
    ["api_key", "ANTHROPIC_API_KEY"],
    ["auth_token", "ANTHROPIC_AUTH_TOKEN"],
  ] as const) {
    const handoff = { ...emptyHandoff, credential: { kind, secret }, baseUrl: "http://elsewhere" };
    const { checks } = await examine({ home: tempDir(), machine: { handoff } });
    expect(checks["model"]).toMatchObject({
      state: "ok",
      detail: `${name} is set, with a custom ANTHROPIC_BASE_URL`,
    });
    expect(JSON.stringify(checks)).not.toContain(secret);
  }
});

test("guild members that are passed over are named, and keep nobody from starting a hall", async () => {
  const home = tempDir();
  expect((await examine({ home })).checks["members"]).toMatchObject({
    state: "ok",
    detail: "2 guild members",
  });
  addLittle(home, "wrong", { manifest: { transport: "stdio" as "http" } });
  const { checks } = await examine({ home });
  expect(checks["members"]?.state).toBe("warn");
  expect(checks["members"]?.detail.split("\n")).toEqual([
    "2 guild members; 1 passed over:",
    `${homeLayout(home).guildMembers}/wrong: guild-member.json: transport: expected "http"; found "stdio"`,
  ]);
});

test("packages that are not sound are named, each with its field, and keep nobody from starting a hall", async () => {
  const home = tempDir();
  const fine = (await examine({ home })).checks["packages"];
  expect(fine).toMatchObject({
    state: "ok",
    detail: expect.stringMatching(/^\d+ workers?, \d+ toolbox(es)?$/),
  });
  const packages = homeLayout(home).packages;
  layPackage(`${packages}/needy`, workerOf("needy", { toolboxes: ["mail"] }));
  layPackage(`${packages}/lazy`, workerOf("lazy", { limits: { maxTurns: 0 } }));
  const { checks } = await examine({ home });
  expect(checks["packages"]?.state).toBe("warn");
  expect(checks["packages"]?.detail.split("\n")).toEqual([
    expect.stringContaining("2 problems"),
    `${packages}/lazy: guildHall.limits.maxTurns: expected a whole number from 1 to 10000; found 0`,
    expect.stringMatching(/^Worker "needy" needs the toolbox "mail", which is not installed/),
  ]);
});

test("a TMPDIR that is not there is found out by the real command, and so is what it keeps from working", async () => {
  const TMPDIR = `${tempDir()}/gone`;
  const run = await runLauncher(["doctor", "--json"], { env: { GUILD_HALL_HOME: tempDir(), TMPDIR } });
  const { checks } = JSON.parse(run.stdout) as { checks: Check[] };
  expect(run.code).toBe(1);
  expect(checks.find(({ name }) => name === "tmpdir")).toMatchObject({
    state: "fail",
    detail: `${TMPDIR} does not exist`,
  });
});
