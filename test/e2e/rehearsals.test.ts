// What can be tried without an account, from a person's end: an ordinary hall, the packages that come with it and some
// that were added, and one of the listed rehearsals really played.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { Client } from "../../src/client/client.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import {
  type RehearsalEntry,
  type RehearsalList,
  rehearsalList,
} from "../../src/contract/package/worker-record.ts";
import { sampleFor } from "../../src/hall/operations/rehearsals.ts";
import { installed } from "../../src/host/program.ts";
import { discoverPackages } from "../../src/guild/roster/discover.ts";
import { packagePlaces } from "../../src/guild/roster/places.ts";
import { parseRehearsal } from "../../src/rules/rehearsal/rehearsal-parse.ts";
import { runHere } from "../cli/support.ts";
import { TestHome, untilEnded } from "../harness/hall.ts";
import { layNamed } from "../harness/packages/packages.ts";
import { quick } from "../harness/rehearsals.ts";

const home = new TestHome();
const { packages } = homeLayout(home.root);
let client: Client;
let listed: RehearsalList;

function layScripts(name: string, scripts: Readonly<Record<string, string>>, more: object = {}): string {
  const directory = layNamed(packages, { name, more });
  mkdirSync(`${directory}/rehearsals`);
  for (const [file, text] of Object.entries(scripts)) writeFileSync(`${directory}/rehearsals/${file}`, text);
  return directory;
}

beforeAll(async () => {
  mkdirSync(packages, { recursive: true });
  const reader = layScripts("reader", {
    "b.yaml": "version: 1\nturns: none\n",
    "a.yaml": quick,
    "notes.txt": "",
  });
  mkdirSync(`${reader}/rehearsals/project`);
  symlinkSync(installed("demo/rehearsal.yaml"), `${reader}/rehearsals/outside.yaml`);
  layScripts("lacking", { "a.yaml": quick }, { toolboxes: ["nowhere"] });
  ({ client } = await home.open());
  listed = rehearsalList.parse(
    JSON.parse((await runHere(["rehearsals", "--json"], { home: home.root })).out),
  );
});

afterAll(() => home.dispose());

const named = (worker: string): RehearsalEntry[] =>
  listed.rehearsals.filter((each) => each.worker === worker);

test("every script that plays in any hall is listed with what to ask, the demo's among them", () => {
  expect(listed.rehearsals.map(({ worker, name }) => `${worker} ${name}`)).toEqual([
    "researcher lantern-retries",
    "archivist condense-notes",
    "researcher two-sources",
    "writer mend-a-page",
    expect.stringMatching(/^reader /),
  ]);
  for (const { script, file, task, title } of listed.rehearsals) {
    expect(script).toBe(readFileSync(file, "utf8"));
    expect(parseRehearsal(script).ok).toBe(true);
    expect([task, title]).not.toContain("");
  }
  expect(named("reader")[0]?.task).toBe("Rehearse: carry out the script.");
  expect(named("writer")[0]?.title).toStartWith("docs/README.md is of little use.");
});

test("what cannot be played here is named with the reason", () => {
  expect(listed.problems).toEqual([
    expect.stringMatching(/implementer\/rehearsals\/fix-a-defect\.yaml: it needs the settings beside it/),
    expect.stringMatching(/reviewer\/rehearsals\/review-a-change\.yaml: it needs the settings beside it/),
    expect.stringContaining('"nowhere"'),
    expect.stringMatching(/reader\/rehearsals\/b\.yaml: line \d/),
    expect.stringMatching(/reader\/rehearsals\/outside\.yaml: it leads out of the package's directory/),
  ]);
});

test("a person is shown each with its file, and how one is played", async () => {
  const { out } = await runHere(["rehearsals"], { home: home.root });
  for (const { worker, name, file } of listed.rehearsals) {
    expect(out).toContain(`${worker}  ${name}`);
    expect(out).toContain(file);
  }
  expect(out).toContain("guild-hall commission WORKER TASK --rehearsal FILE");
});

test("a listed rehearsal that is about a sample project plays to its end in an ordinary hall", async () => {
  const found = listed.rehearsals.find(({ name }) => name === "two-sources");
  const { worker, task, title, script } = found as RehearsalEntry;
  const { id } = await client.create({ worker: `package:${worker}`, task, title, rehearsal: script });
  const ended = await untilEnded(client, id, 55_000);
  expect(ended).toMatchObject({ status: "completed", rehearsed: true, error: null, spent: [] });
  expect(existsSync(`${home.layout(id).work}/beacon.conf`)).toBe(true);
}, 60_000);

test("only a script that comes with its worker, word for word, brings its project", async () => {
  const layout = homeLayout(home.root);
  const roster = await discoverPackages(packagePlaces({ installed, home: layout, more: [] }));
  const deps = { installed, roster: { current: async () => roster, look: async () => roster } };
  const sample = (worker: string, rehearsal: string | null) => sampleFor(deps, { worker, rehearsal });
  const [demo, own] = named("researcher").map(({ script }) => script);
  expect(await sample("researcher", demo ?? "")).toBe(installed("demo/project"));
  expect(await sample("researcher", own ?? "")).toBe(installed("workers/researcher/rehearsals/project"));
  expect(await sample("researcher", `${own}\n`)).toBeNull();
  expect(await sample("writer", own ?? "")).toBeNull();
  expect(await sample("member:researcher", own ?? "")).toBeNull();
  expect(await sample("archivist", named("archivist")[0]?.script ?? "")).toBeNull();
  expect(await sample("researcher", null)).toBeNull();
});
