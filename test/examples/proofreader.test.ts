// The guild member of examples/ that is written in Python: held to every clause of the protocol, and given one
// commission by a real hall, as its README says.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../../src/host/program.ts";
import { runHere } from "../cli/support.ts";
import { LaunchedHome } from "../harness/launched-home.ts";
import { isWithoutPython } from "../harness/members/python.ts";
import { tempDir } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

const proofreader = installed("examples/proofreader");
const limitMs = 90_000;

const opened: LaunchedHome[] = [];
afterEach(async () => {
  for (const home of opened.splice(0)) await home.dispose();
});

describe.skipIf(isWithoutPython)("the proofreader, a member in Python", () => {
  longTest(
    "conforms to the protocol, and no check is left out",
    async () => {
      const env = { PATH: process.env["PATH"] ?? "", HOME: tempDir() };
      const { code, out, err } = await runHere(["members", "conformance", proofreader], { env });
      expect({ code, err, not: out.split("\n").filter((line) => /^(fail|skip)/.test(line)) }).toEqual({
        code: 0,
        err: "",
        not: [],
      });
      expect(out).toMatch(/\n\d{2,} checks: \d+ passed, 0 failed, 0 skipped\.\n$/);
    },
    limitMs,
  );

  test(
    "carries out a commission: progress, a decision, a question, a result and a file, and writes nowhere else",
    async () => {
      const home = new LaunchedHome();
      opened.push(home);
      expect(await home.run("members", "add", proofreader)).toMatchObject({ code: 0 });
      await home.up();
      const script = join(proofreader, "rehearsals/first.yaml");
      const commission = (task: string, config: object) => {
        const order = ["commission", "member:proofreader", task, "--wait", "--rehearsal", script];
        return home.run(...order, "--config", JSON.stringify(config));
      };
      const given = await commission("Their are two hals and one is old.", { language: "British English" });
      expect({ code: given.code, stderr: given.stderr }).toEqual({ code: 0, stderr: "" });
      expect(given.stdout).toContain("There are two halls and one is old.");
      const [id = ""] = given.stdout.split("\n", 1);
      expect(JSON.parse((await home.run("show", id, "--json")).stdout)).toMatchObject({
        status: "completed",
        worker: "member:proofreader",
        rehearsed: true,
        turns: 4,
        decisions: [{ question: 'A comma before "and"?', decision: "No." }],
        openQuestions: 1,
      });
      expect((await home.run("artifacts", id, "changes.md")).stdout).toBe("- Their: There\n- hals: halls\n");
      const kept = join(home.root, "guild-members/proofreader/jobs");
      const [job = ""] = readdirSync(kept);
      const names = "artifacts config.json decisions.json meta.json questions.md result.md status.md task.md";
      expect(readdirSync(join(kept, job)).sort()).toEqual(names.split(" "));
      expect(existsSync(join(kept, "..", "__pycache__"))).toBe(false);
      const refused = await commission("A text.", { tone: "warm" });
      expect(refused.stdout + refused.stderr).toContain("there is: language");
      await home.run("members", "stop", "proofreader");
    },
    limitMs,
  );
});
