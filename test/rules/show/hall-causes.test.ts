// What is wrong with the hall itself, as something that needs a person.
import { describe, expect, test } from "bun:test";
import { noBase } from "../../../src/rules/checks/bases.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { memberName, workerName } from "../../../src/contract/member/member.ts";
import type { MemberEntry } from "../../../src/contract/member/members.ts";
import { hallCauses, type HallNow, unsettledMembers } from "../../../src/rules/show/hall-causes.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { itemsOf, now } from "./attention-items.ts";

const sound: HallNow = {
  waitForKey: 0,
  quota: null,
  members: { members: [], problems: [] },
  packages: [],
  passedOver: [],
  projects: [],
  disk: null,
  problems: [],
  unrecorded: [],
  now,
};

const member: MemberEntry = {
  name: memberName.parse("scribe"),
  displayName: "Scribe",
  description: "",
  version: "1",
  capabilities: [],
  source: "added",
  directory: "/d",
  state: "failing",
  pid: null,
  address: null,
  tools: null,
  problem: "it ended with 1 (at 2026-11-15T11:00:00.000Z)",
};

const pause = {
  pausedUntil: "2026-11-15T13:00:00.000Z",
  since: "2026-11-15T11:00:00.000Z",
  byCommission: null,
  message: "You've hit your limit.",
  probe: null,
};

const plain = { integration: "claude/main", base: noBase };

describe("the hall", () => {
  test("that is sound needs nobody", () => {
    const running = { ...member, state: "running" as const, problem: null };
    const members = { members: [running], problems: [] };
    const packages = [{ name: "writer", worker: workerName.parse("writer"), problems: [] }];
    const projects = [{ name: projectName.parse("app"), problem: null, ...plain }];
    expect(hallCauses({ ...sound, members, packages, projects })).toEqual([]);
    expect(hallCauses({ ...sound, quota: { ...pause, pausedUntil: pause.since } })).toEqual([]);
  });

  test.each<[string, Partial<HallNow>, object]>([
    [
      "work that waits for a key",
      { waitForKey: 3 },
      {
        key: "model:none",
        kind: "model",
        title: "Three commissions wait for a key",
        detail: expect.stringContaining(
          'Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, then run "guild-hall',
        ),
      },
    ],
    ["one that waits for a key", { waitForKey: 1 }, { title: "One commission waits for a key" }],
    [
      "a spent quota",
      { quota: pause },
      {
        key: `quota:${pause.since}`,
        title: "The model's quota is used up",
        detail: "You've hit your limit · expected back at 2026-11-15 13:00 UTC",
        since: pause.since,
      },
    ],
    [
      "a project",
      { projects: [{ name: projectName.parse("app"), problem: "Its repository is gone.", ...plain }] },
      { title: "Project “app” cannot be worked on", detail: "Its repository is gone.", project: "app" },
    ],
    [
      "a project that housekeeping met the same at",
      {
        projects: [{ name: projectName.parse("app"), problem: "Its repository is gone.", ...plain }],
        problems: ['Project "app": Its repository is gone. Run this.'],
      },
      { kind: "project", title: "Project “app” cannot be worked on" },
    ],
    [
      "what housekeeping alone met at a project",
      {
        projects: [{ name: projectName.parse("app"), problem: null, ...plain }],
        problems: ['Project "app": A worktree is in the way. Move it.'],
      },
      { kind: "hall", title: 'Project "app": A worktree is in the way' },
    ],
    [
      "a member that fails over and over",
      { members: { members: [member], problems: [] } },
      {
        title: "Guild member “scribe” keeps failing and is tried again",
        detail: "it ended with 1",
        since: "2026-11-15T11:00:00.000Z",
        worker: "member:scribe",
      },
    ],
    [
      "a member that failed",
      { members: { members: [{ ...member, state: "stopped" }], problems: [] } },
      { title: "Guild member “scribe” has failed", detail: "it ended with 1" },
    ],
    [
      "a member that was passed over",
      { members: { members: [], problems: ["/home/guild-members/odd: name: expected a text."] } },
      { kind: "member", title: "The guild member in “odd” cannot be used", detail: "name: expected a text." },
    ],
    [
      "a package that was passed over",
      { passedOver: ["/home/packages/odd: package.json: expected JSON."] },
      {
        kind: "package",
        title: "The package in “odd” cannot be used",
        detail: "package.json: expected JSON.",
      },
    ],
    [
      "a listed package",
      {
        packages: [
          { name: "writer", worker: workerName.parse("writer"), problems: ["A toolbox is missing."] },
        ],
      },
      { title: "Something is wrong with “writer”", detail: "A toolbox is missing.", worker: "writer" },
    ],
    [
      "a broken config",
      { problems: ["The last good configuration stays in force, because the file is broken. Line 3: no."] },
      {
        kind: "hall",
        title: "The last good configuration stays in force, because the file is broken",
        detail: "Line 3: no.",
      },
    ],
    [
      "a full disk",
      { disk: "Disk space: 12 MB." },
      { key: "hall:disk", title: "Nothing starts: the disk is nearly full", detail: "Disk space: 12 MB." },
    ],
    [
      "a commission that cannot be recorded",
      { unrecorded: [{ id: someId, message: "The disk takes no writes." }] },
      { key: `hall:unrecorded:${someId}`, commission: someId },
    ],
  ])("with %s says so", (_what, change, item) => {
    expect(itemsOf(hallCauses({ ...sound, ...change }))).toEqual([expect.objectContaining(item)]);
  });

  test("has the same key for the same problem met again, and another for another", () => {
    const keyOf = (problem: string) =>
      hallCauses({ ...sound, members: { members: [{ ...member, problem }], problems: [] } })[0]?.key;
    const first = keyOf("it ended with 1 (at 2026-11-15T11:00:00.000Z)");
    expect(keyOf("it ended with 1 (at 2026-11-15T11:30:00.000Z)")).toBe(first);
    expect(keyOf("it ended with 2 (at 2026-11-15T11:00:00.000Z)")).not.toBe(first);
  });

  test("does not know the cause of a member that is just being tried again", () => {
    const members = {
      members: [{ ...member, state: "starting" as const, problem: null, ...plain }],
      problems: [],
    };
    expect(unsettledMembers(members)).toEqual(["member:scribe:"]);
    expect(unsettledMembers({ members: [member], problems: [] })).toEqual([]);
  });
});
