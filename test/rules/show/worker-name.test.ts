// What workers are called where people read it.
import { expect, test } from "bun:test";
import { memberPrefix, packagePrefix } from "../../../src/contract/member/member.ts";
import { bareName, isMember, workerShown, workerToldApart } from "../../../src/rules/show/worker-name.ts";

test.each([
  ["researcher", "Researcher", "Researcher"],
  [`${packagePrefix}researcher`, "Researcher", "Researcher"],
  [`${memberPrefix}researcher`, "Researcher", "Researcher (guild member)"],
])("%s is called %s, and %s beside others", (worker, called, apart) => {
  expect([workerShown(worker), workerToldApart(worker)]).toEqual([called, apart]);
  expect(bareName(worker)).toBe("researcher");
});

test("a guild member is known by the prefix of the contract", () => {
  expect([`${memberPrefix}scribe`, `${packagePrefix}scribe`, "scribe", "member"].map(isMember)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
