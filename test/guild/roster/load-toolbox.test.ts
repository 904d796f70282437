// Toolbox packages on a disk, loaded as strangers wrote them.
import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { systemClock } from "../../../src/host/clock.ts";
import { installed } from "../../../src/host/program.ts";
import { discoverPackages } from "../../../src/guild/roster/discover.ts";
import { loadToolbox } from "../../../src/guild/roster/load-toolbox.ts";
import { codeMs } from "../../../src/guild/roster/package-code.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { tempDir } from "../../harness/temp.ts";

interface Written {
  code: string;
  tools?: string[];
}

async function lay({ code, tools }: Written) {
  const parent = tempDir();
  mkdirSync(`${parent}/box`);
  const guildHall = {
    type: "toolbox",
    identity: { name: "lamps", title: "Lamps", description: "Lamps." },
    ...(tools && { tools }),
  };
  writeFileSync(
    `${parent}/box/package.json`,
    JSON.stringify({ type: "module", main: "./index.ts", guildHall }),
  );
  writeFileSync(`${parent}/box/index.ts`, code);
  const { toolboxes, problems } = await discoverPackages([{ directory: parent, source: "linked" }]);
  expect(problems).toEqual([]);
  const [toolbox] = toolboxes;
  if (!toolbox) throw new Error("no toolbox was found");
  return { toolbox, directory: `${parent}/box` };
}

const context = {
  settings: { url: "x" },
  checks: { list: () => [], run: () => Promise.reject(new Error("none")) },
  repository: null,
  commission: { id: "i", worker: "w", project: null, rehearsed: true },
};

async function load(written: Written, clock: { after: typeof systemClock.after } = systemClock) {
  const { toolbox } = await lay(written);
  return loadToolbox({ toolbox, clock, load: (entry) => import(entry), context });
}

const tool = (more: string, name = "light") =>
  `{ name: "${name}", description: "Lights.", input: {}, handle: async () => ({ text: "lit" }), ${more} }`;
const exporting = (...tools: string[]) => `export const tools = ({ z }) => [${tools.join(", ")}];`;

describe("a toolbox", () => {
  test("gives what it exports, with everything it is handed", async () => {
    const { name, tools } = await load({
      code: `export const tools = async ({ z, tool, settings, commission }) => [
        tool({ name: "light", description: settings.url + commission.worker, input: { room: z.string() },
          readOnly: true, handle: async ({ room }) => ({ text: room }) }),
        { name: "send", description: "Sends.", input: z.object({ to: z.string().optional() }), effect: "outward",
          handle: async () => ({ text: "sent" }) },
      ];`,
      tools: ["send", "light"],
    });
    expect(name).toBe("lamps");
    expect(tools).toMatchObject([
      { name: "light", description: "xw", readOnly: true },
      { name: "send", effect: "outward" },
    ]);
    expect(z.object(tools[0]?.input).parse({ room: "hall" })).toEqual({ room: "hall" });
    expect(z.object(tools[1]?.input).parse({})).toEqual({});
  });

  test("may bring dependencies of its own, also its own zod", async () => {
    const { toolbox, directory } = await lay({
      code: `import { greet } from "greeter"; import * as z from "zod/v4";
        export const ownString = z.ZodString;
        export const tools = () => [{ name: "greet", description: greet("you"), input: { who: z.string().max(3) },
          handle: async ({ who }) => ({ text: greet(who) }) }];`,
    });
    const modules = `${directory}/node_modules`;
    mkdirSync(`${modules}/greeter`, { recursive: true });
    writeFileSync(`${modules}/greeter/package.json`, '{ "name": "greeter", "main": "./index.js" }');
    writeFileSync(`${modules}/greeter/index.js`, "exports.greet = (who) => 'Hello ' + who;");
    cpSync(installed("node_modules/zod"), `${modules}/zod`, {
      recursive: true,
      dereference: true,
      filter: (path) => !path.endsWith("/src") && !path.endsWith("/v3"),
    });
    const box = await loadToolbox({ toolbox, clock: systemClock, load: (entry) => import(entry), context });
    const [greet] = box.tools;
    expect(greet?.description).toBe("Hello you");
    const { ownString } = (await import(toolbox.entry)) as { ownString: unknown };
    expect(ownString).not.toBe(z.ZodString); // another copy of the same
    expect(z.object(greet?.input).safeParse({ who: "Anna" }).success).toBe(false);
    expect(z.object(greet?.input).safeParse({ who: "Ann" }).success).toBe(true);
  });

  const bad: [string, Written, RegExp][] = [
    [
      "does not parse",
      { code: "export const tools = (" },
      /its code failed: Unexpected end of file \(index\.ts:1:\d+\)\.$/,
    ],
    [
      "throws when it is loaded",
      { code: 'throw new Error("boom");' },
      /its code failed: boom \(index\.ts:1:\d+\)\.$/,
    ],
    ["lacks a dependency", { code: 'import "not-there";' }, /its code failed.*not-there/],
    ["exports nothing", { code: "export const other = 1;" }, /does not export a function "tools"/],
    ["exports a list", { code: "export const tools = [];" }, /does not export a function "tools"/],
    [
      "exports by default",
      { code: "const own = () => []; export { own as default };" },
      /does not export a function "tools"/,
    ],
    ["throws", { code: 'export const tools = () => { throw "boom"; };' }, /its code failed: boom/],
    [
      "does not take its settings",
      {
        code: "export const tools = ({ z }) => z.object({ rooms: z.array(z.int()) }).parse({ rooms: [1, 'x'] });",
      },
      /its code failed: rooms\.1: Invalid input: expected number, received string( \(index\.ts:1:\d+\))?\.$/,
    ],
    ["returns an object", { code: "export const tools = () => ({});" }, /did not return a list/],
    ["is empty", { code: exporting() }, /returned no tool/],
    ["has too many", { code: "export const tools = () => Array(129).fill({});" }, /129 tools/],
    ["has nothing for a tool", { code: exporting("null") }, /tool 1: /],
    ["has a tool without a name", { code: exporting('{ description: "x" }') }, /tool 1: [^]*name/],
    [
      "has a tool with a bad name",
      { code: exporting(tool("", "Light-Up")) },
      /tool 1 "Light-Up": [^]*lower-case/,
    ],
    [
      "has a tool without words",
      { code: exporting(tool('description: " "')) },
      /tool 1 "light": description: it is empty\.$/,
    ],
    ["has no handler", { code: exporting(tool("handle: 7")) }, /"light": handle: expected a function\.$/],
    ["has a word too many", { code: exporting(tool("effects: 'outward'")) }, /"light": [^]*effects/],
    ["has another effect", { code: exporting(tool("effect: 'inward'")) }, /"light": [^]*outward/],
    [
      "reads only and acts",
      { code: exporting(tool("readOnly: true, effect: 'outward'")) },
      /readOnly and acts/,
    ],
    ["has no input", { code: exporting(tool("input: undefined")) }, /"light": its input is not a zod shape/],
    ["has a JSON schema", { code: exporting(tool('input: { type: "object" }')) }, /not zod 4 at "type"/],
    [
      "has zod of old",
      { code: exporting(tool("input: { a: { _def: {}, parse() {} } }")) },
      /not zod 4 at "a"/,
    ],
    ["has a text for input", { code: exporting(tool("input: z.string()")) }, /z.string, not an object/],
    [
      "has a refined input",
      { code: exporting(tool("input: z.object({}).refine(() => true)")) },
      /refinement/,
    ],
    ["has a date", { code: exporting(tool("input: { at: z.date() }")) }, /cannot be shown to the model/],
    ["has a name twice", { code: exporting(tool(""), tool("")) }, /two of its tools are named "light"/],
    [
      "differs from what it declares",
      { code: exporting(tool("")), tools: ["light", "dim"] },
      /package.json differs: "dim" is named there and not exported/,
    ],
    [
      "has more than it declares",
      { code: exporting(tool(""), tool("", "dim")), tools: ["light"] },
      /"dim" is exported and not named there/,
    ],
  ];
  test.each(bad)("that %s is refused by name", async (_what, written, message) => {
    const failed = load(written);
    await expect(failed).rejects.toThrow(/^Toolbox "lamps" cannot be loaded: /);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toMatchObject({ code: "activation" });
  });

  test.each([
    ["never returns", "export const tools = () => new Promise(() => {});"],
    ["never loads", "await new Promise(() => {}); export const tools = () => [];"],
  ])("that %s is given up after ten seconds", async (_what, code) => {
    const clock = createManualClock();
    const failed = load({ code }, clock);
    failed.catch(() => undefined);
    const refused = async () => {
      clock.advance(codeMs);
      return (await Promise.race([failed.catch(() => "failed"), Bun.sleep(1).then(() => "")])) === "failed";
    };
    await until("it is given up", refused);
    await expect(failed).rejects.toThrow(/within 10 s/);
  });
});
