// guild-hall config, with a hall and without one.
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { TestHome, until } from "../../harness/hall.ts";
import { tempDir } from "../../harness/temp.ts";
import { hostile, runHere, steers } from "../support.ts";

const hallHome = new TestHome();
beforeAll(async () => void (await hallHome.open()));
afterAll(() => hallHome.dispose());

function someConfig(text?: string) {
  const home = `${tempDir()}/home`;
  const { config: file } = homeLayout(home);
  if (text !== undefined) {
    mkdirSync(home);
    writeFileSync(file, text);
  }
  return {
    home,
    file,
    read: () => readFileSync(file, "utf8"),
    ask: (...args: string[]) => runHere(["config", ...args], { home }),
  };
}

test("set makes the home and the file, show tells what is set from what is not, unset takes it back", async () => {
  const { home, file, read, ask } = someConfig();
  expect((await ask("show")).out).toStartWith(
    `These are the defaults: no value comes from ${file}. No hall runs.\n\nKEY`,
  );
  expect(existsSync(home)).toBe(false);
  expect(await ask("set", "slots", "3")).toEqual({ code: 0, out: `slots is set in ${file}.\n`, err: "" });
  expect([statSync(home).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  expect((await ask("set", "slots", "3")).out).toBe(`slots already has this value in ${file}.\n`);
  await ask("set", "fetch.deny", "example.org,*.example.net");
  expect(read()).toBe('version: 1\nslots: 3\nfetch:\n  deny: [example.org, "*.example.net"]\n');
  const shown = (await ask("show")).out;
  expect(shown).toMatch(/^slots +3$/m);
  expect(shown).toMatch(/^limits\.memoryMb +4096 +default$/m);
  expect(shown).toMatch(/^fetch\.deny +\[example\.org, \*\.example\.net\]$/m);
  expect((await ask("show", "slots")).out).toBe("3\n");
  await ask("set", "projects.acme.checks", "npm test");
  expect((await ask("show", "projects.acme.checks")).out).toBe(
    '[{"command":"npm test","timeoutSeconds":600}]\n',
  );
  await ask("unset", "projects.acme");
  expect((await ask("show", "limits")).out.match(/^limits\./gm)?.length).toBe(7);
  expect(JSON.parse((await ask("show", "slots", "--json")).out)).toEqual({
    key: "slots",
    value: 3,
    default: 5,
    given: true,
  });
  expect(JSON.parse((await ask("show", "--json")).out)).toMatchObject({
    running: false,
    from: "file",
    given: ["version", "slots", "fetch.deny"],
    problems: [],
  });
  expect((await ask("unset", "slots")).out).toBe(`slots is no longer set in ${file}.\n`);
  expect((await ask("unset", "slots")).out).toBe(`slots was not set in ${file}.\n`);
  expect((await ask("show", "slots")).out).toBe("5\n");
  expect((await ask("path")).out).toBe(`${file}\n`);
});

test("a project, a check and a toolbox's setting are set, shown and taken away by their names", async () => {
  const { file, read, ask } = someConfig();
  expect((await ask("show", "projects")).out).toBe("projects has no entries.\n");
  expect((await ask("set", "projects.acme", "{}")).out).toBe(`projects.acme is set in ${file}.\n`);
  await ask("set", "projects.acme.memory.capTokens", "4000");
  await ask("set", "checks.test", "npm test");
  await ask("set", "toolboxes.hook.url", "https://a.org");
  expect(read()).toBe(
    "version: 1\nprojects:\n  acme: {memory: {capTokens: 4000}}\nchecks:\n  test: npm test\ntoolboxes:\n  hook:\n    url: https://a.org\n",
  );
  const shown = (await ask("show")).out;
  expect(shown).toMatch(/^projects\.acme\.memory\.capTokens +4000$/m);
  expect(shown).toMatch(/^checks\.test\.command +npm test$/m);
  expect(shown).toMatch(/^checks\.test\.timeoutSeconds +600 +default$/m);
  expect(shown).toMatch(/^toolboxes\.hook\.url +https:\/\/a\.org$/m);
  expect((await ask("show", "projects")).out).toMatch(/\nprojects\.acme\.memory\.capTokens +4000\n$/);
  expect((await ask("show", "projects.acme.memory.capTokens")).out).toBe("4000\n");
  expect((await ask("show", "projects.acme.limits.maxTurns")).out).toBe("null\n");
  expect(JSON.parse((await ask("show", "projects.acme.limits.maxTurns", "--json")).out)).toEqual({
    key: "projects.acme.limits.maxTurns",
    value: null,
    default: null,
    given: false,
  });
  expect(await ask("show", "projects.constructor")).toMatchObject({
    code: 1,
    err: expect.stringContaining('The configuration has no "projects.constructor"'),
  });
  expect(await ask("set", "projects.acme.limit.maxTurns", "3")).toMatchObject({
    code: 2,
    err: expect.stringContaining('Did you mean "limits"?'),
  });
  expect(await ask("set", "projects.Acme", "{}")).toMatchObject({
    code: 2,
    err: expect.stringContaining('the name "Acme" cannot be used: expected a lower-case name'),
  });
  expect((await ask("unset", "projects.acme")).out).toBe(`projects.acme is no longer set in ${file}.\n`);
  expect((await ask("show", "projects")).out).toBe("projects has no entries.\n");
  expect((await ask("validate")).out).toBe(`${file} is good: it sets 3 keys.\n`);
});

test("validate names each mistake with its file and line, and exits with 1", async () => {
  const { file, ask, home } = someConfig("# mine\nslot: 3\nlimits:\n  maxTurns: none\n");
  const mistakes = [
    `${file}:2: slot: there is no such key. Did you mean "slots"?`,
    `${file}:4: limits.maxTurns: expected a whole number from 1 to 10000 or null; found "none"`,
  ];
  expect(await ask("validate")).toEqual({ code: 1, out: `${mistakes.join("\n")}\n`, err: "" });
  expect(JSON.parse((await ask("validate", "--json")).out)).toMatchObject({
    ok: false,
    file,
    problems: [{ line: 2 }, { line: 4 }],
  });
  const relative = await runHere(["config", "validate", "config.yaml"], {
    home: "/nonexistent",
    directory: home,
  });
  expect(relative).toMatchObject({ code: 1, out: expect.stringMatching(/^config\.yaml:2: slot/) });
  writeFileSync(file, "slots: 3\n");
  expect(await ask("validate")).toEqual({ code: 0, out: `${file} is good: it sets 1 key.\n`, err: "" });
  expect(await someConfig().ask("validate")).toMatchObject({
    code: 0,
    out: expect.stringContaining("the defaults hold"),
  });
});

test("a broken file is neither shown as if it were good nor changed", async () => {
  const text = `slots: 3\n${JSON.stringify(hostile)}: 4\n`;
  const { ask, read, home } = someConfig(text);
  for (const args of [["set", "slots", "4"], ["unset", "slots"], ["show"], ["validate"]]) {
    const run = await ask(...args);
    expect(run.code).toBe(1);
    expect(run.out + run.err).toContain("config.yaml:2: ");
    expect(run.out + run.err).not.toMatch(steers);
  }
  expect(read()).toBe(text);
  const doctor = await runHere(["doctor", "--json"], { home, env: { PATH: process.env["PATH"] ?? "" } });
  const { checks } = JSON.parse(doctor.out) as { checks: { name: string }[] };
  expect(checks).toContainEqual(expect.objectContaining({ name: "config", state: "fail" }));
  expect(doctor.code).toBe(1);
});

test("a value that is not allowed is refused with what is", async () => {
  const { ask, read } = someConfig("slots: 3 # three\n");
  expect(await ask("set", "sandbox.minimum", "bwrap")).toMatchObject({
    code: 1,
    err: expect.stringContaining('sandbox.minimum: expected one of bubblewrap, process, none; found "bwrap"'),
  });
  expect(read()).toBe("slots: 3 # three\n");
});

test("a link to the file stays a link, and what it leads to is changed", async () => {
  const { home, file, ask } = someConfig("");
  const elsewhere = `${tempDir()}/dotfiles.yaml`;
  writeFileSync(elsewhere, "slots: 3 # mine\n");
  const linked = homeLayout(`${home}-linked`);
  mkdirSync(linked.root);
  symlinkSync(elsewhere, linked.config);
  await runHere(["config", "set", "slots", "4"], { home: linked.root });
  expect(lstatSync(linked.config).isSymbolicLink()).toBe(true);
  expect(readFileSync(elsewhere, "utf8")).toBe("slots: 4 # mine\n");
  expect((await ask("validate")).out).toBe(`${file} is good: it sets 0 keys.\n`);
});

test("doctor fails a machine that does not meet the minimum, with what to install", async () => {
  const { home } = someConfig("sandbox: { minimum: bubblewrap }\n");
  const doctor = await runHere(["doctor", "--json"], { home, env: { PATH: tempDir() } });
  const { checks } = JSON.parse(doctor.out) as { checks: { name: string }[] };
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: "sandbox",
      state: "fail",
      detail: expect.stringContaining("apt install bubblewrap"),
    }),
  );
});

test("a hall that runs takes a change over, and show tells what it goes by when the file is broken", async () => {
  const home = hallHome.root;
  const ask = (...args: string[]) => runHere(["config", ...args], { home });
  expect((await ask("set", "slots", "7")).out).toEndWith("The running hall uses it now.\n");
  expect((await ask("show", "slots")).out).toBe("7\n");
  writeFileSync(homeLayout(home).config, "slots: 8\nslots: 9\n");
  await until("the hall knows", async () => (await ask("show", "slots")).err !== "");
  const shown = await ask("show");
  expect(shown.out).toStartWith("From the last good configuration, because ");
  expect(shown.out).toMatch(/^slots +7$/m);
  expect(shown.err).toBe(`problem: ${homeLayout(home).config}:2: "slots" is set twice\n`);
  const status = await runHere(["status"], { home });
  expect(status.out).toContain(
    "problem: The last good configuration stays in force, because the file is broken.",
  );
});

test("behind a link a change is not said to be seen by the hall that runs", async () => {
  const home = hallHome.root;
  const { config: file } = homeLayout(home);
  const elsewhere = `${tempDir()}/elsewhere.yaml`;
  writeFileSync(elsewhere, "slots: 4\n");
  rmSync(file, { force: true });
  symlinkSync(elsewhere, file);
  const { out } = await runHere(["config", "set", "slots", "6"], { home });
  expect(readFileSync(elsewhere, "utf8")).toBe("slots: 6\n");
  expect(out).toEndWith("The file is a link, so the hall takes the change over at its next start.\n");
});

test("up says when a hall goes on with the last good file, and why it does not start where there is none", async () => {
  const { home, file, ask } = someConfig("slots: x\n");
  const env = { GUILD_HALL_PORT: "0", PATH: process.env["PATH"] ?? "" };
  const refused = await runHere(["up"], { home, env });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${file}:1: slots: expected`) });
  mkdirSync(homeLayout(home).run, { recursive: true });
  writeFileSync(homeLayout(home).lastGoodConfig, "slots: 2\n");
  try {
    const up = await runHere(["up"], { home, env });
    expect(up).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^problem: The last good .*config\.yaml:1: slots/),
    });
    expect((await ask("show", "slots")).out).toBe("2\n");
  } finally {
    await runHere(["down"], { home });
  }
});
