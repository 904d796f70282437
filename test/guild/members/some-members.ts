// Members for tests: directories with a manifest and whatever else, a home, and an installation to bring them along.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { homeLayout, type HomeLayout } from "../../../src/contract/home/home-layout.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { discoverMembers } from "../../../src/guild/members/code/discover.ts";
import { createMakeReady, type Readied, type ReadyDeps } from "../../../src/guild/members/code/make-ready.ts";
import { findMember } from "../../../src/guild/members/code/fresh.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { tempDir } from "../../harness/temp.ts";
import type { Files } from "../packages/support.ts";

export function manifestOf(name: string, more: object = {}): Record<string, unknown> {
  return {
    name,
    displayName: "Somebody",
    description: "Does something.",
    version: "1.0.0",
    transport: "http",
    mcp: { command: "bun", args: ["run", "server.ts", "--port", "${PORT}"] },
    ...more,
  };
}

export function memberFiles(name: string, more: object = {}): Files {
  return {
    "guild-member.json": JSON.stringify(manifestOf(name, more)),
    "server.ts": "export const server = 1;\n",
  };
}

export interface Halls {
  home: HomeLayout;
  /** The members that came with the hall. */
  bundled: string;
  installation: string;
  ready(name: string, choice?: Partial<ReadyDeps>): Promise<Readied>;
  /** All there is in the member's directory, with the text of each file. */
  found(name: string): Files;
}

export function halls(): Halls {
  const place = tempDir();
  const home = homeLayout(`${place}/home`);
  mkdirSync(home.guildMembers, { recursive: true });
  const installation = `${place}/installation`;
  const bundled = `${installation}/guild-members`;
  mkdirSync(bundled, { recursive: true });
  return {
    home,
    bundled,
    installation,
    ready: async (name, choice = {}) => {
      const found = findMember(await discoverMembers({ disk: systemDisk, home, bundled }), name);
      if (!found) throw new Error(`no member ${name}`);
      return createMakeReady({ ...readyDeps({ home, bundled, installation }), ...choice })(found);
    },
    found: (name) => filesIn(`${home.guildMembers}/${name}`),
  };
}

export function readyDeps(order: Pick<Halls, "home" | "bundled" | "installation">): ReadyDeps {
  let key = 0;
  return {
    disk: systemDisk,
    locks: systemLocks,
    home: order.home,
    bundled: order.bundled,
    release: "0.1.0",
    clock: createManualClock(),
    newKey: () => `key-${(key += 1)}`,
    modules: [`${order.installation}/node_modules`],
    runtime: process.execPath,
    run: async () => ({ ok: false, stdout: "", said: "nothing may be fetched in this test" }),
  };
}

export function filesIn(directory: string, below = ""): Files {
  return Object.fromEntries(
    readdirSync(`${directory}/${below}`).flatMap((name) => {
      const path = `${below}${name}`;
      const found = lstatSync(`${directory}/${path}`);
      if (found.isDirectory()) return Object.entries(filesIn(directory, `${path}/`));
      return [[path, found.isSymbolicLink() ? "link" : readFileSync(`${directory}/${path}`, "utf8")]];
    }),
  );
}

/** The names in the home's guild-members, without the lock. */
export function namesIn({ guildMembers }: HomeLayout): string[] {
  if (!existsSync(guildMembers)) return [];
  return readdirSync(guildMembers)
    .filter((name) => name !== ".lock")
    .sort();
}

/** Dies at this call that changes something, and does nothing afterwards: as a process that is killed. */
export function dyingDisk(at: number): { disk: Disk; hasDied(): boolean } {
  let calls = 0;
  let isDead = false;
  const dying =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      isDead ||= (calls += 1) > at;
      if (isDead) throw new Error("killed");
      return work(...args);
    };
  const { replace, move, removeTree, makeDirectories, secureNames } = systemDisk;
  const disk = {
    ...systemDisk,
    replace: dying(replace),
    move: dying(move),
    removeTree: dying(removeTree),
    makeDirectories: dying(makeDirectories),
    secureNames: dying(secureNames),
  };
  return { disk, hasDied: () => isDead };
}
