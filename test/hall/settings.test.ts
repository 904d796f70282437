// config.yaml changed through a real hall: what is refused, what stays, and what is in force when the answer comes.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { ConfigChanged } from "../../src/store/config/change-file.ts";
import { type ConfigProblem, defaultConfig } from "../../src/contract/home/config.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import type { SettingsRequest } from "../../src/contract/api/settings.ts";
import { changeSettings } from "../../src/hall/operations/change-settings.ts";
import { type TestHall, TestHome } from "../harness/hall.ts";
import { tempDir } from "../harness/temp.ts";

let home: TestHome;
let hall: TestHall;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.dispose());

const file = () => homeLayout(home.root).config;
const text = () => (existsSync(file()) ? readFileSync(file(), "utf8") : null);

async function openWith(config: string | null): Promise<void> {
  if (config !== null) writeFileSync(file(), config);
  hall = await home.open();
}

function change(...changes: SettingsRequest["changes"]) {
  return hall.client.call("configChange", { body: { changes } });
}

/** As it is on the wire, whatever is sent. */
async function refusal(changes: unknown): Promise<{ status: number; code: string; message: string }> {
  const token = readFileSync(hall.record.tokenFile, "utf8").trim();
  const response = await fetch(`${hall.record.url}/api/v1/config`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: typeof changes === "string" ? changes : JSON.stringify({ changes }),
  });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, code: error?.code, message: error?.message };
}

const commented = `# the hall of the house
version: 1

limits:
  maxTurns: 50   # enough
  # maxSeconds: 60
slots: 2 # a small machine
`;

test("changes are in force when the answer comes, and comments, order and spaces stay", async () => {
  await openWith(commented);
  const answered = await change(
    { key: "slots", value: 3 },
    { key: "limits.maxTurns" },
    { key: "limits.maxSeconds", value: 600 },
    { key: "fetch.deny", value: ["*.example.net"] },
    { key: "limits.diskMb", value: null },
  );
  expect(answered).toMatchObject({
    from: "file",
    config: {
      slots: 3,
      limits: { maxTurns: null, maxSeconds: 600, diskMb: null },
      fetch: { deny: ["*.example.net"] },
    },
    problems: [],
  });
  expect(answered.keys.filter(({ given }) => given).map(({ key }) => key)).toEqual([
    "version",
    "slots",
    "limits.maxSeconds",
    "limits.diskMb",
    "fetch.deny",
  ]);
  expect((await hall.client.status()).slots.total).toBe(3);
  expect(await hall.client.config()).toEqual(answered);
  const now = text() ?? "";
  for (const line of ["# the hall of the house", "  # maxSeconds: 60", "slots: 3 # a small machine"])
    expect(now.split("\n")).toContain(line);
  expect(now.indexOf("limits:")).toBeLessThan(now.indexOf("slots:"));
});

test("without a file one is begun; taking out what is not there begins none", async () => {
  await openWith(null);
  expect(await change({ key: "slots" })).toMatchObject({ from: "defaults", given: [] });
  expect(text()).toBeNull();
  expect(await change({ key: "slots", value: 1 })).toMatchObject({ from: "file", config: { slots: 1 } });
  expect(text()).toBe("version: 1\nslots: 1\n");
  expect(await change({ key: "slots" })).toMatchObject({ from: "file", config: { slots: 5 } });
});

const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

const refused: readonly [name: string, changes: unknown, code: string, says: string][] = [
  [
    "a value out of its bounds",
    [{ key: "slots", value: 0 }],
    "bad_config",
    "slots: expected a whole number from 1 to 1000; found 0",
  ],
  [
    "another kind of value",
    [{ key: "slots", value: "many" }],
    "bad_config",
    'slots: expected a whole number from 1 to 1000; found "many"',
  ],
  [
    "null where there is no null",
    [{ key: "slots", value: null }],
    "bad_config",
    "slots: expected a whole number",
  ],
  [
    "a slip in a key",
    [{ key: "slotz", value: 1 }],
    "bad_config",
    'slotz: there is no such key. Did you mean "slots"?',
  ],
  [
    "a section",
    [{ key: "limits", value: { maxTurns: 1 } }],
    "bad_config",
    "limits: expected a key in this section, such as limits.maxTurns.",
  ],
  [
    "a map",
    [{ key: "projects", value: {} }],
    "bad_config",
    "projects: expected a key in this section, such as projects.NAME.",
  ],
  [
    "a map to be taken out whole",
    [{ key: "projects" }],
    "bad_config",
    "projects: expected a key in this section",
  ],
  [
    "a name that cannot be",
    [{ key: "projects.A_B", value: {} }],
    "bad_config",
    'projects.A_B: the name "A_B" cannot be used',
  ],
  [
    "something below a value",
    [{ key: "slots.many", value: 1 }],
    "bad_config",
    "slots.many: there is no such key.",
  ],
  [
    "the prototype",
    [{ key: "__proto__.slots", value: 1 }],
    "bad_config",
    "__proto__.slots: there is no such key.",
  ],
  ["the prototype of an entry", [{ key: "projects.__proto__", value: {} }], "bad_config", "cannot be used"],
  [
    "the prototype of a setting",
    [{ key: "toolboxes.mail.__proto__", value: { a: 1 } }],
    "bad_config",
    "toolboxes.mail.__proto__",
  ],
  ["a later version", [{ key: "version", value: 2 }], "bad_config", "version"],
  ["no key", [{ value: 1 }], "bad_shape", "key"],
  [
    "a key with a space",
    [{ key: "slots 2", value: 1 }],
    "bad_shape",
    "expected a key such as limits.maxTurns",
  ],
  ["no changes", [], "bad_shape", "changes"],
  ["a change with more to it", [{ key: "slots", value: 1, dryRun: true }], "bad_shape", "dryRun"],
  [
    "a value of many brackets",
    `{"changes":[{"key":"toolboxes.mail.deep","value":${deep}}]}`,
    "bad_shape",
    "nested at most 20 deep",
  ],
];

test("what cannot be is refused with its key and what was expected, and not a byte is changed", async () => {
  await openWith(commented);
  for (const [name, changes, code, says] of refused) {
    const told = await refusal(changes);
    expect({ name, ...told }).toEqual({ name, status: 422, code, message: expect.stringContaining(says) });
  }
  expect(text()).toBe(commented);
  expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  expect((await hall.client.config()).config.slots).toBe(2);
});

test("of several changes all are made, or none", async () => {
  await openWith(commented);
  const told = await refusal([
    { key: "slots", value: 4 },
    { key: "limits.maxTurns", value: 60 },
    { key: "limits.processes", value: 1 },
  ]);
  expect(told).toMatchObject({ status: 422, message: expect.stringContaining("limits.processes: expected") });
  expect(text()).toBe(commented);
  expect((await hall.client.status()).slots.total).toBe(2);
});

test("a broken file is left alone, with its line, and the answer is 409", async () => {
  await openWith(commented);
  const broken = `${commented}slotz: 1\n`;
  writeFileSync(file(), broken);
  const told = await refusal([{ key: "slots", value: 4 }]);
  expect(told).toMatchObject({ status: 409, code: "wrong_state" });
  expect(told.message).toContain(`${file()}:8: slotz: there is no such key. Did you mean "slots"?`);
  expect(text()).toBe(broken);
});

test("a file that somebody else wrote in the same moment is told of as 409, also one that he broke", async () => {
  const inForce = {
    file: "config.yaml",
    from: "file",
    config: defaultConfig,
    given: [],
    problems: [],
  } as const;
  const problems = [{ line: 3, path: "slots", message: "expected a whole number" }];
  const request = { changes: [{ key: "slots", value: 3 }] };
  const ask = (found: { changed: ConfigChanged; problems: ConfigProblem[] }) =>
    changeSettings(
      { config: { show: () => ({ ...inForce, given: [], ...found }), change: async () => found.changed } },
      request,
    );
  const message = "it was changed by somebody else";
  const meanwhile = await ask({
    changed: { ok: false, why: "meanwhile", message, wrote: false },
    problems: [],
  });
  const broken = await ask({ changed: { ok: true, text: "", wrote: true }, problems });
  expect([meanwhile, broken]).toMatchObject([
    { ok: false, problem: { code: "wrong_state", message } },
    {
      ok: false,
      problem: { code: "wrong_state", message: expect.stringContaining("config.yaml:3: slots: expected") },
    },
  ]);
});

test("a file that is a link stays one, and what is behind it is in force at once", async () => {
  const behind = `${tempDir()}/mine.yaml`;
  writeFileSync(behind, "slots: 2 # mine\n");
  symlinkSync(behind, file());
  await openWith(null);
  expect((await change({ key: "slots", value: 3 })).config.slots).toBe(3);
  expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(readFileSync(behind, "utf8")).toBe("slots: 3 # mine\n");
});

test("changes that are asked for at once are all made", async () => {
  await openWith(commented);
  const names = Array.from({ length: 20 }, (_, at) => `check-${at}`);
  await Promise.all(names.map((name) => change({ key: `checks.${name}`, value: `echo ${name}` })));
  const { config } = await hall.client.config();
  expect(Object.keys(config.checks).toSorted()).toEqual(names.toSorted());
});
