// A workbench that is stopped or killed in the middle of anything: it ends at once, nothing of it goes on, and the next
// one takes up what is left.
import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readForWorkbench } from "../../../src/store/config/read.ts";
import type { Fact } from "../../../src/contract/commission/facts.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { installed } from "../../../src/host/program.ts";
import { wireWorkbench } from "../../../src/workbench/main.ts";
import { runWorkbench } from "../../../src/workbench/work/run.ts";
import { until } from "../../harness/hall.ts";
import {
  checked,
  factsOf,
  layCommission,
  says,
  type Session,
  treesOf,
} from "../../harness/git/tree-bench.ts";
import { everyNth } from "../../harness/long.ts";

const types = (facts: readonly Fact[]): string[] => facts.map(({ type }) => type);
const endOf = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.type === "session.ended" ? [fact.end] : [])).at(-1);

/** Hangs until it is ended, the first time; a second time it succeeds. A check finds nothing that an earlier run left. */
const hangs = (name: string) =>
  `test -e ${name}.begun && exit 0; test "$(cat mood 2>/dev/null)" = easy && exit 0; touch ${name}.begun; (while :; do date +%N > ${name}.beat; sleep 0.02; done) & sleep 600`;

const works: Session = async ({ layout }) => {
  writeFileSync(`${layout.work}/a.txt`, "lit\n");
  return says();
};

async function isStill(path: string): Promise<void> {
  let last = "";
  let since = performance.now();
  await until("nothing of it goes on", () => {
    const now = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (now !== last) since = performance.now();
    last = now;
    return performance.now() - since > 300;
  });
}

type Laid = Awaited<ReturnType<typeof layCommission>>;

/** Where a command of this name runs: checks of a project have a directory of their own. */
function placeOf({ layout, tree, checkout }: Laid, name: string): string {
  if (checkout !== "") writeFileSync(`${checkout}/mood`, "cross");
  return tree !== null && name === "check" ? `${layout.session}/proof/tree` : layout.work;
}

/** From now on no command hangs. */
function calm({ checkout }: Laid): void {
  if (checkout !== "") writeFileSync(`${checkout}/mood`, "easy");
}

describe("a workbench that is asked to stop", () => {
  test.each<[string, object, string[], string]>([
    [
      "in the set-up",
      { project: { copy: ["mood"], setup: hangs("set-up") } },
      ["bench.started", "tree.made"],
      "set-up",
    ],
    [
      "in a check",
      { project: { copy: ["mood"] }, checks: checked("true", hangs("check"), "true") },
      ["bench.started", "tree.made", "work.finished", "check.ran"],
      "check",
    ],
    [
      "in a check of a plain directory",
      { checks: checked(hangs("check")) },
      ["bench.started", "work.finished"],
      "check",
    ],
  ])("%s ends at once, with all that runs", async (_name, plan, told, name) => {
    const laid = await layCommission(plan);
    const { run, hall } = laid;
    const place = placeOf(laid, name);
    const stopping = new AbortController();
    const running = run(works, { stopping: stopping.signal });
    await until("it runs", () => existsSync(`${place}/${name}.begun`));
    const asked = performance.now();
    stopping.abort();
    const first = await running;
    // The hall waits 1200 ms before it is firm.
    expect(performance.now() - asked).toBeLessThan(1200);
    expect(types(first.facts)).toEqual([...told, "session.ended"]);
    expect(endOf(first.facts)).toEqual({ how: "stopped" });
    await isStill(`${place}/${name}.beat`);
    calm(laid);
    await hall.takeOver(first.bench, { type: "commission.requeued", cause: "stop", notBefore: "soon" });
    const second = await run(works);
    expect(endOf(second.facts)).toEqual(says().end);
  });

  test.each<["make" | "snapshot", string[]]>([
    ["make", ["bench.started"]],
    ["snapshot", ["bench.started", "tree.made"]],
  ])("in what git does (%s) is told as stopped, and not as a fault of git", async (what, told) => {
    const { run, home } = await layCommission({ project: {} });
    const stopping = new AbortController();
    const { facts } = await run(works, {
      stopping: stopping.signal,
      trees: {
        ...treesOf(home),
        [what]: ({ signal }: { signal: AbortSignal }) => {
          stopping.abort();
          return Promise.reject(signal.reason as Error);
        },
      },
    });
    expect(types(facts)).toEqual([...told, "session.ended"]);
    expect(endOf(facts)).toEqual({ how: "stopped" });
  });

  test("before its work is checked leaves it unchecked", async () => {
    const { run } = await layCommission({ checks: checked("true") });
    const stopping = new AbortController();
    const { facts } = await run(
      async () => {
        stopping.abort();
        return says();
      },
      { stopping: stopping.signal },
    );
    expect(types(facts)).toEqual(["bench.started", "session.ended"]);
    expect(endOf(facts)).toEqual({ how: "stopped" });
  });
});

async function startDying({ home, id, hall }: Laid, when: string) {
  const bench = await hall.dispatch();
  const program = installed("test/harness/dying-bench.ts");
  const child = spawn(process.execPath, [program, home.root, id, String(bench), when], {
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { bench, child, gone: once(child, "exit").then(() => said) };
}

describe("a workbench that is killed", () => {
  const plan = {
    project: { setup: "echo x >> set-up.count" },
    checks: checked("test -e a.txt && echo x >> check.count"),
  };
  const begins = ["bench.started", "tree.made"];
  const ends = ["work.finished", "setup.ran", "check.ran", "session.ended"];
  const moments: [string, { setUps: number; sessions: number; second: string[] }][] = [
    ["bench.started", { setUps: 1, sessions: 1, second: [...begins, "setup.ran", ...ends] }],
    ["in making the tree", { setUps: 1, sessions: 1, second: [...begins, "setup.ran", ...ends] }],
    ["tree.made", { setUps: 1, sessions: 1, second: [...begins, "setup.ran", ...ends] }],
    ["setup.ran", { setUps: 1, sessions: 1, second: [...begins, ...ends] }],
    ["in the session", { setUps: 1, sessions: 1, second: [...begins, ...ends] }],
    ["in holding the work fast", { setUps: 1, sessions: 1, second: [...begins, ...ends] }],
    ["work.finished", { setUps: 1, sessions: 0, second: [...begins, ...ends] }],
    ["check.ran", { setUps: 1, sessions: 0, second: [...begins, ...ends] }],
  ];
  test.each(everyNth(moments, 3))(
    "at %s is taken up by the next, which does what is missing",
    async (when, expected) => {
      const laid = await layCommission(plan);
      const { bench, gone } = await startDying(laid, when);
      expect(await gone).toBe("");
      expect(systemLocks.isHeld(laid.layout.benchLock)).toBe(false);
      expect(types(await factsOf(laid.layout, bench))).not.toContain("session.ended");
      await laid.hall.lose(bench);
      let sessions = 0;
      const { facts, exit } = await laid.run((given) => {
        sessions += 1;
        return works(given);
      });
      expect(exit).toBe(0);
      expect(types(facts)).toEqual(expected.second);
      expect(endOf(facts)).toEqual(says().end);
      expect(sessions).toBe(expected.sessions);
      expect(readFileSync(`${laid.layout.work}/set-up.count`, "utf8")).toBe("x\n".repeat(expected.setUps));
    },
  );

  test.each<[string, object, string]>([
    [
      "its set-up",
      { project: { copy: ["mood"], setup: hangs("set-up") }, checks: checked("true") },
      "set-up",
    ],
    ["a check", { project: { copy: ["mood"] }, checks: checked("true", hangs("check")) }, "check"],
  ])("in %s leaves nothing that goes on, and the next one runs it again", async (_name, given, name) => {
    const laid = await layCommission(given);
    const place = placeOf(laid, name);
    const { bench, child, gone } = await startDying(laid, "never");
    await until("it runs", () => existsSync(`${place}/${name}.begun`));
    child.kill("SIGKILL");
    await gone;
    await isStill(`${place}/${name}.beat`);
    calm(laid);
    await laid.hall.lose(bench);
    const { facts } = await laid.run(works);
    expect(endOf(facts)).toEqual(says().end);
    const ran = facts.flatMap((fact) => (fact.type === "check.ran" ? [fact.run.exitCode] : []));
    expect(ran.every((code) => code === 0) && ran.length > 0).toBe(true);
  });
});

test("work that was handed in is checked without its worker, who may be gone by now", async () => {
  const { home, id, layout, hall, run } = await layCommission({ checks: checked("true") });
  const stopping = new AbortController();
  const first = await run(
    async ({ record }) => {
      await record({ type: "result.submitted", callKey: "k", summary: "s", output: null, artifacts: [] });
      stopping.abort();
      return { end: { how: "stopped" }, unplayed: null };
    },
    { stopping: stopping.signal },
  );
  await hall.takeOver(first.bench, { type: "commission.requeued", cause: "stop", notBefore: "soon" });
  const bench = await hall.dispatch();
  const config = await readForWorkbench(systemDisk, home);
  const deps = { ...wireWorkbench(home.root, config), packagePlaces: [], print: () => undefined };
  expect(await runWorkbench(deps, { id, bench })).toBe(0);
  const facts = await factsOf(layout, bench);
  expect(types(facts)).toEqual(["bench.started", "work.finished", "check.ran", "session.ended"]);
  expect(endOf(facts)).toEqual({ how: "died", message: "The session was stopped from outside." });
});
