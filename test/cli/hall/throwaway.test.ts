// Rehearsals and the demo: a hall of their own in a home that vanishes, whatever happens.
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Cli } from "../../../src/cli/cli.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { installed } from "../../../src/host/program.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { until } from "../../harness/hall.ts";
import { hanging, progress, script, submit } from "../../harness/rehearsals.ts";
import { countSession } from "../../harness/sessions.ts";
import { tempDir } from "../../harness/temp.ts";
import { runHere, startHere, type HereChoice } from "../support.ts";
import { firstOf, longTest } from "../../harness/long.ts";

interface Place {
  directory: string;
  temporary: string;
  choice: HereChoice;
}

function place(rehearsal: string): Place {
  const directory = tempDir();
  const temporary = tempDir();
  writeFileSync(`${directory}/script.json`, rehearsal);
  return { directory, temporary, choice: { directory, machine: { temporary } } };
}

test("a rehearsal that goes as its script expects exits 0: it is given the task, and a project beside the script", async () => {
  countSession();
  const { directory, temporary, choice } = place(
    script([
      {
        expect: { lastUserIncludes: ["Find the answer"] },
        use: [{ tool: "Read", input: { file_path: "notes.md" } }],
      },
      { expect: { lastUserIncludes: ["the answer is here"] }, ...submit() },
      { say: "Done." },
    ]),
  );
  mkdirSync(`${directory}/project`);
  writeFileSync(`${directory}/project/notes.md`, "the answer is here\n");
  const task = ["--task", "Find the answer in the notes."];
  const run = await runHere(["rehearse", "researcher", "script.json", ...task], choice);
  expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: "" });
  expect(run.out).toContain("tool        Read notes.md");
  expect(run.out).toMatch(/\ncompleted {2}.* rehearsed\n/);
  expect(run.out).toEndWith("The rehearsal went as the script expects.\n");
  expect(readdirSync(temporary)).toEqual([]);
}, 20_000);

longTest(
  "the script of the guide plays to its end as the guide says",
  async () => {
    countSession();
    const guide = readFileSync(installed("docs/guide/rehearsals.md"), "utf8");
    const [, yaml = ""] = /```yaml\n([^]*?)```/.exec(guide.slice(guide.indexOf("## A whole script"))) ?? [];
    const [, task = ""] = /guild-hall rehearse researcher my-script\.yaml --task "([^"]+)"/.exec(guide) ?? [];
    const { directory, choice } = place(yaml);
    mkdirSync(`${directory}/project`);
    writeFileSync(`${directory}/project/README.md`, "# Sample project\n");
    const run = await runHere(["rehearse", "researcher", "script.json", "--task", task], choice);
    expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: "" });
  },
  20_000,
);

test("one whose expectation is not met exits 1 and names it, and leaves nothing behind", async () => {
  countSession();
  const { temporary, choice } = place(
    script([{ expect: { systemIncludes: ["a sentence nobody wrote"] }, say: "Hm." }]),
  );
  const run = await runHere(["rehearse", "researcher", "script.json"], choice);
  expect(run.code).toBe(1);
  expect(run.err).toStartWith('The rehearsal failed: Rehearsal "test", turn 1: ');
  const told = (text: string) => text.split("a sentence nobody wrote").length - 1;
  expect({ out: told(run.out), err: told(run.err) }).toEqual({ out: 1, err: 1 });
  expect(run.out).toContain("failed      rehearsal\n");
  expect(readdirSync(temporary)).toEqual([]);
}, 20_000);

test("a script or a worker the hall refuses exits 1 before anything is played", async () => {
  const broken = place('{"version":1,"name":"x","turns":[{"sya":"Done"}]}');
  const refused = await runHere(["rehearse", "researcher", "script.json"], broken.choice);
  expect({ code: refused.code, out: refused.out }).toEqual({ code: 1, out: "" });
  expect(refused.err).toContain("sya");
  const unknown = await runHere(["rehearse", "scholar", "script.json"], place(hanging).choice);
  expect(unknown.code).toBe(1);
  expect(unknown.err).toContain('Worker "scholar" is not installed.');
  expect(readdirSync(broken.temporary)).toEqual([]);
});

test.each(firstOf(["rehearse", "demo"], 1))(
  "Ctrl-C while %s is starting ends it, with nothing left",
  async (name) => {
    const { temporary, choice } = place(hanging);
    const running = startHere(name === "demo" ? [name] : [name, "researcher", "script.json"], choice);
    running.press();
    expect(await running.ended).toEqual({ code: 130, out: "", err: "Cleaning up...\n" });
    expect(readdirSync(temporary)).toEqual([]);
  },
);

test("where the hall cannot start, its reason is given and its home removed", async () => {
  const { directory, temporary, choice } = place(hanging);
  mkdirSync(`${directory}/src/hall`, { recursive: true });
  writeFileSync(`${directory}/src/hall/main.ts`, 'console.error("no luck"); process.exit(9);');
  const machine = { temporary, installed: (path: string) => `${directory}/${path}` };
  const run = await runHere(["rehearse", "researcher", "script.json"], { ...choice, machine });
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toContain("no luck");
  expect(readdirSync(temporary)).toEqual([]);
});

const record = { version: 1, url: "http://127.0.0.1:1", pid: 1, startTime: "", bootId: "", home: "" };
test.each([
  [
    "says something else than that it is ready",
    "hello",
    'The hall did not say that it is ready, but "hello".',
  ],
  [
    "cannot be found by its record",
    JSON.stringify({ ready: { ...record, tokenFile: "", release: "0" } }),
    "ended as soon as it was ready",
  ],
])("a hall that %s is stopped", async (_what, line, says) => {
  const { directory, temporary, choice } = place(hanging);
  mkdirSync(`${directory}/src/hall`, { recursive: true });
  const program = `
    const { writeFileSync, writeSync } = require("node:fs");
    writeFileSync(${JSON.stringify(`${directory}/pid`)}, String(process.pid));
    setInterval(() => undefined, 1000);
    writeSync(Number(process.env.GUILD_HALL_READY_FD), ${JSON.stringify(`${line}\n`)});
  `;
  writeFileSync(`${directory}/src/hall/main.ts`, program);
  const machine = {
    temporary,
    installed: (path: string) => `${directory}/${path}`,
  };
  const run = await runHere(["rehearse", "researcher", "script.json"], { ...choice, machine });
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toContain(says);
  const pid = Number(readFileSync(`${directory}/pid`, "utf8"));
  await until("the hall is gone", () => systemProcesses.identify(pid) === undefined, 2000);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a time limit is cancelled where the hall's program cannot be run at all", async () => {
  const { temporary, choice } = place(hanging);
  const timers = { set: 0, cancelled: 0 };
  const after: Cli["clock"]["after"] = (ms, run) => {
    const timer = systemClock.after(ms, run);
    if (ms === 30_000) timers.set += 1;
    return { cancel: () => ((timers.cancelled += ms === 30_000 ? 1 : 0), timer.cancel()) };
  };
  const machine = { temporary, runtime: "/nonexistent/bun", clock: { ...systemClock, after } };
  const run = await runHere(["rehearse", "researcher", "script.json"], { ...choice, machine });
  expect(run.code).toBe(1);
  expect(run.err).toContain("Cannot start /nonexistent/bun");
  expect(timers).toEqual({ set: 1, cancelled: 1 });
});

test("where there is no room for a throwaway home, the system's own words are the reason", async () => {
  const run = await runHere(["demo"], { machine: { temporary: "/dev/null" } });
  expect({ code: run.code, out: run.out }).toEqual({ code: 1, out: "" });
  expect(run.err).toMatch(/^guild-hall: ENOTDIR/);
});

test("a worker whose throwaway hall was killed does not outlive the command", async () => {
  countSession();
  const { temporary, choice } = place(hanging);
  const running = startHere(["rehearse", "researcher", "script.json"], choice);
  await running.saying("Begun.");
  const home = `${temporary}/${readdirSync(temporary)[0]}`;
  const { pid } = JSON.parse(readFileSync(`${home}/run/hall.json`, "utf8")) as { pid: number };
  const [id] = readdirSync(`${home}/commissions`);
  const journal = readFileSync(`${home}/commissions/${id}/bench-1.jsonl`, "utf8").split("\n")[0] ?? "";
  const bench = JSON.parse(journal) as { pid: number };
  expect(systemProcesses.identify(bench.pid)).toBeDefined();
  process.kill(pid, "SIGKILL");
  running.press();
  expect((await running.ended).code).toBe(130);
  // Killed is not gone at once on a busy machine.
  const isGone = (each: number) => systemProcesses.identify(each) === undefined;
  await until("the workbench and the hall are gone", () => isGone(bench.pid) && isGone(pid), 2000);
  expect(readdirSync(temporary)).toEqual([]);
}, 20_000);

test("the demo shows a rehearsed commission and stays for a look around, until Ctrl-C", async () => {
  countSession();
  const { directory, temporary, choice } = place(
    script([
      { expect: { lastUserIncludes: ["lantern"] }, ...progress("Begun.") },
      submit({ summary: "Found it.", output: `# What was found\n\n${"lantern ".repeat(20)}` }),
      { say: "Done." },
    ]),
  );
  writeFileSync(`${directory}/xdg-open`, "", { mode: 0o755 });
  // The same demo with a shorter play.
  const shorter = (path: string) =>
    path === "demo/rehearsal.yaml" ? `${directory}/script.json` : installed(path);
  let opened = "";
  const openFile: Cli["openFile"] = async ({ file }) => {
    opened = readFileSync(file, "utf8");
    return { code: 0, signal: null };
  };
  const machine = { temporary, installed: shorter, openFile };
  // Somebody sits there, with a browser.
  const person = {
    window: { columns: 80, rows: 24 },
    stdinIsTty: true,
    env: { PATH: directory, DISPLAY: ":0" },
  };
  const running = startHere(["demo"], { ...choice, ...person, machine });
  await running.saying("Ctrl-C stops it and removes everything.");
  const home = `${temporary}/${readdirSync(temporary)[0]}`;
  const listed = await runHere(["list"], { home });
  expect(listed.out).toMatch(/completed +\$.* rehearsed +Does lantern retry/);
  running.press();
  const { code, out, err } = await running.ended;
  expect({ code, err }).toEqual({ code: 0, err: "Cleaning up...\n" });
  expect(out).toContain(`# What was found\n\n${"lantern ".repeat(10).trim()}\nlantern `);
  const [link = ""] = /http:\S+#code=[\w.-]+/.exec(out) ?? [];
  expect(out.indexOf(link)).toBeLessThan(out.indexOf("Begun."));
  expect(opened).toContain(`url=${link}"`);
  expect(out).toMatch(/http:\S+\/commissions\/[\w-]+\?afresh=[\w-]+#code=/);
  expect(out.split("GUILD_HALL_HOME=")).toHaveLength(2);
  expect(out).toContain(`  export GUILD_HALL_HOME=${home}\n  node `);
  expect(readdirSync(temporary)).toEqual([]);
}, 20_000);
