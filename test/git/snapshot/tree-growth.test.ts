// Work that is small in git and large on the disk: it is not laid out beyond what its commission may take.
import { expect, test } from "bun:test";
import { existsSync, linkSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { layOut, treeTooLarge } from "../../../src/git/snapshot/lay-out.ts";
import { viewPlace } from "../../../src/git/repository/places.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { treeGrowth } from "../../../src/git/snapshot/tree-growth.ts";
import { tempDir } from "../../harness/temp.ts";
import { openTestProject } from "../project.ts";
import { startWork, write } from "../worktree.ts";

const mb = 1024 * 1024;

/** Three files of zeroes of 20 MB, one of them under two more names, and one file that was there already. */
async function setUp() {
  const project = await openTestProject({ "a.txt": "a\n", "old.bin": "x".repeat(mb) });
  const work = await startWork(project);
  const at = (name: string) => `${work.place.workTree}/${name}`;
  for (const name of ["one", "two", "three"]) {
    writeFileSync(at(name), "");
    truncateSync(at(name), 20 * mb);
  }
  for (const name of ["three-again", "three-once-more"]) linkSync(at("three"), at(name));
  write(work, { "a.txt": "changed\n" });
  const { tree } = await snapshotTree(project.deps, work);
  const order = { project: project.name, tree, head: work.tree.base, copy: [], from: project.checkout };
  return { project, order };
}

test("every file that is new or changed counts, by its size on the disk", async () => {
  const { project, order } = await setUp();
  const place = viewPlace(project.deps.home, project.name);
  expect(await treeGrowth(project.deps, { place, ...order })).toBe(5 * 20 * mb + "changed\n".length);
  expect(await treeGrowth(project.deps, { place, head: order.head, tree: `${order.head}^{tree}` })).toBe(0);
});

test("a tree that is too much larger than its base is not laid out", async () => {
  const { project, order } = await setUp();
  const into = `${tempDir()}/tree`;
  const refused = layOut(project.deps, { ...order, into, mostMb: 50 });
  await expect(refused).rejects.toMatchObject({
    code: treeTooLarge,
    message:
      "Checked out, the work would take 101 MB more of the disk than its base, and the commission may take 50 MB.",
  });
  expect(existsSync(into)).toBe(false);
  // The control: without a bound all of it is written.
  await layOut(project.deps, { ...order, into, mostMb: null });
  expect(statSync(`${into}/three-again`).size).toBe(20 * mb);
});
