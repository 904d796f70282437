// Whether a member has work under way, as the hall takes it from its answer: only a clear "no" lets it be ended.
import { expect, test } from "bun:test";
import { systemClock } from "../../../src/host/clock.ts";
import { jobsAtWork } from "../../../src/guild/members/process/jobs-at-work.ts";
import { JsonRpcProtocolError } from "../../../src/guild/members/calls/rpc-errors.ts";

const refused = (code: number) => async () => {
  const refusal = { code, message: "no" };
  throw new JsonRpcProtocolError({ member: "ada", method: "worker/list", what: "it refused", refusal });
};
const jobs = (status: string) => async () => ({ jobs: [{ jobId: "one", status }] });

const answers: [what: string, plainly: () => Promise<unknown>, said: string][] = [
  ["lists a job that runs", jobs("running"), "yes"],
  ["lists jobs that are over", jobs("failed"), "no"],
  ["takes no work at all", refused(-32_601), "no"],
  ["could not look", refused(-32_603), "unknown"],
  ["answers with something else", async () => ({}), "unknown"],
];

test.each(answers)("a member that %s", async (_what, plainly, said) => {
  const ask = { plainly, listTools: async () => [] };
  expect(await jobsAtWork({ clock: systemClock, ask, at: { url: "", secret: "" } })).toBe(said as "no");
});
