// guild-hall members conformance: what a person sees, and what a script goes by.
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { installed } from "../../../src/host/program.ts";
import { tempDir } from "../../harness/temp.ts";
import { runHere } from "../../cli/support.ts";
import { plainMember } from "./support.ts";

const limitMs = 60_000;
const ask = (args: readonly string[], env: Record<string, string> = {}) =>
  runHere(["members", "conformance", ...args], { env: { PATH: process.env["PATH"] ?? "", ...env } });

test(
  "a member that falls short is named with its clause and what was wrong, and the exit code is 1",
  async () => {
    const { code, out, err } = await ask([plainMember("path-glob")]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toMatch(/^pass {2}manifest\/shape {2,}guild-member\.json says/);
    expect(out).toMatch(
      /^fail {2}list\/filter-slash {2,}\* stands for anything, a slash too\.\n {8,}→ "\*OAuth\*" finds none\.$/m,
    );
    expect(out).toMatch(/\n\d+ checks: \d+ passed, 1 failed, 0 skipped\.\n$/);
  },
  limitMs,
);

test("a directory that cannot be started fails where it fails, and the rest is left out", async () => {
  const directory = `${tempDir()}/broken`;
  mkdirSync(directory);
  writeFileSync(`${directory}/guild-member.json`, "{}");
  const { code, out } = await ask([directory, "--json"]);
  const { ok, checks } = JSON.parse(out) as {
    ok: boolean;
    checks: { id: string; state: string; reason: string }[];
  };
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(checks[0]).toMatchObject({
    id: "manifest/shape",
    state: "fail",
    reason: expect.stringContaining("name"),
  });
  expect(checks.slice(1).every(({ state }) => state === "skip")).toBe(true);
});

test.each([
  [["/no/such/directory"], "is neither a URL nor a directory"],
  [[".", "--live"], "are for a member that already runs"],
  [["http://127.0.0.1:1/mcp", "--secret-file", "/no/such/file"], "cannot be read: ENOENT"],
])("%p is refused as wrong usage", async (args, message) => {
  const { code, err } = await ask(args);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

const secret = "a-secret-of-the-test";

/** One that somebody else started; it is ended with the test. */
async function withRunning(
  use: (url: string) => Promise<void>,
  directory = plainMember("none"),
): Promise<void> {
  const member = spawn(process.execPath, ["server.ts", "--port", "0"], {
    cwd: directory,
    env: { GUILD_MEMBER_SECRET: secret },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(member, "exit");
  try {
    const [url] = (await once(createInterface(member.stdout), "line")) as [string];
    await use(url);
  } finally {
    member.kill();
    await ended;
  }
}

test(
  "a member that runs is asked with the secret of a file or of the environment, and no job is dispatched",
  () =>
    withRunning(async (url) => {
      const file = `${tempDir()}/secret`;
      writeFileSync(file, `${secret}\n`);
      const byFile = await ask([url, "--secret-file", file]);
      const byEnvironment = await ask([url], { GUILD_MEMBER_SECRET: secret });
      expect([byFile.code, byEnvironment.code]).toEqual([0, 0]);
      expect(byFile.out).toContain("it dispatches jobs, which may cost money: --live runs it");
      expect(byFile.out).toContain("pass  guard/secret");
    }),
  limitMs,
);

test("what is no member that takes work is named in one sentence, and no check is made", async () => {
  const told: string[] = [];
  const look = async (args: readonly string[], env = {}) => {
    const { code, out, err } = await ask(args, env);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    told.push(err);
  };
  let gone = "";
  await withRunning(async (url) => {
    await look([url]);
    await look([url], { GUILD_MEMBER_SECRET: "another" });
    gone = url;
  });
  await look([gone]);
  const example = installed("guild-members/example");
  await withRunning(async (url) => {
    await look([url.replace(/mcp$/, "")], { GUILD_MEMBER_SECRET: secret });
    await look([url], { GUILD_MEMBER_SECRET: secret });
  }, example);
  await look([example]);
  expect(told.map((err) => err.split("\n")[0])).toEqual([
    expect.stringContaining("wants its secret, and none was given"),
    expect.stringContaining("is not that of the member"),
    expect.stringContaining("No program answers at"),
    expect.stringContaining("but it has no member's endpoint there"),
    expect.stringContaining("takes no work: it knows neither worker/list nor worker/status"),
    expect.stringContaining("Its manifest is sound"),
  ]);
});
