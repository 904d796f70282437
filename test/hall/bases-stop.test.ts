// A hall that stops waits for what it is finding out about the bases of its projects.
import { afterEach, expect, test } from "bun:test";
import { hallConfig } from "../../src/contract/home/config.ts";
import { createSetUpTools } from "../../src/workbench/checks/set-up-tools.ts";
import { createBases } from "../../src/hall/projects/bases.ts";
import { layOut } from "../../src/git/snapshot/lay-out.ts";
import { endGroup } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { diskMeter } from "../../src/host/files/disk-use.ts";
import { enclose } from "../../src/workbench/sandbox/enclose.ts";
import { openTestProject } from "../git/project.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { probe } from "../workbench/sandbox/usable.ts";

afterEach(removeTempDirs);

const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
function nothing(): void {}

test("what is being looked up is over when the bases have stopped", async () => {
  const { deps: git, name, checkout } = await openTestProject();
  const { home, searchPath } = git;
  const config = hallConfig.parse({
    projects: { [name]: { path: checkout, branch: "main", checks: ["true"] } },
  });
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const told: string[] = [];
  const readText = async (path: string) => {
    asked.resolve();
    await answered.promise;
    const text = await git.disk.readText(path);
    told.push("looked");
    return text;
  };
  const disk = { ...git.disk, readText };
  const none = { readOnly: [], personHome: undefined };
  const proxy = { http: null, https: null, no: null };
  const stage = {
    ...createSetUpTools({
      home,
      disk,
      clock: systemClock,
      git,
      projects: git.projects,
      proxy,
      certificates: [],
    }),
    home,
    disk,
    clock: systemClock,
    searchPath,
    endGroup,
    enclose,
    diskUse: diskMeter,
    ...none,
    layOut: layOut.bind(null, git),
  };
  const bases = createBases({ home, git, stage, probe, log, config: () => config, changed: nothing });
  void bases.check(name);
  await asked.promise;
  const stopped = bases.stop().then(() => told.push("stopped"));
  answered.resolve();
  await stopped;
  expect([told[0], told.at(-1)]).toEqual(["looked", "stopped"]);
});
