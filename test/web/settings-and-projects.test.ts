// What a person types into the settings, and how a project's branches stand, in words.
import { describe, expect, test } from "bun:test";
import type { HallConfig } from "../../src/contract/home/config.ts";
import type { SettingKey } from "../../src/contract/api/settings.ts";
import {
  changeOf,
  grouped,
  parseEdits,
  typed,
  valueAt,
  withoutInForce,
} from "../../web/views/doctor/edits.ts";
import type { SyncReport } from "../../src/contract/project/sync.ts";
import { sizeOfAll, sizeWords } from "../../web/views/projects/sizes.ts";
import { standing, syncWords } from "../../web/views/projects/branch-status.ts";

const setting = (given: Partial<SettingKey>) =>
  ({
    key: "slots",
    type: "integer",
    nullable: false,
    min: 1,
    max: 64,
    aboveMin: false,
    expects: "1 to 64",
    ...given,
  }) as SettingKey;

describe("an edit of a setting", () => {
  test.each<[string, Partial<SettingKey>, string | null, unknown]>([
    ["is its figure", {}, " 7 ", { key: "slots", value: 7 }],
    ["goes back to its default", {}, null, { key: "slots" }],
    ["is wrong above its most", {}, "65", { wrong: "1 to 64" }],
    ["is wrong where it is no whole figure", {}, "1.5", { wrong: "1 to 64" }],
    ["is wrong at a bound it must be above", { aboveMin: true }, "1", { wrong: "1 to 64" }],
    ["is wrong where nothing is no value", {}, "", { wrong: "1 to 64" }],
    ["is nothing where that is a value", { nullable: true }, "", { key: "slots", value: null }],
    ["is a list of its lines", { type: "list" }, "a\n\n b ", { key: "slots", value: ["a", "b"] }],
    ["is yes or no", { type: "boolean" }, "true", { key: "slots", value: true }],
  ])("%s", (_what, given, text, change) => {
    expect(changeOf(setting(given), text)).toEqual(change as ReturnType<typeof changeOf>);
  });

  test("is none any more where the hall has it itself, or does not know it", () => {
    const keys = [
      setting({ key: "slots", given: true }),
      setting({ key: "limits.maxTurns", given: false }),
      setting({ key: "fetch.allow", type: "list", given: true }),
    ];
    const inForce = { keys, config: { slots: 7, fetch: { allow: ["a", "b"] } } as unknown as HallConfig };
    const own = { slots: "8", "fetch.allow": null };
    expect(withoutInForce(own, inForce)).toBe(own);
    expect(withoutInForce({ slots: "7", "limits.maxTurns": null, gone: "1" }, inForce)).toEqual({});
    expect(withoutInForce({ "fetch.allow": "a\nb", slots: "" }, inForce)).toEqual({ slots: "" });
  });

  test.each([
    [null, {}],
    ["{", {}],
    ["null", {}],
    ['"slots"', {}],
    ['{"slots":"7","fetch.allow":null,"limits.maxTurns":4}', { slots: "7", "fetch.allow": null }],
  ])("is read from what a browser kept: %p", (kept, edits) => {
    expect(parseEdits(kept)).toEqual(edits);
  });

  test("starts from what stands there", () => {
    expect([typed(null), typed(["a", "b"]), typed(5)]).toEqual(["", "a\nb", "5"]);
    expect(valueAt({ limits: { maxTurns: 4 } }, "limits.maxTurns")).toBe(4);
    expect(valueAt({}, "limits.maxTurns")).toBeUndefined();
    expect(grouped([setting({ key: "slots" }), setting({ key: "limits.a" })]).map(([name]) => name)).toEqual([
      "",
      "limits",
    ]);
  });
});

test.each([
  [{ integration: null }, "no repository"],
  [{ ahead: null }, "hall cannot be compared with main now"],
  [{}, "hall and main are at the same commit"],
  [{ ahead: 2 }, "hall has 2 commits that main lacks"],
  [{ ahead: 1, behind: 3 }, "hall has 1 commit that main lacks and lacks 3 commits of main"],
])("a project with %p: %s", (given, says) => {
  const project = { branch: "main", integration: "hall", ahead: 0, behind: 0, ...given };
  expect(standing(project as Parameters<typeof standing>[0])).toBe(says);
});

test("a size of which not all was counted is said to be more, and so is the sum with it", () => {
  const whole = { bytes: 2000, complete: true };
  const part = { bytes: 5000, complete: false };
  expect([null, whole, part].map(sizeWords)).toEqual(["–", "2.0 kB", "over 5.0 kB"]);
  expect(sizeOfAll([whole, null])).toBe("2.0 kB");
  expect(sizeOfAll([whole, part])).toBe("over 7.0 kB");
});

const planned = {
  dryRun: true,
  from: { branch: "main" },
  into: { branch: "hall" },
  brings: 2,
  conflicts: [],
};

test.each<[Partial<SyncReport>, string]>([
  [{ kind: "nothing" }, "Nothing to do: all of main is on hall."],
  [{ kind: "fast-forward" }, "hall would move forward to main, by 2 commits. It has no commits of its own."],
  [
    { kind: "fast-forward", dryRun: false, brings: 1 },
    "hall moved forward to main, by 1 commit. It has no commits of its own.",
  ],
  [{ kind: "merge" }, "2 commits of main would be merged into hall."],
  [{ kind: "merge", dryRun: false }, "2 commits of main were merged into hall."],
  [{ kind: "merge", dryRun: false, brings: 1 }, "1 commit of main was merged into hall."],
  [
    { kind: "squash-merged" },
    "main has all of hall’s work in other commits. hall would move to it, and nothing is lost from the history.",
  ],
  [
    { kind: "squash-merged", dryRun: false },
    "main has all of hall’s work in other commits. hall moved to it, and nothing is lost from the history.",
  ],
  [
    { kind: "conflict", conflicts: ["a", "b"] },
    "The branches conflict: 2 files were changed on both sides. The sync changes nothing.",
  ],
  [
    { kind: "conflict", dryRun: false, conflicts: ["a"] },
    "The branches conflict: 1 file was changed on both sides. The sync changes nothing.",
  ],
])("a sync that is %p: %s", (given, says) => {
  expect(syncWords({ ...planned, ...given } as SyncReport)).toBe(says);
});
