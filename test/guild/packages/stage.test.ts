// The throwaway home of a rehearsal: the package under trial, and those of the home beside it.
import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { layStage } from "../../../src/guild/packages/stage.ts";
import { discoverPackages } from "../../../src/guild/roster/discover.ts";
import { readPackage } from "../../../src/guild/roster/read-package.ts";
import { layNamed } from "../../harness/packages/packages.ts";
import { tempDir } from "../../harness/temp.ts";

test("a toolbox under trial is rehearsed by a worker that has it, whoever lies in the home", async () => {
  const [place, throwaway] = [tempDir(), tempDir()];
  const home = homeLayout(`${place}/home`);
  mkdirSync(home.packages, { recursive: true });
  layNamed(home.packages, { name: "rehearser" });
  layNamed(home.packages, { name: "desk", type: "toolbox" });
  layNamed(home.packages, { name: "lamps", type: "toolbox" });
  const read = await readPackage(layNamed(place, { name: "desk", type: "toolbox" }));
  if (!read.ok) throw new Error("not sound");
  await layStage({ throwaway, home, plan: { found: read.found, configuration: null, isBundled: false } });
  const staged = await discoverPackages([{ directory: homeLayout(throwaway).packages, source: "added" }]);
  expect(staged.problems).toEqual([]);
  expect(staged.workers).toMatchObject([
    { metadata: { identity: { name: "rehearser" }, toolboxes: ["desk"] } },
  ]);
  expect(staged.toolboxes).toMatchObject([
    { metadata: { identity: { name: "desk" } }, directory: expect.stringContaining(throwaway) },
    { metadata: { identity: { name: "lamps" } } },
  ]);
});
