// Fills a home with every kind of file, written by the hall's own code, without a session.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSpendBook } from "../src/model/gateway/jobs/spend-file.ts";
import { keepResult } from "../src/workbench/checks/results.ts";
import { fact, type Fact, type FactBody } from "../src/contract/commission/facts.ts";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import {
  commissionLayout,
  type HomeLayout,
  homeLayout,
  memberLayout,
} from "../src/contract/home/home-layout.ts";
import { commissionId, packageName, projectName } from "../src/contract/home/ids.ts";
import { memberName } from "../src/contract/member/member.ts";
import { keepOutcome, type OutcomesDeps } from "../src/workbench/checks/outcomes.ts";
import { approve } from "../src/workbench/checks/approvals.ts";
import { createBaseRecords } from "../src/hall/projects/base-records.ts";
import { openDeferredItems } from "../src/hall/needs/deferred-file.ts";
import { openPageKeys } from "../src/hall/http/page/page-keys.ts";
import { openQuotaStore } from "../src/hall/operations/quota-file.ts";
import { newSigner } from "../src/hall/http/page/signatures.ts";
import { createMarks } from "../src/git/merge/marks.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemDisk as disk } from "../src/host/files/disk.ts";
import { openJournal } from "../src/store/ledger/journal.ts";
import { writeRecord } from "../src/guild/members/process/record.ts";
import { writeOrigin } from "../src/guild/members/code/origin.ts";
import { replacePackagesRecord } from "../src/guild/roster/packages-record.ts";
import { endedCommission, writtenByOlder } from "../test/harness/ledger/ended-commission.ts";
import type { TestHome } from "../test/harness/hall.ts";
import { answeredOnce } from "../test/harness/ledger/histories.ts";
import { byWorker, globalScope as scope, keyOf, someMemory } from "../test/store/memory/support.ts";

const log = { error: () => undefined };
/** Belongs to no real account. */
export const handoff = {
  ...emptyHandoff,
  credential: { kind: "api_key", secret: "sk-for-a-hunt-0123456789" } as const,
  baseUrl: "http://127.0.0.1:9",
};
const oid = "a".repeat(40);
const run = { command: "npm test", exitCode: 1, timedOut: false, output: "1 failed", cut: false, ms: 5 };

export async function fillHome(home: TestHome): Promise<void> {
  await (await home.open({ handoff })).kill("SIGTERM");
  const layout = homeLayout(home.root);
  writeFileSync(layout.config, "slots: 3\nretention:\n  trashDays: 30\n");
  for (let n = 0; n < 3; n += 1) await fillCommission(layout, (await endedCommission(layout)).id);
  await fillMemory(home.root);
  await fillBooks(layout);
  await fillChecks(layout);
  await fillOthers(layout);
  await fillTrust(layout);
  await fillSetUps(layout);
  await fillProcess(layout);
}

async function fillCommission(layout: HomeLayout, id: string): Promise<void> {
  const own = commissionLayout(layout, commissionId.parse(id));
  const place = { path: own.journal(1), blobs: own.blobs, schema: fact };
  const { journal } = await openJournal<FactBody, Fact>({ disk, clock: systemClock }, place);
  await journal.append([answeredOnce, { type: "session.said", text: "I look." }]);
  writeFileSync(own.transcript(1), '{"type":"assistant"}\n');
  writeFileSync(own.output(1), "a line that was printed\n");
}

async function fillMemory(root: string): Promise<void> {
  const { store } = someMemory(root);
  const content = "Idempotency keys live for a day.\nThey are kept in a table.\n";
  for (const name of ["keys", "tables"])
    await store.write({ scope, key: keyOf(name), content, ...byWorker, untrusted: true });
  await store.write({
    scope,
    key: keyOf("keys"),
    content: `${content}Since May.\n`,
    ...byWorker,
    untrusted: true,
  });
}

async function fillBooks(layout: HomeLayout): Promise<void> {
  const at = (ms: number) => new Date(systemClock.now() + ms).toISOString();
  const quota = await openQuotaStore({ disk, clock: systemClock, log }, { home: layout, handoff });
  const pause = { since: at(0), pausedUntil: at(86_400_000), byCommission: null, probe: null };
  await quota.replace({ ...pause, message: "The limit is reached." });
  const deferred = await openDeferredItems(disk, layout);
  await deferred.replace({ [`quota:${pause.since}`]: { at: at(0), until: at(43_200_000) } });
}

async function fillChecks(layout: HomeLayout): Promise<void> {
  const project = projectName.parse("website");
  const conditions = {
    tree: oid,
    setup: null,
    copied: {},
    level: "bubblewrap",
    checks: [{ command: "npm test", timeoutSeconds: 60 }],
  };
  const limits = { memoryMb: null, processes: null, diskMb: null, files: null };
  const result = { tree: oid, at: "2026-11-15T10:00:00.000Z", run, again: run, limits };
  await keepResult({ disk, home: layout }, project, { ...conditions, at: 0, result });
  const since = { commit: oid, at: "2026-11-15T10:00:00.000Z" };
  const checks = [{ ...run, from: "project" as const, tree: oid, again: null }];
  await createBaseRecords({ home: layout, disk }).keep(project, {
    version: 1,
    commit: oid,
    tree: oid,
    conditions: "c",
    state: "red",
    since,
    checks: checks as never,
    at: since.at,
  });
}

async function fillOthers(layout: HomeLayout): Promise<void> {
  const added = {
    from: "./scribe",
    addedAt: "2026-11-15T10:00:00.000Z",
    hash: "b".repeat(64),
    linked: false,
  };
  await replacePackagesRecord(disk, { home: layout, packages: { [packageName.parse("scribe")]: added } });
  const name = memberName.parse("little");
  mkdirSync(layout.guildMembers, { recursive: true });
  const origin = { kind: "added" as const, from: "./little", release: "0.1.0", at: added.addedAt, files: {} };
  await writeOrigin(disk, { home: layout, name, origin, next: null });
  const pathOf = () => memberLayout(layout, name).spend;
  const book = createSpendBook({ disk, clock: systemClock, pathOf, warn: () => undefined });
  const { kind, model, tokens, whole } = answeredOnce;
  const [costUsd, budgetUsd] = [0.5, 0.5];
  for (const jobId of ["one", "two"])
    await book.append(name, { jobId, kind, model, tokens, costUsd, budgetUsd, whole });
  mkdirSync(`${layout.trash}/worktree-old`, { recursive: true });
  writeFileSync(`${layout.trash}/worktree-old/note.md`, "What was left.\n");
}

export const website = projectName.parse("website");
/** The files that the cached set-up made, by path. */
export const madeBySetUp = { "node_modules/left/index.js": "module.exports = 1;\n" };
export const setUpKey = "9".repeat(64);

export function setUpsDeps(home: HomeLayout): OutcomesDeps {
  return { disk, home, syncAll: async () => undefined, clock: systemClock, pid: process.pid };
}

async function fillSetUps(layout: HomeLayout): Promise<void> {
  const made = mkdtempSync(join(tmpdir(), "gh-made-"));
  try {
    for (const [path, text] of Object.entries(madeBySetUp)) {
      mkdirSync(dirname(`${made}/work/${path}`), { recursive: true });
      writeFileSync(`${made}/work/${path}`, text);
    }
    mkdirSync(`${made}/home`);
    const at = "2026-11-15T10:00:00.000Z";
    await keepOutcome(setUpsDeps(layout), {
      project: website,
      work: `${made}/work`,
      own: { home: `${made}/home`, tmp: `${made}/tmp` },
      record: {
        key: setUpKey,
        inputs: "i",
        tree: oid,
        at,
        run: { ...run, passed: true } as never,
        hosts: [],
        allow: [],
      },
      isLeftOut: () => false,
      isThere: () => false,
      signal: new AbortController().signal,
    });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Writes the record of a guild member's process that has ended, so that the record leads to no process. */
async function fillProcess(layout: HomeLayout): Promise<void> {
  mkdirSync(layout.memberRecords, { recursive: true });
  await writeRecord(
    { home: layout, disk },
    {
      version: 1,
      name: memberName.parse("little"),
      pid: 4_000_000,
      startTime: "1",
      bootId: "of no boot",
      address: "http://127.0.0.1:9/",
      secret: "s".repeat(32),
      gateway: { secret: "g".repeat(32), port: 9 },
      manifestSha256: "b".repeat(64),
      startedAt: "2026-11-15T10:00:00.000Z",
    },
  );
}

/** Adds trusted browsers, approved set-ups, and marks on commits of runs that had read text from outside. */
async function fillTrust(layout: HomeLayout): Promise<void> {
  const keys = await openPageKeys({ disk, clock: systemClock, home: layout });
  for (const userAgent of ["One browser", "Another browser"])
    await keys.add({ publicKey: newSigner().publicKey, port: 4747, userAgent });
  const project = website;
  const at = "2026-11-15T10:00:00.000Z";
  for (const tree of ["c", "d"].map((digit) => digit.repeat(40)))
    await approve({ disk, home: layout }, project, { tree, at });
  const commission = commissionId.parse(readdirSync(layout.commissions)[0]);
  async function* none() {}
  const marks = createMarks({ home: layout, disk, earlier: none });
  const mark = { version: 1 as const, commission, project, at, blobs: [], cut: false, takenBy: null };
  for (const digit of ["e", "f"]) await marks.add({ ...mark, commit: digit.repeat(40) });
}

/** Removes the hashes, as in homes of older releases. */
export function unhashed(root: string): void {
  const home = homeLayout(root);
  for (const name of readdirSync(home.commissions)) {
    const id = commissionId.parse(name);
    writtenByOlder({ home, id, layout: commissionLayout(home, id) });
  }
  const log = `${home.memory}/global/.history/log.jsonl`;
  writeFileSync(log, readFileSync(log, "utf8").replaceAll(/,"hash":"[0-9a-f]{16}"\}/g, "}"));
}
