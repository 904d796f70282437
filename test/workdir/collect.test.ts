import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { FinishPlan } from "../../src/contract/events.ts";
import type { ArtifactRef } from "../../src/contract/facts.ts";
import { commissionLayout, homeLayout } from "../../src/contract/home-layout.ts";
import { collectWork } from "../../src/workdir/collect.ts";
import { prepareSession, prepareWork } from "../../src/workdir/prepare.ts";
import { someId } from "../harness/histories.ts";
import { tempDir } from "../harness/temp.ts";

function planOf(copy: ArtifactRef[]): FinishPlan {
  return { outcome: { status: "cancelled", endedBy: "cancel", reason: "r" }, copy };
}

async function setUp(sample: string | null = null) {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  mkdirSync(layout.directory, { recursive: true });
  await prepareWork(layout, sample);
  return layout;
}

test("a work directory is filled from the sample project, and again without harm", async () => {
  const sample = tempDir();
  mkdirSync(`${sample}/src`);
  writeFileSync(`${sample}/src/a.ts`, "original");
  const layout = await setUp(sample);
  writeFileSync(`${layout.work}/src/a.ts`, "worked on");
  await prepareWork(layout, sample);
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
  expect(await collectWork(layout, plan)).toEqual(expected);
  expect(await collectWork(layout, plan)).toEqual(expected);
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
  const collected = await collectWork(layout, plan);
  expect(collected.artifacts).toEqual([]);
  expect(collected.problems).toHaveLength(2);
  expect(readdirSync(layout.artifacts)).toEqual([]);
});

test("the session's private files go when the commission is over", async () => {
  const layout = await setUp();
  const directories = await prepareSession(layout);
  writeFileSync(`${directories.config}/settings.json`, "{}");
  await collectWork(layout, planOf([]));
  expect(existsSync(layout.session)).toBe(false);
  rmSync(layout.directory, { recursive: true });
});
