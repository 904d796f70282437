// Collects everything that a person can see of a home through a hall started on it, and the problems that it reports.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../src/client/client.ts";
import { homeLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { createMarksReader } from "../src/git/merge/marks.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import type { TestHome } from "../test/harness/hall.ts";
import { latestApproved } from "../src/workbench/checks/approvals.ts";
import { bringIn } from "../src/workbench/checks/outcomes.ts";
import { handoff, madeBySetUp, setUpKey, setUpsDeps, website } from "./varied-home.ts";

export interface Seen {
  /** The appearance of each item, by a name that contains its id or key. */
  parts: Map<string, string>;
  /** Every sentence in which the hall reports a problem. */
  told: string[];
}

export async function observe(home: TestHome): Promise<Seen> {
  const hall = await home.open({ handoff });
  try {
    const parts = new Map<string, string>();
    const see = async (name: string, look: () => Promise<unknown>) =>
      void parts.set(
        name,
        withoutPlace(home, await look().then((found) => JSON.stringify(found), refusalOf)),
      );
    await seeCommissions(hall.client, see);
    await seeMemory(hall.client, see);
    await seeNeeds(hall.client, see);
    await see("workers", async () => (await hall.client.workers()).problems);
    await see("browsers", async () => hall.client.browsers.list());
    await see("marked commits", async () => {
      const marks = createMarksReader({ disk: systemDisk, home: homeLayout(home.root) });
      return (await marks.open()).map(({ commit }) => commit).sort();
    });
    await seeSetUps(home, see);
    await see("settings", async () => (await hall.client.config()).config);
    await see("members", async () => (await hall.client.members.list()).members);
    await see("spending", async () => (await hall.client.spending()).hours);
    return { parts, told: (await toldBy(home, hall.client)).map((text) => withoutPlace(home, text)) };
  } finally {
    await hall.kill("SIGTERM");
  }
}

type See = (name: string, look: () => Promise<unknown>) => Promise<void>;

async function seeCommissions(client: Client, see: See): Promise<void> {
  const { commissions } = await client.list({ limit: 1000 });
  await see("list", async () => commissions.map(({ id }) => id).length);
  for (const { id, ...listed } of commissions) {
    await see(`${id} in the list`, async () => listed);
    await see(`${id} shown`, async () => {
      const { disk: _disk, ...detail } = await client.detail(id);
      return detail;
    });
    await see(`${id} result`, () => client.result(id));
    await see(`${id} events`, () => allEvents(client, id));
    await see(`${id} artifacts`, () => client.review.artifacts(id));
    await see(`${id} artifact`, () => client.review.artifact(id, { path: "notes.md" }));
  }
}

async function allEvents(client: Client, id: CommissionId): Promise<unknown> {
  return (await client.commissionEvents(id, { limit: 5000 })).events;
}

async function seeNeeds(client: Client, see: See): Promise<void> {
  const { items, deferred } = await client.attention.list({ limit: 1000 });
  for (const item of [...items, ...deferred]) await see(`need ${item.key}`, async () => item);
}

async function seeMemory(client: Client, see: See): Promise<void> {
  const { scopes } = await client.memory.scopes();
  for (const { scope } of scopes) {
    const { entries } = await client.memory.list(scope);
    for (const { key } of entries) {
      await see(`memory ${key}`, () => client.memory.entry({ scope, key }));
      await see(`memory ${key} history`, () => client.memory.history({ scope, key }));
    }
  }
}

/** Checks approvals, and that a cached set-up is restored exactly as it was made, or not at all. */
async function seeSetUps({ root }: TestHome, see: See): Promise<void> {
  const home = homeLayout(root);
  await see("approved set-ups", () => latestApproved({ disk: systemDisk, home }, website, 100));
  await see("files of a set-up that are not as it made them", async () => {
    const into = mkdtempSync(join(tmpdir(), "gh-brought-"));
    try {
      const own = { home: `${into}/home`, tmp: `${into}/tmp` };
      const order = { project: website, key: setUpKey, work: `${into}/work`, own, isTaken: () => false };
      for (const directory of [order.work, own.home, own.tmp]) mkdirSync(directory);
      const isThere = await bringIn(setUpsDeps(home), { ...order, signal: new AbortController().signal });
      const made = Object.entries(madeBySetUp);
      return made.filter(([path, text]) => isThere && readFileSync(`${order.work}/${path}`, "utf8") !== text);
    } finally {
      rmSync(into, { recursive: true, force: true });
    }
  });
}

/** Collects the problems from the status, the packages, the doctor's findings and the log's warnings. */
async function toldBy(home: TestHome, client: Client): Promise<string[]> {
  const { findings } = await client.call("doctor");
  const trouble = findings.filter(({ state }) => state !== "ok").map(({ detail }) => detail);
  const { problems } = await client.status();
  const { problems: ofPackages } = await client.workers();
  const lines = readFileSync(homeLayout(home.root).hallLog, "utf8").trimEnd().split("\n");
  const warnings = lines.filter((line) => !line.includes('"level":"info"'));
  return [...problems, ...ofPackages, ...trouble, ...warnings];
}

function refusalOf(error: unknown): string {
  return error instanceof Error && "code" in error ? `refused: ${String(error.code)}` : String(error);
}

function withoutPlace({ root }: TestHome, text: string): string {
  return text.replaceAll(root, "HOME");
}
