// What people read of the work of guild members.
import { expect, test } from "bun:test";
import { deletedLines } from "../../src/cli/commands/delete.ts";
import { memberName } from "../../src/contract/member.ts";
import { sampleId } from "./samples.ts";

test("what stays at a guild member is named when its commission is deleted", () => {
  const gone = { id: sampleId, deleted: true as const, movedTo: null };
  const member = memberName.parse("scout");
  expect(deletedLines({ ...gone, memberJob: null })).toEqual([`Deleted ${sampleId}.`]);
  expect(deletedLines({ ...gone, memberJob: { member, jobId: "job-1" } })).toEqual([
    `Deleted ${sampleId}.`,
    "Its job job-1 stays at guild member scout, with its files.",
  ]);
  expect(deletedLines({ ...gone, memberJob: { member, jobId: null } })[1]).toContain("may have got to");
});
