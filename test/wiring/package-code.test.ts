// Packages whose code is broken in every way there is, on the real workbench and the real hall: each fails by name,
// none is stuck, none hurts another, and no session is begun.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { commissionLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { systemClock } from "../../src/host/clock.ts";
import { codeMs } from "../../src/guild/roster/package-code.ts";
import { runWorkbench } from "../../src/workbench/work/run.ts";
import { bootHall, stopHalls } from "../harness/boot-hall.ts";
import { untilEnded } from "../harness/hall.ts";
import { layNamed } from "../harness/packages/packages.ts";
import { quick } from "../harness/rehearsals.ts";
import { setUpBench } from "../harness/some-bench.ts";
import { newRequest } from "../harness/ledger/some-ledger.ts";
import { tempDir } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

afterEach(stopHalls);

const worker = packageName.parse("scribe");
const uses = { toolboxes: ["lamps"] };
const light = (more = "") =>
  `{ name: "light", description: "Lights.", input: {}, handle: async () => ({ text: "lit" }), ${more} }`;
const tools = (...all: string[]) => `export const tools = ({ z }) => [${all.join(", ")}];`;

describe("a workbench whose package", () => {
  const broken: [string, { scribe?: string; lamps?: string; config?: object }, RegExp][] = [
    [
      "throws in activate",
      { scribe: 'export const activate = () => { throw new Error("boom"); };' },
      /scribe.*boom/,
    ],
    [
      "never returns",
      { scribe: "export const activate = () => new Promise(() => {});" },
      /scribe.*within 10 s/,
    ],
    ["never loads", { scribe: "await new Promise(() => {});" }, /scribe.*did not load within 10 s/],
    [
      "exports something else",
      { scribe: "export const activated = 1;" },
      /does not export a function "activate"/,
    ],
    [
      "asks for more tools",
      { scribe: 'export const activate = () => ({ systemPrompt: "p", tools: ["Bash"] });' },
      /not granted: Bash/,
    ],
    [
      "asks for more turns",
      {
        scribe:
          "export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance, limits: { maxTurns: 10 } });",
      },
      /maxTurns 10 where 9 was granted/,
    ],
    ["does not parse", { scribe: "export const (" }, /scribe.*its code failed/],
    [
      "has a tool that is not zod",
      { lamps: tools(light('input: { type: "string" }')) },
      /lamps.*"light".*not zod/,
    ],
    ["has a tool twice", { lamps: tools(light(), light()) }, /lamps.*two of its tools are named "light"/],
    ["has no tools", { lamps: tools() }, /lamps.*returned no tool/],
    [
      "never gives its tools",
      { lamps: "export const tools = () => new Promise(() => {});" },
      /lamps.*within 10 s/,
    ],
    ["has no tool of a granted name", { config: { tools: ["mcp__lamps__dim"] } }, /"lamps" has no tool dim/],
  ];
  test.each(broken)(
    "%s says why, and starts no claude",
    async (what, { scribe, lamps, config = {} }, message) => {
      const parent = tempDir();
      layNamed(parent, { name: "scribe", more: uses, ...(scribe && { code: scribe }) });
      layNamed(parent, { name: "lamps", type: "toolbox", code: lamps ?? tools(light()) });
      const { deps, ref, facts, layout } = await setUpBench(newRequest({ worker, rehearsal: quick, config }));
      const mostMs = what.startsWith("never") ? 1000 : codeMs;
      const hasty = {
        ...systemClock,
        after: (ms: number, run: () => void) => systemClock.after(ms === codeMs ? mostMs : ms, run),
      };
      const packagePlaces = [{ directory: parent, source: "linked" as const }];
      expect(await runWorkbench({ ...deps, clock: hasty, packagePlaces }, ref)).toBe(0);
      expect((await facts()).map(({ type }) => type)).toEqual(["bench.started", "session.ended"]);
      expect((await facts()).at(-1)).toMatchObject({
        end: { how: "activation", message: expect.stringMatching(message) },
      });
      expect(existsSync(layout.transcript(1))).toBe(false);
    },
  );
});

longTest(
  "a hall ends workbenches whose package code loops, and fails their commissions and no other",
  async () => {
    const parent = tempDir();
    const loops = {
      "loops-at-once": { code: "for (;;);" },
      "loops-later": { code: "export const activate = () => { for (;;); };" },
      "has-a-loop": { more: { toolboxes: ["looping"] } },
    };
    for (const [name, given] of Object.entries(loops)) layNamed(parent, { name, ...given });
    layNamed(parent, { name: "throws", code: 'throw new Error("boom");' });
    layNamed(parent, { name: "looping", type: "toolbox", code: "export const tools = () => { for (;;); };" });
    const home = homeLayout(tempDir());
    const { client } = await bootHall(home, { moreWorkers: [parent], startWithinMs: 2500 });
    const commission = async (name: string) => {
      const { id } = await client.create({
        worker: packageName.parse(name),
        task: "Look.",
        rehearsal: quick,
      });
      return { name, id, ended: await untilEnded(client, id, 60_000) };
    };
    const all = [await commission("throws"), ...(await Promise.all(Object.keys(loops).map(commission)))];
    for (const { name, id, ended } of all) {
      expect(ended).toMatchObject({ status: "failed", error: { code: "activation" } });
      const isLoop = name in loops;
      expect(ended.error?.message).toMatch(
        isLoop ? new RegExp(`worker "${name}".*may hang`) : /throws.*boom/,
      );
      expect(ended.bench).toBe(isLoop ? 2 : 1);
      expect(existsSync(commissionLayout(home, id).transcript(1))).toBe(false);
    }
    expect(processesOf(home.root)).toEqual([]);
  },
  90_000,
);

function processesOf(root: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(root));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has just ended
  }
}
