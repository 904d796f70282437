// A program: prints how the hall sees one repository at two paths, where the second is a mount of the first.
import { hallConfig } from "../../src/contract/home/config.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { planAdd } from "../../src/git/projects/plan-add.ts";
import { findPersonsBranch } from "../../src/git/repository/persons-branch.ts";
import { checkNetwork } from "../../src/hall/doctor/check-network.ts";
import { treesDeps } from "../harness/git/repositories.ts";
import { removeTempDirs } from "../harness/temp.ts";

const [checkout = "", mounted = ""] = process.argv.slice(2);
const other = projectName.parse("other");
const setup = { command: "npm ci", network: true };
const acme = { path: checkout, branch: "main", integration: "next" };
const second = { path: mounted, branch: "next", setup, network: { allow: ["a.org"] } };
const config = hallConfig.parse({ projects: { acme, other: second } });

const deps = treesDeps();
deps.set({ acme });
const added = await planAdd(deps, { name: other, path: mounted }).then(
  () => "added",
  (error: unknown) => String(error),
);
const branch = await findPersonsBranch(config.projects, other);
const { detail } = await checkNetwork(config, { level: "bubblewrap" });
console.log(JSON.stringify({ added, branch, detail }));
removeTempDirs();
