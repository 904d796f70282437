import { expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import type { ArtifactRef } from "../../../src/contract/commission/artifact-ref.ts";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { findArtifact, maxArtifactBytes } from "../../../src/workbench/workdir/artifacts.ts";
import { collectWork } from "../../../src/workbench/workdir/collect.ts";
import { prepareSession, prepareWork } from "../../../src/workbench/workdir/prepare.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { tempDir } from "../../harness/temp.ts";

function planOf(copy: ArtifactRef[], mostMb: number | null = null) {
  return { copy, mostMb };
}

async function setUp(sample: string | null = null) {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  mkdirSync(layout.directory, { recursive: true });
  await prepareWork(systemDisk, layout, sample);
  return layout;
}

test("a work directory is filled from the sample project, and again without harm", async () => {
  const sample = tempDir();
  mkdirSync(`${sample}/src`);
  writeFileSync(`${sample}/src/a.ts`, "original");
  const layout = await setUp(sample);
  writeFileSync(`${layout.work}/src/a.ts`, "worked on");
  await prepareWork(systemDisk, layout, sample);
  expect(readFileSync(`${layout.work}/src/a.ts`, "utf8")).toBe("worked on");
});

test("what a result names in the work directory is copied beside the result; the rest stays", async () => {
  const layout = await setUp();
  mkdirSync(`${layout.work}/out`);
  writeFileSync(`${layout.work}/out/report.md`, "report");
  writeFileSync(`${layout.artifacts}/given.md`, "given");
  const plan = planOf([
    { path: "out/report.md", from: "work", bytes: 6 },
    { path: "given.md", from: "artifacts", bytes: 5 },
  ]);
  const expected = { artifacts: ["artifacts/out/report.md", "artifacts/given.md"], problems: [] };
  expect(await collectWork(systemDisk, layout, plan)).toEqual(expected);
  expect(await collectWork(systemDisk, layout, plan)).toEqual(expected);
  expect(readFileSync(`${layout.artifacts}/out/report.md`, "utf8")).toBe("report");
  expect(readdirSync(`${layout.artifacts}/out`)).toEqual(["report.md"]);
  expect(existsSync(`${layout.work}/out/report.md`)).toBe(true);
});

test("a file that vanished, or became a link, is a named problem and leads nowhere", async () => {
  const layout = await setUp();
  const outside = tempDir();
  writeFileSync(`${outside}/secret`, "secret");
  symlinkSync(`${outside}/secret`, `${layout.work}/report.md`);
  const plan = planOf([
    { path: "report.md", from: "work", bytes: 6 },
    { path: "gone.md", from: "work", bytes: 6 },
  ]);
  const collected = await collectWork(systemDisk, layout, plan);
  expect(collected.artifacts).toEqual([]);
  expect(collected.problems).toHaveLength(2);
  expect(readdirSync(layout.artifacts)).toEqual([]);
});

test("the session's private files go when the commission is over", async () => {
  const layout = await setUp();
  const directories = await prepareSession(layout);
  writeFileSync(`${directories.config}/settings.json`, "{}");
  await collectWork(systemDisk, layout, planOf([]));
  expect(existsSync(layout.session)).toBe(false);
  rmSync(layout.directory, { recursive: true });
});

test("files that a worker named like drafts are collected like any other", async () => {
  const layout = await setUp();
  for (const name of ["a", "a.draft", ".artifact.draft"]) writeFileSync(`${layout.work}/${name}`, name);
  const names = ["a.draft", "a", ".artifact.draft"];
  const collected = await collectWork(
    systemDisk,
    layout,
    planOf(names.map((path) => ({ path, from: "work", bytes: 1 }))),
  );
  expect(collected.problems).toEqual([]);
  for (const name of names) expect(readFileSync(`${layout.artifacts}/${name}`, "utf8")).toBe(name);
});

test("a worker cannot hold up the end by closing its own directories", async () => {
  const layout = await setUp();
  const { home } = await prepareSession(layout);
  mkdirSync(`${home}/closed/inner`, { recursive: true });
  for (const path of [`${home}/closed/inner`, `${home}/closed`]) chmodSync(path, 0);
  expect(await collectWork(systemDisk, layout, planOf([]))).toEqual({ artifacts: [], problems: [] });
  expect(existsSync(layout.session)).toBe(false);
});

test("a machine that fails is no reason to lose an artifact: it is thrown, and tried again", async () => {
  const layout = await setUp();
  writeFileSync(`${layout.work}/report.md`, "report");
  const plan = planOf([{ path: "report.md", from: "work", bytes: 6 }]);
  const full: Disk = {
    ...systemDisk,
    move: () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" })),
  };
  await expect(collectWork(full, layout, plan)).rejects.toThrow("no space");
  expect((await collectWork(systemDisk, layout, plan)).artifacts).toEqual(["artifacts/report.md"]);
});

test("a file too large to be an artifact is refused when it is named, and when it has grown since", async () => {
  const layout = await setUp();
  writeFileSync(`${layout.work}/huge`, "");
  truncateSync(`${layout.work}/huge`, maxArtifactBytes + 1);
  expect(await findArtifact(layout, "huge")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("larger"),
  });
  const collected = await collectWork(systemDisk, layout, planOf([{ path: "huge", from: "work", bytes: 1 }]));
  expect(collected).toMatchObject({ artifacts: [], problems: [expect.stringContaining("too large")] });
});

test("files with holes are copied with their holes, and read the same", async () => {
  const layout = await setUp();
  const paths = Array.from({ length: 20 }, (_, n) => `holes-${n}`);
  for (const path of paths) {
    writeFileSync(`${layout.work}/${path}`, "begin");
    truncateSync(`${layout.work}/${path}`, 2_000_001);
    appendFileSync(`${layout.work}/${path}`, "end");
  }
  const plan = planOf(paths.map((path) => ({ path, from: "work", bytes: 2_000_004 }) as const));
  expect((await collectWork(systemDisk, layout, plan)).problems).toEqual([]);
  for (const path of paths) {
    const copied = readFileSync(`${layout.artifacts}/${path}`);
    expect(copied.equals(readFileSync(`${layout.work}/${path}`))).toBe(true);
    expect(statSync(`${layout.artifacts}/${path}`).blocks * 512).toBeLessThan(300_000);
  }
});

test("no more is copied than the commission may take, whatever its files say or are called", async () => {
  const layout = await setUp();
  writeFileSync(`${layout.work}/0`, Buffer.alloc(400_000, 1));
  const paths = ["0", "1", "2", "3"];
  for (const path of paths.slice(1)) linkSync(`${layout.work}/0`, `${layout.work}/${path}`);
  const copy = paths.map((path) => ({ path, from: "work", bytes: 1 }) as const);
  const { artifacts, problems } = await collectWork(systemDisk, layout, planOf(copy, 1));
  expect(artifacts).toEqual(["artifacts/0", "artifacts/1"]);
  const tooMuch = "together with the others it is more than the commission may take of the disk";
  expect(problems).toEqual([`2: ${tooMuch}`, `3: ${tooMuch}`]);
  expect(readdirSync(layout.directory)).not.toContain(".artifact.draft");
  // The control: without a bound all of them are.
  expect((await collectWork(systemDisk, layout, planOf(copy))).artifacts).toHaveLength(4);
});
