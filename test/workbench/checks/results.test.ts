// Results of checks that were kept: one that is not what was written counts as none, so that the check is run again.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { findResults, keepResult } from "../../../src/workbench/checks/results.ts";
import { projectChecks } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { systemDisk as disk } from "../../../src/host/files/disk.ts";
import { flipped, someBits } from "../../harness/ledger/flip.ts";
import { someHome } from "../../harness/ledger/some-ledger.ts";

const project = projectName.parse("acme");
const tree = "a".repeat(40);
const limits = { memoryMb: null, processes: null, diskMb: null, files: null };
const run = { command: "npm test", exitCode: 1, timedOut: false, output: "1 failed", cut: false, ms: 5 };

test("one flipped bit never makes another result of it: a check that failed does not pass", async () => {
  const deps = { disk, home: someHome() };
  const conditions = {
    tree,
    setup: null,
    copied: {},
    level: "process",
    checks: [{ command: "npm test", timeoutSeconds: 60 }],
  };
  const result = { tree, at: "2026-11-15T10:00:00.000Z", run, again: null, limits };
  await keepResult(deps, project, { ...conditions, at: 0, result });
  const { directory } = projectChecks(deps.home, project);
  const path = `${directory}/${readdirSync(directory)[0]}`;
  const before = readFileSync(path);
  const asked = { ...conditions, limits };
  const sound = await findResults(deps, project, asked);
  expect(sound).toMatchObject([{ run: { exitCode: 1 } }]);
  const exitCode = (before.indexOf('"exitCode": 1') + '"exitCode": '.length) * 8;
  for (const bit of [exitCode, ...someBits(100, before.length)]) {
    writeFileSync(path, flipped(before, bit));
    const found = await findResults(deps, project, asked);
    if (found !== null) expect(found).toEqual(sound ?? []);
  }
  // Control: without its hash the same bit makes it pass.
  const unhashed = before.toString().replace(/,\n {2}"sha256": "[0-9a-f]{64}"/, "");
  writeFileSync(path, unhashed.replace('"exitCode": 1', '"exitCode": 0'));
  expect(await findResults(deps, project, asked)).toMatchObject([{ run: { exitCode: 0 } }]);
});
