// The commands against a real hall: its life, and commissions from start to end.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { countSession } from "../../harness/sessions.ts";
import { launch, runLauncher, steers } from "../support.ts";
import { longTest } from "../../harness/long.ts";

const place = mkdtempSync(join(tmpdir(), "guild-hall-test-"));
const home = join(place, "home");
const temporary = join(place, "tmp");
const canary = "sk-canary-of-the-cli-test";
const env = { GUILD_HALL_HOME: home, GUILD_HALL_PORT: "0", TMPDIR: temporary };
const hall = (...args: string[]) => runLauncher(args, { env });

beforeAll(() => mkdirSync(temporary));

afterAll(async () => {
  await hall("down");
  rmSync(place, { recursive: true, force: true });
});

function script(name: string, yaml: string): string {
  const file = join(place, `${name}.yaml`);
  writeFileSync(file, `version: 1\nname: ${name}\nturns:\n${yaml}`);
  return file;
}

interface Up {
  url: string;
  pid: number;
  home: string;
  tokenFile: string;
}

longTest("a port that is taken is named as the reason", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => squatter.once("listening", resolve));
  const { port } = squatter.address() as { port: number };
  const run = await runLauncher(["up"], { env: { ...env, GUILD_HALL_PORT: String(port) } });
  squatter.close();
  expect({ code: run.code, out: run.stdout }).toEqual({ code: 1, out: "" });
  expect(run.stderr).toContain("port");
  expect(run.stderr).toContain("GUILD_HALL_PORT");
  expect((await runLauncher(["up"], { env: { ...env, GUILD_HALL_PORT: "http" } })).code).toBe(2);
});

test("of several who start the hall at once all report the same one, and it holds no secret", async () => {
  const secret = { ...env, ANTHROPIC_API_KEY: canary };
  const runs = await Promise.all([1, 2, 3].map(() => runLauncher(["up", "--json"], { env: secret })));
  const lines = runs.map((run) => JSON.parse(run.stdout) as Up);
  expect(runs.map((run) => run.code)).toEqual([0, 0, 0]);
  expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(1);
  const [up] = lines;
  expect(Object.keys(up ?? {})).toEqual(["url", "pid", "home", "tokenFile"]);
  expect(up?.home).toBe(home);
  expect(readFileSync(`/proc/${up?.pid}/environ`, "utf8")).not.toContain(canary);
  expect(readFileSync(`/proc/${up?.pid}/cmdline`, "utf8")).toMatch(/hall\/main\.[jt]s/);
  expect(statSync(home).mode & 0o777).toBe(0o700);
  const status = await hall("status", "--json");
  expect(JSON.parse(status.stdout)).toMatchObject({ pid: up?.pid, url: up?.url, model: { available: true } });
  expect(status.stdout).not.toContain(canary);
});

test("down stops it, says so, and is content where nothing runs", async () => {
  const { pid } = JSON.parse((await hall("up", "--json")).stdout) as Up;
  expect(await hall("down")).toMatchObject({
    code: 0,
    stdout: "The hall has stopped.\nNo commission was at work.\n",
  });
  expect(systemProcesses.identify(pid)).toBeUndefined();
  expect(await hall("down")).toMatchObject({ code: 0, stdout: `No hall runs for ${home}.\n` });
  expect(await hall("status")).toMatchObject({ code: 3, stdout: "" });
});

longTest("in the foreground the hall logs to standard output and ends with its command", async () => {
  const running = launch(["up", "--foreground"], { env });
  await running.saying("The hall is up at");
  expect(await hall("status")).toMatchObject({ code: 0 });
  running.child.kill("SIGINT");
  const ended = await running.ended;
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain("the hall is open");
  expect((await hall("status")).code).toBe(3);
});

longTest("a hall that is away is not mistaken for whoever has its pid now", async () => {
  mkdirSync(join(home, "run"), { recursive: true });
  const self = systemProcesses.identify(process.pid);
  const record = {
    version: 1,
    url: "http://127.0.0.1:9",
    home,
    tokenFile: join(home, "token"),
    release: "x",
  };
  writeFileSync(join(home, "run", "hall.json"), JSON.stringify({ ...record, ...self, startTime: "1" }));
  expect(await hall("down")).toMatchObject({ code: 0, stdout: `No hall runs for ${home}.\n` });
  expect((await hall("status")).code).toBe(3);
});

test("without credentials a commission is refused unless it brings a rehearsal", async () => {
  await hall("up");
  const run = await hall("commission", "researcher", "Do it", "--json");
  expect({ code: run.code, out: run.stdout }).toEqual({ code: 1, out: "" });
  expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: "no_model" } });
  const unknown = await hall(
    "commission",
    "scholar",
    "Do it",
    "--rehearsal",
    script("ok", "  - say: Done\n"),
  );
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain("researcher");
  const broken = await hall(
    "commission",
    "researcher",
    "Do it",
    "--rehearsal",
    script("broken", "  - sya: Done\n"),
  );
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain("line");
});

test("a commission is handed over, watched to its end, shown, and deleted", async () => {
  countSession();
  const hostile = String.raw`"\e]52;c;aGk=\a\e[2J \u202Egnp. \u200B\r end"`;
  const file = script(
    "hostile",
    `  - say: ${hostile}
    use:
      - { tool: mcp__commission__report_progress, input: { summary: ${hostile} } }
      - { tool: mcp__commission__submit_result, input: { summary: ${hostile}, output: ${hostile} } }
  - say: ${hostile}
`,
  );
  const args = ["commission", "researcher", "-", "--title", "A \u202e title", "--label", "one", "--wait"];
  const run = await runLauncher([...args, "--rehearsal", file], { env, input: "The task\nin lines" });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const id = run.stdout.split("\n", 1)[0] ?? "";
  expect(run.stdout).toMatch(/\ncompleted {2}.* rehearsed\n/);
  const short = id.slice(0, 18);
  const shown = await hall("show", short);
  const result = await hall("result", short);
  const listed = await hall("list", "--filter", "*title*");
  const watched = await hall("watch", short, "--json");
  for (const { stdout } of [run, shown, result, listed, watched]) expect(stdout).not.toMatch(steers);
  expect(shown.stdout).toContain("in lines");
  expect(shown.stdout).toContain("rehearsed");
  expect(result.stdout).toContain("\\x1b]52;c;aGk=\\x07");
  expect(listed.stdout).toContain("A \\u202e title");
  const events = watched.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(events.at(0)?.type).toBe("commission.created");
  expect(events.at(-1)?.type).toBe("commission.completed");
  expect(JSON.parse((await hall("result", id, "--json")).stdout)).toMatchObject({ id, endedBy: "normal" });
  expect(await hall("cancel", short)).toMatchObject({
    code: 0,
    stdout: "The commission had already ended: completed.\n",
  });
  expect(await hall("delete", short)).toMatchObject({ code: 0, stdout: `Deleted ${id}.\n` });
  expect(await hall("show", id)).toMatchObject({ code: 1, stdout: "" });
  expect(await hall("list")).toMatchObject({ code: 0, stdout: "No commissions.\n" });
}, 90_000);

longTest(
  "down names what goes on, and the next hall can cancel it",
  async () => {
    countSession();
    const file = script("hanging", "  - hang: true\n");
    const id = (await hall("commission", "researcher", "Hang about", "--rehearsal", file)).stdout.trim();
    const watching = launch(["watch", id], { env });
    await watching.saying("session");
    watching.child.kill("SIGINT");
    expect((await watching.ended).code).toBe(130);
    expect((await hall("status")).stdout).toContain("Hang about");
    const down = await hall("down");
    expect(down.stdout).toContain("1 commission at work continues:");
    expect(down.stdout).toContain("Hang about");
    await hall("up");
    expect((await hall("cancel", id)).code).toBe(0);
    expect((await hall("watch", id)).stdout).toContain("cancelled");
    expect((await hall("logs")).stdout).toContain("the hall is open");
    const following = launch(["logs", "-f"], { env });
    await following.saying("the hall is open");
    following.child.kill("SIGINT");
    expect((await following.ended).code).toBe(130);
  },
  90_000,
);

longTest(
  "the demo, stopped in the middle, ends its worker and its hall and removes its home",
  async () => {
    countSession();
    const running = launch(["demo"], { env });
    await running.saying("progress");
    const demoHome = readdirSync(temporary).find((name) => name.startsWith("guild-hall-demo-")) ?? "";
    const record = join(temporary, demoHome, "run", "hall.json");
    const { pid } = JSON.parse(readFileSync(record, "utf8")) as Up;
    expect(statSync(join(temporary, demoHome)).mode & 0o777).toBe(0o700);
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
    expect(systemProcesses.identify(pid)).toBeUndefined();
    expect(processesUnder(join(temporary, demoHome))).toEqual([]);
  },
  90_000,
);

longTest(
  "the demo runs to its end and prints status and result also in a pipe",
  async () => {
    countSession();
    const run = await hall("demo", "--once");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/\ncompleted {2}.* rehearsed\n/);
    for (const word of [
      "progress",
      "decision",
      "question",
      "result",
      "# Does lantern retry",
      "lantern-retries.md",
    ])
      expect(run.stdout).toContain(word);
    expect(readdirSync(temporary)).toEqual([]);
  },
  60_000,
);

test("doctor finds what is needed on this machine and never shows a credential", async () => {
  const run = await runLauncher(["doctor", "--json"], { env: { ...env, ANTHROPIC_AUTH_TOKEN: canary } });
  const { ok, checks } = JSON.parse(run.stdout) as { ok: boolean; checks: { name: string; state: string }[] };
  expect({ code: run.code, ok }).toEqual({ code: 0, ok: true });
  expect(checks.map(({ name }) => name)).toEqual(
    "node bun claude git browser sandbox network versions limits model home format ledgers config packages members disk tmpdir hall".split(
      " ",
    ),
  );
  expect(run.stdout + run.stderr).not.toContain(canary);
  writeFileSync(join(place, "file"), "");
  const broken = await runLauncher(["doctor"], { env: { ...env, GUILD_HALL_HOME: join(place, "file") } });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain("is not a directory");
});

/** Command lines of processes that work in or with a directory. */
function processesUnder(directory: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readOrNothing(`/proc/${pid}/cmdline`).replaceAll("\0", " "))
    .filter((line) => line.includes(directory));
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // it has just ended
  }
}
