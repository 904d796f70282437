// A program that adds one project, for machines on which it may do less than this one: prints what is wrong.
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { applyAdd } from "../../../src/git/projects/add-project.ts";
import { planAdd } from "../../../src/git/projects/plan-add.ts";
import { treesDeps } from "../../harness/git/repositories.ts";

if (import.meta.main) {
  const [path = "", home = ""] = process.argv.slice(2);
  const deps = { ...treesDeps(), home: homeLayout(home) };
  try {
    await applyAdd(deps, await planAdd(deps, { name: projectName.parse("acme"), path }));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    console.log(`${code}: ${message}`);
  }
}
