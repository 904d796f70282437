// The file of approved set-ups: one flipped bit in it is noticed, and what was damaged is never written over.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { projectSetUps } from "../../../src/contract/project/set-up-layout.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { approve, latestApproved, setAsideDamaged } from "../../../src/workbench/checks/approvals.ts";
import { flipped, someBits } from "../../harness/ledger/flip.ts";
import { TestHome } from "../../harness/hall.ts";
import { tempDir } from "../../harness/temp.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

const project = projectName.parse("website");
const [one, two, three] = ["c", "d", "e"].map((digit) => digit.repeat(40)) as [string, string, string];
const at = "2026-11-15T10:00:00.000Z";

function someApprovals(root = tempDir()) {
  const home = homeLayout(root);
  const deps = { disk: systemDisk, home };
  const { approved: path, directory } = projectSetUps(home, project);
  mkdirSync(directory, { recursive: true });
  return { deps, path, approved: () => latestApproved(deps, project, 10) };
}

const ofOlderRelease = () =>
  `${JSON.stringify({ version: 1, approved: [one, two].map((tree) => ({ tree, at })) })}\n`;

/** How many flips approve something else, and are not named. */
async function unnamedFlips(bytes: Buffer, bits: readonly number[]): Promise<number> {
  const { deps, path, approved } = someApprovals();
  let unnamed = 0;
  for (const bit of bits) {
    writeFileSync(path, flipped(bytes, bit));
    const now = (await approved()).join();
    const isNamed = (await setAsideDamaged(deps, project))?.includes(path) === true;
    if (!isNamed && now !== `${two},${one}`) unnamed += 1;
  }
  return unnamed;
}

test("one flipped bit is named, or approves what was approved; without the hash another tree is approved", async () => {
  const { deps, path } = someApprovals();
  for (const tree of [one, two]) expect(await approve(deps, project, { tree, at })).toBeNull();
  const bytes = readFileSync(path);
  expect(await unnamedFlips(bytes, someBits(400, bytes.length))).toBe(0);

  const older = Buffer.from(ofOlderRelease());
  expect(await unnamedFlips(older, someBits(400, older.length))).toBeGreaterThan(0);
});

test("a file of an older release is read, and has a hash once another tree is approved", async () => {
  const { deps, path, approved } = someApprovals();
  writeFileSync(path, ofOlderRelease());
  expect(await approved()).toEqual([two, one]);
  expect(await setAsideDamaged(deps, project)).toBeNull();
  expect(await approve(deps, project, { tree: three, at })).toBeNull();
  expect(await approved()).toEqual([three, two, one]);
  expect(readFileSync(path, "utf8")).toContain('"sha256"');
});

test("the next approval sets a damaged file aside, byte for byte, and says so", async () => {
  const { deps, path, approved } = someApprovals();
  await approve(deps, project, { tree: one, at });
  const damaged = flipped(readFileSync(path), 300);
  writeFileSync(path, damaged);
  expect(await approved()).toEqual([]);
  expect(await approve(deps, project, { tree: two, at })).toContain(path);
  expect(await approved()).toEqual([two]);
  expect(readFileSync(`${path}.damaged`).equals(damaged)).toBe(true);
});

test("a hall names a damaged file among its problems when it starts", async () => {
  const home = new TestHome();
  homes.push(home);
  const whole = await home.open();
  await whole.kill("SIGTERM");
  const { deps, path } = someApprovals(home.root);
  await approve(deps, project, { tree: one, at });
  writeFileSync(path, flipped(readFileSync(path), 300));
  const hall = await home.open();
  expect((await hall.client.status()).problems.filter((text) => text.includes(path))).toHaveLength(1);
});
