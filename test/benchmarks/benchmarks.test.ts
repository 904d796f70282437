// The benchmarks work: each that is quick is run at its smallest here, and the others among the hunts.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { readdirSync, readFileSync } from "node:fs";
import { installed } from "../../src/host/program.ts";
import { countSession } from "../harness/sessions.ts";
import { expectToWork, slowBenchmarks } from "./smallest.ts";

const names = [...new Glob("*.bench.ts").scanSync(installed("bench"))].map((file) =>
  file.replace(".bench.ts", ""),
);
const kept = () =>
  readdirSync(installed("bench/results")).map((file) =>
    readFileSync(installed(`bench/results/${file}`), "utf8"),
  );

const quick = names.filter((name) => !slowBenchmarks.includes(name));

test.skipIf(process.platform !== "linux").each(quick)("%s can be measured", async (name) => {
  const before = kept();
  await expectToWork(name);
  if (name === "idle") countSession();
  expect(kept()).toEqual(before);
});

test("every one that is slow is there, for the hunts to run", () => {
  expect(slowBenchmarks.filter((name) => !names.includes(name))).toEqual([]);
});
