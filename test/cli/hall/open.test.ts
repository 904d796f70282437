// guild-hall open: the link, the file that leads to it, and the programs that open a browser.
import { afterEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findOpener } from "../../../src/cli/hall/find-opener.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { TestHome, until } from "../../harness/hall.ts";
import { useBrowser } from "../../harness/page/page.ts";
import { tempDir } from "../../harness/temp.ts";
import { runHere, type Ran } from "../support.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

async function openHome() {
  const home = new TestHome();
  homes.push(home);
  const { record } = await home.open();
  const token = readFileSync(record.tokenFile, "utf8").trim();
  return { home, token, record };
}

const linkIn = (text: string) => /http:\S+#code=[\w-]{11}\.[\w-]{43}/.exec(text)?.[0] ?? "no link";

/** A directory with an `xdg-open` that keeps its arguments and what it was given, then ends as it is told. */
function opener(exit = 0): { path: string; called(): string[]; file(): string } {
  const path = tempDir();
  const program = join(path, "xdg-open");
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${path}/args\n/bin/cat "$1" > ${path}/given\nexit ${exit}\n`,
  );
  chmodSync(program, 0o755);
  return {
    path,
    called: () => (existsSync(`${path}/args`) ? readFileSync(`${path}/args`, "utf8").trim().split("\n") : []),
    file: () => readFileSync(`${path}/given`, "utf8"),
  };
}

const openings = (home: TestHome) =>
  readdirSync(homeLayout(home.root).run).filter((name) => name.endsWith(".html"));

function open(home: TestHome, args: readonly string[], env: Record<string, string>): Promise<Ran> {
  return runHere(["open", ...args], { home: home.root, env });
}

test("the browser is given a file that nobody else can read, and the code is on no command line", async () => {
  const { home, token, record } = await openHome();
  const program = opener();
  const ran = await open(home, [], { PATH: program.path, DISPLAY: ":0" });
  const link = linkIn(ran.out);
  expect(ran).toEqual({ code: 0, out: expect.stringContaining(`\n  ${link}\n`), err: "" });
  expect([link.startsWith(`${record.url}/?afresh=`), ran.out.includes(token)]).toEqual([true, false]);
  const [file = "", ...more] = program.called();
  expect([file.startsWith(homeLayout(home.root).run), more]).toEqual([true, []]);
  expect(file).not.toContain(link.split("#code=")[1] ?? "");
  expect(program.file()).toContain(`content="0; url=${link}"`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("what led to the page goes after a while with the next, and all of it with down", async () => {
  const { home } = await openHome();
  const env = { PATH: opener().path, DISPLAY: ":0" };
  await open(home, [], env);
  const [first = ""] = openings(home);
  await open(home, [], env);
  expect(openings(home)).toHaveLength(2);
  utimesSync(join(homeLayout(home.root).run, first), 0, 0);
  await open(home, [], env);
  expect(openings(home)).toHaveLength(2);
  expect(openings(home)).not.toContain(first);
  await runHere(["down"], { home: home.root });
  expect(openings(home)).toEqual([]);
});

test("one commission has a link of its own, and --print opens nothing", async () => {
  const { home, record } = await openHome();
  const id = "0197f3a2-7c1b-7abc-8def-000000000001";
  const program = opener();
  const ran = await open(home, [id, "--print"], { PATH: program.path, DISPLAY: ":0" });
  expect(ran).toEqual({ code: 0, out: `${linkIn(ran.out)}\n`, err: "" });
  expect(ran.out).toStartWith(`${record.url}/commissions/${id}?afresh=`);
  expect((await open(home, [id, "--print"], {})).out).not.toBe(ran.out); // each is good once
  expect([program.called(), openings(home)]).toEqual([[], []]);
  expect((await open(home, ["ffff"], {})).err).toContain('No commission\'s id starts with "ffff".');
});

describe("where no browser can be opened, the link is printed and the reason said", () => {
  test.each([
    ["no display", { PATH: "" }, "There is no display here"],
    ["no program", { PATH: "", DISPLAY: ":0" }, "No program that opens a browser is on the PATH: xdg-open."],
    ["a program that fails", { DISPLAY: ":0" }, "could not open a browser (code 3)"],
  ])("%s", async (_, env, reason) => {
    const { home } = await openHome();
    const ran = await open(home, [], { PATH: opener(3).path, ...env });
    expect([ran.code, linkIn(ran.out)]).not.toContain("no link");
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(reason);
  });
});

test("without a hall it says so", async () => {
  expect((await runHere(["open"])).code).toBe(3);
});

test.each<[string, string, Record<string, string>, string[], string]>([
  ["Linux with X", "linux", { DISPLAY: ":0" }, ["xdg-open"], "xdg-open"],
  ["Linux with Wayland", "linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"], "xdg-open"],
  ["Linux without a display", "linux", { DISPLAY: "" }, ["xdg-open"], "There is no display"],
  ["WSL", "linux", { WSL_DISTRO_NAME: "Debian" }, ["xdg-open", "wslview"], "wslview"],
  ["WSL without wslview", "linux", { WSL_DISTRO_NAME: "Debian" }, ["xdg-open"], "xdg-open"],
  ["WSL with neither", "linux", { WSL_DISTRO_NAME: "Debian" }, [], "wslview or xdg-open"],
  ["macOS", "darwin", {}, ["open", "xdg-open"], "open"],
])("on %s", (_, platform, env, there, expected) => {
  const found = findOpener({ platform, env, find: (name) => (there.includes(name) ? name : undefined) });
  expect("program" in found ? found.program : found.missing).toContain(expected);
});

describe.skipIf(isWithoutBrowser)("in a browser", () => {
  const browser = useBrowser();

  test("the file leads to the page, and the code stays in no address", async () => {
    const { home, token, record } = await openHome();
    const program = opener();
    const { out } = await open(home, [], { PATH: program.path, DISPLAY: ":0" });
    const [id = "", secret = ""] = linkIn(out).split("#code=")[1]?.split(".") ?? [];
    const page = await (await browser.newContext()).newPage();
    await page.goto(`file://${program.called()[0]}`);
    await until("the page has come", () => page.url().startsWith(record.url));
    await page.getByRole("navigation").first().waitFor();
    expect(page.url()).toBe(`${record.url}/`);
    expect(await page.context().cookies()).toEqual([]);
    const kept = await page.evaluate(() => [
      ...Object.values(sessionStorage),
      ...Object.values(localStorage),
    ]);
    for (const word of [token, id, secret]) expect(kept.join(" ")).not.toContain(word);
    expect(await page.evaluate(() => document.referrer)).toBe("");
  });
});
