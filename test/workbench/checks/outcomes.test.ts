// An outcome of a set-up is brought into a tree as a whole. If a part of it is damaged, the tree stays as it was.
import { afterEach, describe, expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { type OutcomeLayout, projectSetUps } from "../../../src/contract/project/set-up-layout.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import {
  bringFrom,
  bringIn,
  findOutcome,
  keepOutcome,
  type MadeOutcome,
  type OutcomePlace,
} from "../../../src/workbench/checks/outcomes.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";

afterEach(removeTempDirs);

const project = projectName.parse("lamps");
const key = "a".repeat(64);
const { signal } = new AbortController();

function emptyPlace(): OutcomePlace {
  const area = tempDir();
  const place = { work: `${area}/tree`, own: { home: `${area}/home`, tmp: `${area}/tmp` } };
  for (const path of [place.work, place.own.home, place.own.tmp]) mkdirSync(path);
  return place;
}

/** Longer than what is read at once, so that its copy takes longest. */
const large = "lamp ".repeat(2_000_000);

/** The command has installed a tool, changed a copied file and filled a cache. */
function madePlace(): MadeOutcome {
  const place = emptyPlace();
  mkdirSync(`${place.work}/node_modules/tool`, { recursive: true });
  writeFileSync(`${place.work}/node_modules/tool/index.js`, "installed\n", { mode: 0o755 });
  writeFileSync(`${place.work}/node_modules/tool/large.bin`, large);
  symlinkSync("../lamp", `${place.work}/node_modules/link`);
  writeFileSync(`${place.work}/.env`, "A=changed\n");
  mkdirSync(`${place.own.home}/.cache`);
  writeFileSync(`${place.own.home}/.cache/tool`, "cached\n");
  const run = { command: "npm ci", exitCode: 0, timedOut: false, output: "", cut: false, ms: 1 };
  const record = { key, inputs: "i", tree: "c".repeat(40), at: "now", run, hosts: [], allow: [] };
  return { ...place, project, record, isLeftOut: () => false, isThere: () => false, signal };
}

/** A tree with a copied file, and with a link where the outcome has a file. */
function treeToSetUp(): OutcomePlace {
  const place = emptyPlace();
  writeFileSync(`${place.work}/.env`, "A=the person's\n");
  mkdirSync(`${place.work}/node_modules/tool`, { recursive: true });
  symlinkSync("/nowhere", `${place.work}/node_modules/tool/index.js`);
  return place;
}

/** Every file and directory below the place, with what it holds. */
function contentOf({ work, own }: OutcomePlace): string[] {
  return [work, own.home, own.tmp].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .map((each) => {
        const path = `${each.parentPath}/${each.name}`;
        if (each.isDirectory()) return `${path}/`;
        return `${path}: ${each.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, "utf8")}`;
      })
      .toSorted(),
  );
}

async function keptOutcome() {
  const home = homeLayout(tempDir());
  const { disk, clock } = { disk: systemDisk, clock: systemClock };
  const deps = { disk, home, syncAll: async () => undefined, clock, pid: 1 };
  expect(await keepOutcome(deps, madePlace())).toBe(true);
  return { deps, kept: projectSetUps(home, project).outcome(key) };
}

const order = (into: OutcomePlace) => ({ ...into, project, key, isTaken: () => false, signal });

test("a sound outcome is brought in as a whole, also in the place of files that are there", async () => {
  const { deps } = await keptOutcome();
  const into = treeToSetUp();
  expect(await bringIn(deps, order(into))).toBe(true);
  const { work, own } = into;
  expect(contentOf(into)).toEqual([
    `${work}/.env: A=changed\n`,
    `${work}/node_modules/`,
    `${work}/node_modules/link: ../lamp`,
    `${work}/node_modules/tool/`,
    `${work}/node_modules/tool/index.js: installed\n`,
    `${work}/node_modules/tool/large.bin: ${large}`,
    `${own.home}/.cache/`,
    `${own.home}/.cache/tool: cached\n`,
  ]);
  expect(statSync(`${work}/node_modules/tool/index.js`).mode & 0o777).toBe(0o755);
});

describe("an outcome that is damaged", () => {
  test.each<[string, (kept: OutcomeLayout) => void]>([
    ["in a file of its home", ({ home }) => writeFileSync(`${home}/.cache/tool`, "cachet\n")],
    ["in a file of its tree", ({ work }) => writeFileSync(`${work}/node_modules/tool/index.js`, "x\n")],
    ["in a file that replaces another", ({ work }) => writeFileSync(`${work}/.env`, "A=chanced\n")],
    ["by a file that is missing", ({ home }) => rmSync(`${home}/.cache/tool`)],
    ["by a directory that is missing", ({ home }) => rmSync(`${home}/.cache`, { recursive: true })],
    [
      "by a directory in the place of a file",
      ({ home }) => {
        rmSync(`${home}/.cache/tool`);
        mkdirSync(`${home}/.cache/tool`);
      },
    ],
    [
      "by a file in the place of a directory",
      ({ home }) => {
        rmSync(`${home}/.cache`, { recursive: true });
        writeFileSync(`${home}/.cache`, "");
      },
    ],
    ["in its list of files", ({ files }) => writeFileSync(files, "{}")],
  ])("%s leaves the tree as it was, and is removed", async (_what, damage) => {
    const { deps, kept } = await keptOutcome();
    damage(kept);
    const into = treeToSetUp();
    const before = contentOf(into);
    expect(await bringIn(deps, order(into))).toBe(false);
    expect(contentOf(into)).toEqual(before);
    expect(await findOutcome(deps, project, key)).toBeNull();
  });
});

test("an aborted copy leaves the tree as it was, and the outcome is kept", async () => {
  const { deps } = await keptOutcome();
  const into = treeToSetUp();
  const before = contentOf(into);
  const stop = new AbortController();
  const isTaken = (path: string) => {
    if (path.endsWith("large.bin")) stop.abort();
    return false;
  };
  const aborted = bringIn(deps, { ...order(into), isTaken, signal: stop.signal });
  expect(await aborted.catch((error: unknown) => error)).toMatchObject({ name: "AbortError" });
  expect(contentOf(into)).toEqual(before);
  expect(await findOutcome(deps, project, key)).not.toBeNull();
});

test("an outcome that is not kept is brought in as a whole or not at all", async () => {
  const made = madePlace();
  const into = treeToSetUp();
  const before = contentOf(into);
  // The home does not exist, so its part cannot be copied.
  const broken = { ...into, own: { ...into.own, home: `${into.own.home}/gone` } };
  const failed = bringFrom(made, { ...broken, isTaken: () => false, signal });
  expect(await failed.catch((error: unknown) => error)).toMatchObject({ code: "ENOENT" });
  expect(contentOf(into)).toEqual(before);
  await bringFrom(made, { ...into, isTaken: () => false, signal });
  expect(readFileSync(`${into.own.home}/.cache/tool`, "utf8")).toBe("cached\n");
  expect(readFileSync(`${into.work}/.env`, "utf8")).toBe("A=changed\n");
});
