// How jobs end: cancelled in the middle, out of turns, refused by the model. With the real claude.
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createMemory } from "../../guild-members/researcher/remember/memory.ts";
import { internalName } from "../../guild-members/researcher/tool-names.ts";
import { countSession } from "../harness/sessions.ts";
import { tempDir } from "../harness/temp.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { environmentsWith, type JobRig, openJob } from "./job-rig.ts";
import { firstOf, longTest } from "../harness/long.ts";

let rig: JobRig;
afterEach(() => rig.close());

describe("a job that is stopped", () => {
  test.each(
    firstOf(
      [true, false].filter((sandbox) => !sandbox || !isWithoutSandbox),
      1,
    ),
  )(
    "is gone with all its processes within two seconds (sandbox: %p)",
    async (sandbox) => {
      const root = tempDir();
      const jobId = `stopped-${process.pid}-${sandbox}`;
      // In the sandbox with so much to remember that it is being condensed in the job's name.
      const sessions = sandbox ? 2 : 1;
      if (sandbox) await remember(root);
      rig = await openJob({ root, turns: [{ hang: true }], sandbox, job: { jobId } });
      await rig.model.asked(sessions);
      const purposes = rig.model.requests.map(({ headers }) => headers["x-guild-purpose"]);
      expect(purposes.filter((purpose) => purpose === "memory").length).toBe(sessions - 1);
      expect(environmentsWith(jobId).length).toBeGreaterThan(0);
      const begun = performance.now();
      await rig.running.stop();
      expect(performance.now() - begun).toBeLessThan(2000);
      expect(environmentsWith(jobId)).toEqual([]);
      expect(await rig.running.ended).toEqual({ how: "failed", error: "The session was stopped." });
      expect(rig.model.requests.length).toBe(sessions); // none slips out while it is stopped
      expect(readdirSync(join(root, "work"))).toEqual([]);
      if (sandbox) expect(readdirSync(join(root, "memory")).sort()).toEqual(["one.md", "two.md"]);
    },
    15_000,
  );
});

async function remember(root: string): Promise<void> {
  const memory = createMemory(join(root, "memory"));
  const origin = { job: "job-0", at: "2026-01-01T00:00:00.000Z", web: false, rehearsed: false };
  for (const key of ["one", "two"]) await memory.store({ ...origin, key, content: "x".repeat(30_000) });
  countSession(); // the one that condenses
}

describe("a job that fails", () => {
  longTest(
    "says that its turns are used up, and what it handed in before is kept",
    async () => {
      const submit = { tool: internalName("submit_result"), input: { output: "Half of it." } };
      rig = await openJob({ root: tempDir(), turns: [{ use: [submit] }], job: { config: { maxTurns: 1 } } });
      const error = "The job used up its 1 turns before it was done.";
      expect(await rig.running.ended).toEqual({ how: "failed", error });
      expect(rig.recorder.results).toEqual([{ output: "Half of it.", artifacts: [] }]);
    },
    15_000,
  );

  test("says what the model answered", async () => {
    const env = { ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "token-of-the-person" };
    rig = await openJob({ root: tempDir(), turns: [{ status: 401 }], env });
    expect(await rig.running.ended).toMatchObject({ how: "failed", error: expect.stringContaining("(401)") });
    expect(rig.model.requests.length).toBe(1); // not tried ten times
    expect(rig.model.requests[0]?.headers.authorization).toBe("Bearer token-of-the-person");
  }, 15_000);

  test("says that there is no credential, and starts nothing", async () => {
    rig = await openJob({ root: tempDir(), turns: [], env: { ANTHROPIC_API_KEY: "" } });
    expect(await rig.running.ended).toMatchObject({
      how: "failed",
      error: expect.stringContaining("no credential"),
    });
  });
});
