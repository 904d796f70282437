// What a hall says of a job beside the person's config: kept with the job, held to, and known again, also where an earlier
// hall said it in the config.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { isRehearsed } from "../../guild-members/researcher/job.ts";
import { limitsOf } from "../../guild-members/researcher/job-limits.ts";
import { closeMembers, openTestMember } from "../harness/members/some-member.ts";

afterEach(closeMembers);

const key = "dev.guild-hall/job";
const meta = (commission: string, more: object = {}) => ({ _meta: { [key]: { commission, ...more } } });
const order = { description: "A job", task: "Look." };

test("it reaches the job, lies beside its config, and config is the person's alone", async () => {
  const member = await openTestMember();
  const said = {
    rehearsed: true,
    model: "m-1",
    limits: { maxTurns: 3 },
    ceiling: { maxTurns: 3, maxBudgetUsd: 1 },
  };
  const config = { tools: ["Read"] };
  const other = { "org.example/trace": "x" };
  const { _meta } = meta("cm-1", { ...said, later: 1 });
  const jobId = await member.dispatch({ ...order, config, _meta: { ..._meta, ...other } });
  const { job } = await member.at(0);
  expect(job).toMatchObject({ config, hall: { commission: "cm-1", ...said } });
  expect(isRehearsed(job)).toBe(true);
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(`${member.directory}/jobs/${jobId}/${name}`, "utf8"));
  expect(read("config.json")).toEqual(config);
  expect(read("hall.json")).toEqual({ commission: "cm-1", ...said });
  const byHand = await member.dispatch(order);
  expect(existsSync(`${member.directory}/jobs/${byHand}/hall.json`)).toBe(false);
});

test("a commission that is sent again is the same job: at once, after a restart, and where an older hall sent it", async () => {
  const member = await openTestMember({ slots: 1 });
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => member.dispatch({ ...order, ...meta("cm-1") })),
  );
  const older = await member.dispatch({ ...order, config: { hallCommission: "cm-2", maxTurns: 5 } });
  expect(new Set(ids).size).toBe(1);
  expect(await member.dispatch({ ...order, ...meta("cm-2") })).toBe(older);
  await member.close();
  const again = await openTestMember({ directory: member.directory, slots: 1 });
  expect(await again.dispatch({ ...order, ...meta("cm-1") })).toBe(ids[0] ?? "");
  expect(await again.dispatch({ ...order, ...meta("cm-2") })).toBe(older);
  expect(readdirSync(`${member.directory}/jobs`)).toHaveLength(2);
});

test.each([
  [{ commission: "" }, /commission/],
  [{ commission: 5 }, /commission/],
  [{ commission: "x", rehearsed: "yes" }, /rehearsed: expected true or false/],
  [{ commission: "x", limits: { maxTurns: 0 } }, /limits.maxTurns/],
  ["cm-1", /expected an object/],
])("what it cannot use of it is refused: %j", async (job, says) => {
  const member = await openTestMember();
  const { error } = await member.call("worker/dispatch", { ...order, _meta: { [key]: job } });
  expect([error?.code, error?.message]).toEqual([-32602, expect.stringMatching(says)]);
});

const bounds = (maxTurns?: number, maxBudgetUsd?: number) => ({
  ...(maxTurns !== undefined && { maxTurns }),
  ...(maxBudgetUsd !== undefined && { maxBudgetUsd }),
});

test.each([
  ["its own defaults where nobody says more", bounds(), undefined, bounds(), bounds(150, 5)],
  ["its own defaults below a higher ceiling", bounds(), undefined, bounds(900, 90), bounds(150, 5)],
  ["no more than the ceiling", bounds(), undefined, bounds(20, 1), bounds(20, 1)],
  [
    "what was set for the commission, above its defaults",
    bounds(),
    bounds(300, 9),
    bounds(300, 9),
    bounds(300, 9),
  ],
  ["its own config first", bounds(4, 0.5), bounds(300), bounds(300, 5), bounds(4, 0.5)],
  ["never its config beyond the ceiling", bounds(4000, 500), bounds(300), bounds(300, 5), bounds(300, 5)],
])("a job may use %s", (_what, config, limits, ceiling, expected) => {
  const hall = { commission: "cm-1", ceiling, ...(limits && { limits }) };
  expect(limitsOf({ config, hall })).toEqual(expected as ReturnType<typeof limitsOf>);
});
