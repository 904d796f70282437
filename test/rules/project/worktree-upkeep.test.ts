import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  type WorktreeFindings,
  judge,
  type Owner,
  ownerOf,
} from "../../../src/rules/project/worktree-upkeep.ts";
import { newCommissionRecord } from "../../../src/rules/commission/new-record.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";

const live: Owner = { status: "in_progress", isOver: false, kept: null };
const closed: Owner = { status: "completed", isOver: true, kept: null };
const asked: Owner = { status: "completed", isOver: true, kept: "asked" };
const failed: Owner = { status: "failed", isOver: true, kept: "failed" };
const sound: WorktreeFindings = {
  directory: true,
  entry: "ours",
  isWhole: true,
  isHeld: false,
  owner: null,
  uncommitted: null,
};

test.each<[string, string, string, Partial<WorktreeFindings>]>([
  ["of a commission that goes on", "in_use", "leave", { owner: live }],
  ["the same, not made to the end", "half_made", "leave", { owner: live, isWhole: false }],
  ["the same, without git's entry", "half_made", "leave", { owner: live, entry: "none" }],
  ["the same, with an entry that leads elsewhere", "half_made", "leave", { owner: live, entry: "elsewhere" }],
  ["the same, without its directory", "missing", "leave", { owner: live, directory: false }],
  ["kept as asked, all of it committed", "kept", "close", { owner: asked, uncommitted: 0 }],
  ["kept because it could not be closed", "kept", "close", { owner: failed, uncommitted: 0 }],
  ["kept, with files in no commit", "kept", "leave", { owner: asked, uncommitted: 1 }],
  ["kept, and not to be compared", "kept", "leave", { owner: asked, uncommitted: null }],
  ["kept, without git's entry", "kept", "leave", { owner: asked, entry: "none", uncommitted: 0 }],
  ["kept, and its directory is gone", "missing", "forget", { owner: asked, directory: false }],
  ["closed, and still there", "left", "close", { owner: closed }],
  ["closed, and git has forgotten it", "left", "close", { owner: closed, entry: "none" }],
  ["closed, and git's entry leads elsewhere", "left", "leave", { owner: closed, entry: "elsewhere" }],
  ["closed, and only git's entry is left", "missing", "forget", { owner: closed, directory: false }],
  ["of nobody", "stray", "leave", {}],
  ["of nobody, unknown to git", "stray", "leave", { entry: "none" }],
  ["of nobody, of another home", "stray", "leave", { entry: "elsewhere" }],
  ["of nobody, and only git's entry is left", "missing", "forget", { directory: false }],
  ["the same, but something may hang on it", "missing", "leave", { directory: false, isHeld: true }],
])("%s: %s, and prune would %s", (_name, state, prune, given) => {
  expect(judge({ ...sound, ...given })).toMatchObject({ state, prune });
});

test("where there is no directory, an entry of another home is not ours to tell of", () => {
  expect(judge({ ...sound, directory: false, entry: "elsewhere" })).toBeNull();
  expect(judge({ ...sound, directory: false, entry: "none", owner: live })).toBeNull();
});

const someFound = fc.record({
  directory: fc.boolean(),
  entry: fc.constantFrom("ours" as const, "elsewhere" as const, "none" as const),
  isWhole: fc.boolean(),
  isHeld: fc.boolean(),
  owner: fc.constantFrom(null, live, closed, asked, failed),
  uncommitted: fc.option(fc.nat(3), { nil: null }),
});

test("nothing goes that is at work, that nobody knows, or that may hold what is in no commit", () => {
  fc.assert(
    fc.property(someFound, (found) => {
      const { prune } = judge(found) ?? { prune: "leave" };
      const isAtWork = found.owner?.isOver === false;
      const isUnknown = found.owner === null && found.directory;
      const mayHold = found.owner?.kept != null && found.directory && found.uncommitted !== 0;
      if (isAtWork || isUnknown || mayHold) expect(prune).toBe("leave");
      if (found.entry === "elsewhere") expect(prune).toBe("leave");
    }),
  );
});

test("the ledger says whose it is and whether it was kept", () => {
  const request = newRequest({ rehearsal: null });
  const record = newCommissionRecord(request, "2026-01-01T00:00:00.000Z");
  const tree = {
    project: "acme",
    repository: "/somewhere/.git",
    branch: `claude/commission/${request.id}`,
    base: "0".repeat(40),
    into: "claude/main",
    checkout: "full",
  } as Commission["record"]["tree"];
  const outcome = { status: "cancelled", endedBy: "cancel", reason: "" } as const;
  const ended = (keptWorktree: boolean, keepWorktree: boolean): Commission => ({
    status: "cancelled",
    endedAt: "",
    outcome,
    record: {
      ...record,
      request: { ...request, keepWorktree },
      tree,
      applied: {
        artifacts: [],
        problems: [],
        chore: null,
        tree: {
          state: "kept",
          tip: null,
          branch: null,
          commit: null,
          conflicts: [],
          trashed: null,
          keptWorktree,
        },
      },
    },
  });
  expect(ownerOf({ status: "pending", record, notBefore: null })).toBeNull();
  expect(ownerOf({ status: "in_progress", record: { ...record, tree } })).toEqual({
    status: "in_progress",
    isOver: false,
    kept: null,
  });
  expect(ownerOf(ended(false, true))).toMatchObject({ isOver: true, kept: null });
  expect(ownerOf(ended(true, true))).toMatchObject({ kept: "asked" });
  expect(ownerOf(ended(true, false))).toMatchObject({ kept: "failed" });
});
