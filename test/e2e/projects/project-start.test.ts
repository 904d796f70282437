// In a project `claude` gets ready while the worktree is set up, and is the process that then does the work. A set-up that
// fails leaves none behind.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { emptyHandoff } from "../../../src/contract/home/handoff.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { TestHome, until, untilEnded } from "../../harness/hall.ts";
import { submitAnswer } from "../../harness/model-answers.ts";
import { pidsWith } from "../../harness/spares.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import { answerText, streamed } from "../../model/gateway/support.ts";
import { isWithoutSandbox } from "../../workbench/sandbox/usable.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

/** Returns the processes in whose sandbox the commission's socket is mounted. */
function claudesOf(home: TestHome, id: CommissionId): number[] {
  return pidsWith(`${home.layout(id).directory}/gateway.sock`);
}

/** The set-up waits until a person's file says how it ends. */
const setup = 'until [ -e end ]; do sleep 0.02; done; exit "$(cat end)"';

test.skipIf(isWithoutSandbox)(
  "claude gets ready while the set-up runs, does the work of the commission, and is not left behind",
  async () => {
    const seen: number[][] = [];
    let working: CommissionId | null = null;
    const model = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async () => {
        if (working !== null) seen.push(claudesOf(home, working));
        return streamed(seen.length === 1 ? submitAnswer : answerText("Done."));
      },
    });
    const home = new TestHome();
    homes.push(home);
    // Its sandbox shows a skill of the project too, which is laid out before.
    const skill = { ".claude/skills/tag/SKILL.md": "---\ndescription: How to tag\n---\n" };
    const checkout = makeRepository({ "README.md": "A project.\n", ...skill });
    gitIn(checkout, "branch", "claude/main");
    const { config, worktrees } = homeLayout(home.root);
    writeFileSync(config, JSON.stringify({ projects: { lamps: { path: checkout, branch: "main", setup } } }));
    try {
      const credential = { kind: "api_key" as const, secret: "none" };
      const handoff = { ...emptyHandoff, credential, baseUrl: `http://127.0.0.1:${model.port}` };
      const { client } = await home.open({ handoff });
      const begin = async (exitCode: string) => {
        const { id } = await client.create({ worker: "implementer", task: "Do it.", project: "lamps" });
        working = id;
        await until("claude is there", () => claudesOf(home, id).length > 0);
        const waiting = claudesOf(home, id);
        const events = readFileSync(home.layout(id).journal(1), "utf8");
        expect(events).not.toContain("setup.ran");
        writeFileSync(`${worktrees}/lamps/commission-${id}/end`, exitCode);
        return { id, waiting };
      };
      const { id, waiting } = await begin("0");
      expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });
      expect(seen.length).toBeGreaterThan(1);
      for (const each of seen) expect(each).toEqual(expect.arrayContaining(waiting));
      expect(readFileSync(home.layout(id).output(1), "utf8")).not.toMatch(/started (early|anew)/);
      expect(claudesOf(home, id)).toEqual([]);

      const failed = await begin("1");
      expect(await untilEnded(client, failed.id)).toMatchObject({ status: "failed" });
      expect(claudesOf(home, failed.id)).toEqual([]);
      expect(existsSync(`${home.layout(failed.id).directory}/gateway.sock`)).toBe(false);
    } finally {
      await model.stop(true);
    }
  },
  120_000,
);
