// A hall that is asked to stop while git does not come back, as on a disk that does not answer: it ends git, and the
// next one goes on.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { commissionBranch } from "../../src/contract/project/tree.ts";
import { findExecutable } from "../../src/host/processes/children.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { newRequest, openSomeLedger } from "../harness/ledger/some-ledger.ts";
import { removeTempDirs, tempDir } from "../harness/temp.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const acme = projectName.parse("acme");

/** Hangs where a finish begins to take the work. */
function hangingGit(): { path: string; mark: string } {
  const path = process.env["PATH"] ?? "";
  const directory = tempDir();
  const mark = `${directory}/hangs`;
  mkdirSync(`${directory}/bin`);
  const hang = `case "$*" in *"^{tree}"*) touch ${mark}; exec sleep 600;; esac`;
  writeFileSync(`${directory}/bin/git`, `#!/bin/sh\n${hang}\nexec ${findExecutable("git", path)} "$@"\n`);
  chmodSync(`${directory}/bin/git`, 0o755);
  return { path: `${directory}/bin:${path}`, mark };
}

/** Cancelled before its workbench began, and not finished yet. */
async function layCancelled(root: string, checkout: string) {
  const ledger = await openSomeLedger(homeLayout(root));
  const request = newRequest({ project: acme });
  const { id } = request;
  const base = gitIn(checkout, "rev-parse", "claude/main");
  const tree = {
    project: acme,
    repository: `${checkout}/.git`,
    branch: commissionBranch(id),
    base,
    into: "claude/main",
    checkout: "full" as const,
  };
  await ledger.create(request, []);
  await ledger.execute(id, [
    { do: "dispatch", sandbox: "none", limits: { maxTurns: 1, maxBudgetUsd: 1 }, tree, checks: [] },
    { do: "lose-workbench", bench: 1, began: false, message: "m" },
    { do: "cancel", by: "person", reason: "r" },
  ]);
  await ledger.close();
  return id;
}

test("a hall stops while git hangs, and the next one finishes what it was at", async () => {
  const checkout = makeRepository();
  const home = new TestHome();
  homes.push(home);
  const first = await home.open();
  await first.client.projects.add({ name: acme, path: checkout, dryRun: false });
  await first.kill("SIGTERM");
  const id = await layCancelled(home.root, checkout);
  const { path, mark } = hangingGit();
  const second = await home.open({ env: { PATH: path } });
  await until("git hangs", () => existsSync(mark));
  await second.kill("SIGTERM");
  const { client } = await home.open();
  await untilEnded(client, id);
  const { status, branch } = await client.detail(id);
  expect({ status, branch }).toMatchObject({ status: "cancelled", branch: { state: "unchanged" } });
});
