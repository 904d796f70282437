// A program: makes a worktree in a home whose disk is too small for it, then again with more room, and says how it went.
import { readdirSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { codeOf } from "../../../src/host/files/disk.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { gitIn, treesDeps } from "../../harness/git/repositories.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { projectOf } from "../../../src/git/repository/repository.ts";
import { integration } from "../project.ts";
import { close, make, pathsIn, planWork } from "../worktree.ts";

const [, , home = "", checkout = ""] = process.argv;
const given = treesDeps();
given.set({ acme: { path: checkout, branch: "main" } });
const deps = { ...given, home: homeLayout(home), log: { warn: () => undefined } };
const name = projectName.parse("acme");
const { repository } = await projectOf(deps, name);
gitIn(checkout, "update-ref", `refs/heads/${integration}`, "HEAD");
const place = { gitDir: "", view: "", workTree: "" };
const work = await planWork({ name, deps, checkout, repository, place, notes: [] });
await make(work).then(
  () => console.log("make: done"),
  (error: unknown) => console.log(`make: ${codeOf(error)}`),
);
Bun.spawnSync(["mount", "-o", "remount,size=16m", home]);
await make(work);
console.log(
  `made again: ${readdirSync(work.place.workTree)
    .filter((path) => path !== ".git")
    .toSorted()
    .join(" ")}`,
);
const { tree } = await snapshotTree(deps, work);
console.log(`snapshot holds ${pathsIn(work, tree).length} files`);
console.log(`closed: ${(await close(work, { tip: null })).branch}`);
