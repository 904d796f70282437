// Runs the guild members of a home with every real part except a hall.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homeLayout, memberLayout } from "../../../src/contract/home/home-layout.ts";
import { type MemberManifest, type MemberName, memberName } from "../../../src/contract/member/member.ts";
import { type MemberRecord, memberRecord } from "../../../src/contract/member/member-record.ts";
import { findExecutable } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { endTree } from "../../../src/host/processes/end-tree.ts";
import { newSecret, newUuid } from "../../../src/host/ids.ts";
import type { Log } from "../../../src/host/log.ts";
import { createSend } from "../../../src/host/network/outbound.ts";
import { boundOutput, openOutput, readHeadOf, readTailOf } from "../../../src/host/processes/output-file.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { plainEnvironment } from "../../../src/host/program.ts";
import { startDetached } from "../../../src/host/processes/start-detached.ts";
import { createAskMember } from "../../../src/guild/members/process/ask-member.ts";
import { openFreshMembers } from "../../../src/guild/members/code/fresh.ts";
import type { MembersDeps } from "../../../src/guild/members/member-registry.ts";
import type { Members } from "../../../src/guild/members/members.ts";
import { openMembers } from "../../../src/guild/members/open-members.ts";
import { createMCPServerHandle } from "../../../src/guild/members/calls/mcp-server-handle.ts";
import { tempDir } from "../temp.ts";

const littleMember = new URL("../../fixtures/members/little.ts", import.meta.url).pathname;

export interface MemberStage {
  root: string;
  members: Members;
  /** A line for each log message, and for each call of the gateway. */
  said: string[];
  /** Opens the members of the same home again, as the next hall does after this one has died. */
  next(change?: Partial<MembersDeps>): Promise<MemberStage>;
  file(name: string, path: string): string;
  record(name: string): MemberRecord;
}

const stages: MemberStage[] = [];

/** Call it after each test: closes all stages and ends their members, even those with jobs. */
export async function endMembers(): Promise<void> {
  for (const { members } of stages.splice(0)) await members.close({ jobsToo: true });
}

export async function openStage(
  change: Partial<MembersDeps> = {},
  root: string = tempDir(),
): Promise<MemberStage> {
  const said: string[] = [];
  const members = openMembers({ ...(await realParts(root, said)), ...change });
  const stage: MemberStage = {
    root,
    members,
    said,
    next: (other = {}) => openStage({ ...change, ...other }, root),
    file: (name, path) => readFileSync(`${root}/guild-members/${name}/${path}`, "utf8"),
    record: (name) => recordOf(root, name),
  };
  stages.push(stage);
  return stage;
}

function recordOf(root: string, name: string): MemberRecord {
  const { record } = memberLayout(homeLayout(root), memberName.parse(name));
  return memberRecord.parse(JSON.parse(readFileSync(record, "utf8")));
}

async function realParts(root: string, said: string[]): Promise<MembersDeps> {
  const home = homeLayout(root);
  const log = logTo(said);
  const send = createSend();
  const environment = plainEnvironment();
  return {
    home,
    disk: systemDisk,
    clock: systemClock,
    log,
    processes: systemProcesses,
    start: startDetached,
    endTree: (tree) => endTree({ clock: systemClock, graceMs: 1000 }, tree),
    output: { open: openOutput, head: readHeadOf, tail: readTailOf, bound: boundOutput },
    gateway: {
      port: 4001,
      admit: (member) => void said.push(`admit ${member}`),
      dismiss: (member) => void said.push(`dismiss ${member}`),
      env: (secret) => ({ ANTHROPIC_BASE_URL: "http://127.0.0.1:4001", ANTHROPIC_API_KEY: secret }),
    },
    command: { runtime: process.execPath, find: findExecutable, path: environment["PATH"] ?? "" },
    environment,
    slots: () => 3,
    memoryTokens: () => null,
    newSecret,
    ask: (name: MemberName) =>
      createAskMember({
        name,
        send,
        clock: systemClock,
        newId: newUuid,
        listTools: (at, signal) =>
          createMCPServerHandle({
            name,
            send,
            clock: systemClock,
            endpoint: async () => at,
            stop: async () => undefined,
          }).listTools(signal),
      }),
    startWithinMs: 5000,
    fresh: await openFreshMembers({
      home,
      bundled: `${root}/bundled`,
      disk: systemDisk,
      clock: systemClock,
      changed: () => undefined,
      failed: (error) => void said.push(String(error)),
    }),
    makeReady: async () => ({ note: null }),
    changed: () => undefined,
    handles: {
      worker: () => null,
      tools: () => {
        throw new Error("not asked for here");
      },
    },
  };
}

function logTo(said: string[]): Log {
  const write = (message: string, fields: object = {}) =>
    void said.push([message, ...Object.values(fields)].join(" | "));
  return { info: write, warn: write, error: write };
}

export interface LittleMember {
  how?: string;
  manifest?: Partial<MemberManifest>;
}

/** Adds a member to the home, or replaces its manifest. */
export function addLittle(
  root: string,
  name: string,
  { how = "well", manifest = {} }: LittleMember = {},
): MemberName {
  const directory = `${root}/guild-members/${name}`;
  mkdirSync(directory, { recursive: true });
  copyFileSync(littleMember, `${directory}/server.ts`);
  const whole = {
    name,
    displayName: name,
    description: "A member for tests.",
    version: "1.0.0",
    transport: "http",
    mcp: { command: "bun", args: ["run", "server.ts", "--port", "${PORT}", "--how", how] },
    capabilities: how === "worker" ? ["worker"] : [],
    ...manifest,
  };
  writeFileSync(`${directory}/guild-member.json`, JSON.stringify(whole));
  return memberName.parse(name);
}

/** Makes the member busy with a job that does not end, or makes it idle again. */
export function setBusy(root: string, name: string, isBusy: boolean): void {
  const path = `${root}/guild-members/${name}/busy`;
  if (isBusy) writeFileSync(path, "");
  else rmSync(path, { force: true });
}

export const patience = (): AbortSignal => AbortSignal.timeout(20_000);
