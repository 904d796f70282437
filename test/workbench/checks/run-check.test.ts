// Checks, run for real: contained, bounded, and ended whole.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { endGroup } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { enclose, type Enclosure } from "../../../src/workbench/sandbox/enclose.ts";
import type { SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";
import { maxOutputCharacters, runCheck } from "../../../src/workbench/checks/run-check.ts";
import { until } from "../../harness/hall.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox, probe } from "../sandbox/usable.ts";

const bare: SandboxProbe = { ...probe, level: "process", tools: { ...probe.tools, bwrap: null } };
const enclosures: Enclosure[] = [];
afterEach(async () => {
  for (const enclosure of enclosures.splice(0)) await enclosure.close();
});

function setUp(level: SandboxProbe = probe) {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  mkdirSync(layout.work, { recursive: true });
  const enclosure = enclose({ memoryMb: null, processes: null });
  enclosures.push(enclosure);
  const deps = { clock: systemClock, endGroup, searchPath: process.env["PATH"] ?? "" };
  const run = (command: string, { timeoutSeconds = 20, signal = new AbortController().signal } = {}) =>
    runCheck(deps, {
      check: { command, timeoutSeconds },
      place: {
        layout,
        probe: level,
        enclosure,
        readOnly: [],
        shown: async () => [],
        bounds: { processes: null, fileBytes: 1_000_000 },
      },
      signal,
    });
  return { layout, run };
}

const levels: [string, SandboxProbe][] = [
  ["without a sandbox", bare],
  ...(isWithoutSandbox ? [] : [["in the sandbox", probe] as [string, SandboxProbe]]),
];

describe.each(levels)("a check %s", (_name, level) => {
  test("says how it ended, and what it printed, in the order it was printed", async () => {
    const { run } = setUp(level);
    const done = await run("echo one; echo two >&2; echo three; exit 3");
    expect(done).toMatchObject({ exitCode: 3, timedOut: false, output: "one\ntwo\nthree\n", cut: false });
  });

  test("runs in the work directory, may write there, and has a home of its own", async () => {
    const { run, layout } = setUp(level);
    writeFileSync(`${layout.work}/in.txt`, "given");
    const done = await run('cat in.txt > out.txt && touch "$HOME/x" "$TMPDIR/y" && echo fine');
    expect(done).toMatchObject({ exitCode: 0, output: "fine\n" });
    expect(readFileSync(`${layout.work}/out.txt`, "utf8")).toBe("given");
    expect(existsSync(`${layout.session}/checks/home/x`)).toBe(true);
    expect(existsSync(`${layout.session}/home`)).toBe(false);
  });

  test("has nothing of the hall's environment, and no word of claude or its gateway", async () => {
    process.env["ANTHROPIC_API_KEY"] = "canary-1c9f";
    const { run } = setUp(level);
    const { output } = await run("env");
    delete process.env["ANTHROPIC_API_KEY"];
    const names = output
      .split("\n")
      .map((line) => line.split("=")[0])
      .filter(
        (name) => name !== "" && name !== "PWD" && name !== "OLDPWD" && name !== "_" && name !== "SHLVL",
      );
    expect(new Set(names)).toEqual(new Set(["HOME", "LANG", "PATH", "TMPDIR"]));
  });

  test("that takes too long is ended with all that it started", async () => {
    const { run, layout } = setUp(level);
    const done = await run("echo begun; (while :; do date +%N > beat; sleep 0.02; done) & sleep 600", {
      timeoutSeconds: 1,
    });
    expect(done).toMatchObject({ exitCode: null, timedOut: true, output: "begun\n" });
    expect(done.ms).toBeWithin(900, 5000);
    await isStill(`${layout.work}/beat`);
  }, 20_000);

  test("is ended when the session is over", async () => {
    const { run, layout } = setUp(level);
    const over = new AbortController();
    const running = run("echo begun > started; sleep 600", { signal: over.signal });
    await until("it runs", () => existsSync(`${layout.work}/started`));
    over.abort();
    expect(await running).toMatchObject({ exitCode: null, timedOut: false });
  });

  test("that leaves something behind does not keep anybody waiting", async () => {
    const { run } = setUp(level);
    const done = await run("sleep 600 & echo left");
    expect(done).toMatchObject({ exitCode: 0, output: "left\n" });
    expect(done.ms).toBeLessThan(5000);
  });

  test("that prints without end is read to its end, and the end is kept", async () => {
    const { run } = setUp(level);
    const { output, cut } = await run("yes äöü | head -n 200000; echo last");
    expect(cut).toBe(true);
    expect(output.length).toBeWithin(maxOutputCharacters - 5, maxOutputCharacters + 1);
    expect(output.endsWith("äöü\nlast\n")).toBe(true);
    expect(output).not.toContain("\ufffd");
  });

  test("is held to the size of one file", async () => {
    const { run, layout } = setUp(level);
    const done = await run("head -c 3000000 /dev/zero > big");
    expect(done.exitCode).not.toBe(0);
    expect(readFileSync(`${layout.work}/big`).length).toBe(1_000_000);
  });
});

describe.skipIf(isWithoutSandbox)("a check in the sandbox", () => {
  test("reaches no network and no file of the hall, the commission's own included", async () => {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("outside") });
    const { run, layout } = setUp();
    writeFileSync(`${layout.directory}/events.jsonl`, "canary-77aa");
    const tries = [
      `bash -c 'exec 5<>/dev/tcp/127.0.0.1/${server.port} && echo reached'`,
      `cat ${layout.directory}/events.jsonl`,
      `cat ../events.jsonl`,
      "ls /gh/gateway.sock /gh/config /gh/bin",
      `grep -rs canary-77aa /gh /tmp /run`,
    ];
    for (const command of tries) {
      const { exitCode, output } = await run(command);
      expect(exitCode).not.toBe(0);
      expect(output).not.toMatch(/reached|canary-77aa/);
    }
    void server.stop(true);
  });
});

/** Nobody writes to it any more. */
async function isStill(path: string): Promise<void> {
  let last = "";
  let since = performance.now();
  await until("it is still", () => {
    const now = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (now !== last) since = performance.now();
    last = now;
    return performance.now() - since > 300;
  });
}
