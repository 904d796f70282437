// Defines the steps of a commission's life in which a hall is killed: how each is prepared and triggered, and
// what must hold when a fresh hall has opened the home.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasCode } from "../src/client/problem.ts";
import { commissionLayout, homeLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { type Lock, systemLocks } from "../src/host/processes/locks.ts";
import { sendNudge } from "../src/host/network/nudge.ts";
import { type TestHall, type TestHome, until, untilEnded } from "../test/harness/hall.ts";
import { progress, quick, script, submit } from "../test/harness/rehearsals.ts";
import { newRequest, openSomeLedger } from "../test/harness/ledger/some-ledger.ts";
import { prepareHome } from "../src/hall/wiring/home.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import { withHome } from "./with-home.ts";

export interface Transition {
  name: string;
  /** Runs before the hall is opened. */
  prepare(home: TestHome): Promise<Scene>;
  /** Whether the opened hall has reached the point at which the step can be triggered. */
  isReady(scene: Scene, hall: TestHall): Promise<boolean>;
  /** Triggers the step; resolves with true if the hall acknowledged it. */
  act(scene: Scene, hall: TestHall): Promise<boolean>;
  /** Asks a fresh hall; returns a sentence about each state that is neither the old nor the new one. */
  check(scene: Scene, hall: TestHall, told: boolean): Promise<string[]>;
}

export interface Scene {
  home: TestHome;
  id: CommissionId | null;
  /** Held by the hunt in place of a workbench that has gone quiet. */
  lock?: Lock;
  /** The last line that the workbench has yet to write. */
  lastLine?: string;
}

const endsWithinMs = 60_000;

/**
 * The step from the request until the worker is at work. The hall answers early and then continues by itself.
 */
export const createAndStart: Transition = {
  name: "create and start",
  prepare: async (home) => ({ home, id: null }),
  isReady: async () => true,
  act: async (scene, hall) => {
    scene.id = await createOnce(hall);
    const { id } = scene;
    await until("it is at work", async () => (await hall.client.detail(id)).status !== "pending");
    return true;
  },
  check: async (scene, hall) => {
    const id = await createOnce(hall);
    if (scene.id !== null && scene.id !== id) return [`${scene.id} was acknowledged and is gone`];
    const { status, turns } = await untilEnded(hall.client, id, endsWithinMs);
    const all = (await hall.client.list()).commissions.length;
    const starts = startsIn(readFileSync(scene.home.layout(id).events, "utf8"));
    return [
      ...(status === "completed" && turns === 3 ? [] : [`it ended ${status} after ${turns} turns`]),
      ...(all === 1 ? [] : [`one key came to ${all} commissions`]),
      ...(new Set(starts).size === starts.length
        ? []
        : [`a workbench was started twice: ${starts.join(", ")}`]),
    ];
  },
};

const request = { worker: "researcher", task: "Find out.", rehearsal: quick };

async function createOnce({ client }: TestHall): Promise<CommissionId> {
  return (await client.create(request, "the-key")).id;
}

function startsIn(ledger: string): string[] {
  return [...ledger.matchAll(/"type":"workbench.starting","bench":(\d+)/g)].map((match) => match[1] ?? "");
}

/** Cancels a waiting commission: it needs a model, and the hall has none. */
export const cancel: Transition = {
  name: "cancel",
  prepare: async (home) => {
    await prepareHome(systemDisk, homeLayout(home.root));
    const ledger = await openSomeLedger(homeLayout(home.root));
    const { id } = newRequest();
    await ledger.create(newRequest({ id }));
    await ledger.close();
    return { home, id };
  },
  isReady: async () => true,
  act: async ({ id }, { client }) => (await client.cancel(known(id))).status === "cancelled",
  check: async ({ id }, { client }, told) => {
    const { status } = await client.detail(known(id));
    if (told && status !== "cancelled") return [`its cancellation was acknowledged, and it is ${status}`];
    if (status !== "cancelled" && status !== "pending") return [`it is ${status}`];
    const again = await client.cancel(known(id)).catch((error: unknown) => {
      if (!hasCode(error, "wrong_state")) throw error;
      return client.detail(known(id));
    });
    return again.status === "cancelled" ? [] : [`cancelled again, it is ${again.status}`];
  },
};

/**
 * Prepares the step from the last line of a session to the end of its commission. The session is real, and
 * runs once.
 */
export async function openFinish(): Promise<{ transition: Transition; close(): void }> {
  const template = mkdtempSync(join(tmpdir(), "gh-finish-"));
  const id = await withHome((home) => playWithoutHall(home, template));
  const transition: Transition = {
    name: "finish",
    prepare: async (home) => stage(home, { template, id }),
    // The hall has taken all facts but the last.
    isReady: async (_scene, { client }) => (await client.detail(id)).turns === 3,
    act: async (scene, hall) => {
      letEnd(scene);
      return (await untilEnded(hall.client, id, endsWithinMs)).status === "completed";
    },
    check: async (scene, hall) => {
      letEnd(scene);
      const { status } = await untilEnded(hall.client, id, endsWithinMs);
      const layout = scene.home.layout(id);
      const events = readFileSync(layout.events, "utf8");
      const ends = events.match(/"type":"commission\.(completed|failed|cancelled)"/g)?.length;
      return [
        ...(status === "completed" && ends === 1 ? [] : [`it ended ${status}, ${ends} times`]),
        ...differences(layout.result, answer),
        ...differences(`${layout.artifacts}/notes.md`, notes),
        ...differences(`${layout.artifacts}/sources/list.md`, notes),
      ];
    },
  };
  return { transition, close: () => rmSync(template, { recursive: true, force: true }) };
}

const answer = "# Answer";
const notes = "These are notes.\n";

function differences(path: string, wanted: string): string[] {
  try {
    return readFileSync(path, "utf8") === wanted ? [] : [`${path} has another content`];
  } catch {
    return [`${path} is missing`];
  }
}

/** Kills the hall, lets its workbench finish the session, and keeps a copy of the home. */
async function playWithoutHall(home: TestHome, template: string): Promise<CommissionId> {
  const sample = mkdtempSync(join(tmpdir(), "gh-sample-"));
  writeFileSync(join(sample, "notes.md"), notes);
  const hall = await home.open({ args: ["--sample-project", sample] });
  const artifacts = [{ path: "notes.md" }, { path: "sources/list.md", content: notes }];
  const last = { ...submit({ summary: "Found.", output: answer, artifacts }), delayMs: 1000 };
  const rehearsal = script([progress("Begun."), last, { say: "Done." }]);
  const { id } = await hall.client.create({ worker: "researcher", task: "Find out.", rehearsal });
  await until("it is at work", async () => (await hall.client.detail(id)).summary !== null, 30_000);
  await hall.kill("SIGKILL");
  await until("its workbench has ended", () => !systemLocks.isHeld(home.layout(id).benchLock), 30_000);
  rmSync(homeLayout(home.root).run, { recursive: true }); // sockets cannot be copied; the next hall creates its own
  cpSync(home.root, template, { recursive: true });
  rmSync(sample, { recursive: true });
  return id;
}

/** Copies the home with a workbench that seems to be at work: its lock is held, and its last line is missing. */
function stage(home: TestHome, { template, id }: { template: string; id: CommissionId }): Scene {
  cpSync(template, home.root, { recursive: true });
  const layout = commissionLayout(homeLayout(home.root), id);
  const journal = readFileSync(layout.journal(1), "utf8");
  const cut = journal.lastIndexOf("\n", journal.length - 2) + 1;
  writeFileSync(layout.journal(1), journal.slice(0, cut));
  const lock = systemLocks.tryLock(layout.benchLock);
  if (!lock) throw new Error("The lock of the copied workbench is held by somebody.");
  return { home, id, lock, lastLine: journal.slice(cut) };
}

/** Does what a workbench does at its end: writes the last line, then releases the lock. */
function letEnd(scene: Scene): void {
  if (!scene.lock) return;
  const layout = scene.home.layout(known(scene.id));
  writeFileSync(layout.journal(1), scene.lastLine ?? "", { flag: "a" });
  scene.lock.release();
  delete scene.lock;
  sendNudge(homeLayout(scene.home.root).nudgeSocket, known(scene.id));
}

function known(id: CommissionId | null): CommissionId {
  if (id === null) throw new Error("There is no commission yet.");
  return id;
}
