// What counts against a commission's disk limit when it works in a project's worktree.
import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { workLayout } from "../../../src/contract/home/home-layout.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { diskMeter } from "../../../src/host/files/disk-use.ts";
import { attachmentHash } from "../../../src/contract/commission/attachments.ts";
import { shownAttachments } from "../../../src/workbench/workdir/attachments.ts";
import { createDiskUsed } from "../../../src/workbench/workdir/disk-used.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { laySomeTree } from "../../harness/git/some-tree.ts";
import { tempDir } from "../../harness/temp.ts";

const mb = 1024 * 1024;
const deps = { disk: systemDisk, diskUse: diskMeter };

async function setUp() {
  const { home, tree, worktree } = await laySomeTree(tempDir());
  const layout = workLayout(home, someId, tree);
  mkdirSync(layout.directory, { recursive: true });
  const write = (name: string, megabytes: number) =>
    writeFileSync(`${worktree}/${name}`, Buffer.alloc(megabytes * mb, 1));
  const open = (own: typeof tree | null = tree, maxFiles: number | null = null) =>
    createDiskUsed(deps, { layout, tree: own, pids: () => [], maxFiles });
  const measured = async (used = open()) => (await used()).bytes / mb;
  return { layout, worktree, tree, write, open, measured };
}

describe("a commission with a worktree", () => {
  test("is charged with what the worktree grows by, and not with the checkout", async () => {
    const { write, open, measured } = await setUp();
    write("checked-out.bin", 20);
    const used = open();
    expect(await measured(used)).toBeLessThan(1);
    write("made.bin", 8);
    expect(await measured(used)).toBeWithin(8, 9);
  });

  test("is charged with its own directory too, and gains nothing by deleting the checkout", async () => {
    const { layout, worktree, write, open, measured } = await setUp();
    write("checked-out.bin", 20);
    const used = open();
    await used();
    rmSync(`${worktree}/checked-out.bin`);
    writeFileSync(`${layout.directory}/kept.bin`, Buffer.alloc(5 * mb, 1));
    expect(await measured(used)).toBeWithin(5, 6);
  });

  test("is not charged with the files that a person attached, and is with all others", async () => {
    const { layout, open, measured } = await setUp();
    const hash = attachmentHash.parse("a".repeat(64));
    for (const directory of [layout.attachments, shownAttachments(layout)])
      mkdirSync(directory, { recursive: true });
    writeFileSync(`${layout.attachments}/${hash}`, Buffer.alloc(7 * mb, 1));
    writeFileSync(`${shownAttachments(layout)}/large.bin`, Buffer.alloc(7 * mb, 1));
    writeFileSync(`${layout.directory}/made.bin`, Buffer.alloc(3 * mb, 1));
    expect(await measured(open(null))).toBeWithin(3, 4);
    expect(await open(null, 2)()).toMatchObject({ complete: true });
  });

  test("is charged on after a resume with what it had made before", async () => {
    const { write, open, measured } = await setUp();
    await measured(open());
    write("made.bin", 8);
    expect(await measured(open())).toBeWithin(8, 9);
  });

  test("is charged on by the note of an older release, which says nothing of files", async () => {
    const { layout, write, open } = await setUp();
    mkdirSync(layout.session, { recursive: true });
    writeFileSync(`${layout.session}/worktree-bytes`, "0\n");
    write("made.bin", 8);
    const { bytes, files } = await open()();
    expect(bytes).toBeGreaterThan(8 * mb);
    expect(files).toBeLessThan(20);
  });

  test("is charged with the files that it makes, also after a resume, and they are counted no further than needed", async () => {
    const { worktree, open } = await setUp();
    const before = (await open()()).files;
    for (let n = 0; n < 40; n += 1) writeFileSync(`${worktree}/${n}`, "");
    expect((await open()()).files - before).toBe(40 + 2); // and the note of the beginning, with its directory
    const { files, complete } = await open(undefined, 10)();
    expect([files > 10, files < 30, complete]).toEqual([true, true, false]);
  });

  test.each(["", "x", "-1\n", "9e99\n", "1 2 3\n"])(
    "whose note of its beginning says %j begins anew",
    async (text) => {
      const { layout, write, measured } = await setUp();
      mkdirSync(layout.session, { recursive: true });
      writeFileSync(`${layout.session}/worktree-bytes`, text);
      write("there.bin", 8);
      expect(await measured()).toBeLessThan(1);
    },
  );
});

test("one without a worktree is charged with its directory, as it is", async () => {
  const { layout, open, measured } = await setUp();
  writeFileSync(`${layout.directory}/there.bin`, Buffer.alloc(5 * mb, 1));
  expect(await measured(open(null))).toBeWithin(5, 6);
});
