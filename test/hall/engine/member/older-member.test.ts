// Guild members of the release before, which read the hall's fields out of their config.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeConductors } from "../../../harness/conductor.ts";
import { closeAll } from "../../../model/gateway/support.ts";
import { type LittleMember, openLittleMember } from "./little-member.ts";
import { atWork, closeMemberHalls, openMemberHall, outcomeOf } from "./support.ts";

let member: LittleMember;
beforeEach(() => {
  member = openLittleMember();
});
afterEach(async () => {
  await closeMemberHalls();
  await closeConductors();
  await closeAll();
  await member.stop();
});

test("a member of the release before is told in its config what the hall has to say; one that says nothing is not", async () => {
  for (const [version, isOlder] of [
    ["1", true],
    ["2", false],
    ["3", false],
    [null, false],
  ] as const) {
    const hall = await openMemberHall(member);
    member.version = version;
    member.jobs.clear();
    const id = await atWork(hall, { memberConfig: { tone: "dry" }, config: { maxTurns: 7 } });
    const { config, _meta } = member.onlyJob().order;
    const older = { hallCommission: id, maxTurns: 7, maxBudgetUsd: 5 };
    expect(config).toEqual({ tone: "dry", ...(isOlder && older) });
    expect(_meta?.["dev.guild-hall/job"]).toMatchObject({ commission: id, limits: { maxTurns: 7 } });
    Object.assign(member.onlyJob(), { status: "completed", output: "# Found" });
    await hall.ends(id);
    await hall.dies();
  }
});

test("such a member keeps the job that an earlier hall sent it, and is not sent another", async () => {
  member.version = "1";
  const first = await openMemberHall(member);
  const id = await atWork(first);
  await first.dies();
  const second = await openMemberHall(member, { home: first.home });
  Object.assign(member.onlyJob(), { status: "completed", output: "# Found" });
  await second.ends(id);
  expect(await outcomeOf(second, id)).toMatchObject({ status: "completed", anomaly: null });
  expect(member.heard.filter((method) => method === "worker/dispatch")).toHaveLength(1);
});
