// What people read of the work of guild members.
import { expect, test } from "bun:test";
import { deletedLines } from "../../src/cli/commands/delete.ts";
import { memberName, workerName } from "../../src/contract/member.ts";
import { interrupted } from "../../src/cli/commands/down.ts";
import { createTimeline } from "../../src/cli/render/timeline.ts";
import { summaryOf } from "../../src/rules/show.ts";
import { commissionAfter } from "../harness/histories.ts";
import { newRequest } from "../harness/some-ledger.ts";
import { at, event, sampleId } from "./samples.ts";

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

const workers = [
  ["researcher", "it is resumed when a hall is up", 0],
  ["member:scout", "its guild member begins anew when a hall is up", 1],
] as const;

test.each(workers)("of work of %s that was stopped with its hall: %s", (name, words, lines) => {
  const request = newRequest({ worker: workerName.parse(name) });
  const tell = createTimeline();
  tell(event(1, { type: "commission.created", request }));
  expect(tell(event(2, { type: "commission.requeued", cause: "stop", notBefore: at(2) }))?.text).toBe(
    `the hall was stopped with its work; ${words}`,
  );
  const summary = summaryOf(commissionAfter([{ type: "commission.created", request }]));
  const said = interrupted({ stopped: [request.id], left: [] }, [summary]);
  expect(said.filter((line) => line.includes("begins its own anew"))).toHaveLength(lines);
});
