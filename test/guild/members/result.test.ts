// What a person is told of the files of a guild member: those that were fetched, and those that stay there.
import { expect, test } from "bun:test";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { runHere } from "../../cli/support.ts";
import { plainMember } from "../conformance/support.ts";
import type { Fault } from "../../fixtures/members/plain/faults.ts";
import { TestHome } from "../../harness/hall.ts";
import { script } from "../../harness/rehearsals.ts";

const turns = script([
  {
    use: [
      {
        tool: "submit_result",
        input: { output: "# Seen", artifacts: [{ path: "report.md", content: "All of it." }] },
      },
    ],
  },
  { say: "Done." },
]);

/** A hall with the member of this fault, whose commission has ended. */
async function ended(fault: Fault) {
  const home = new TestHome();
  cpSync(plainMember(fault), `${home.root}/guild-members/plain`, { recursive: true });
  await home.open();
  writeFileSync(`${home.root}/one.json`, turns);
  const cli = (...args: string[]) => runHere(args, { home: home.root, directory: home.root });
  const given = await cli("commission", "member:plain", "Look.", "--rehearsal", "one.json", "--wait");
  const [id = ""] = given.out.split("\n", 1);
  return { home, cli, given, id };
}

test("files that were fetched are the commission's own", async () => {
  const { home, cli, id } = await ended("none");
  try {
    const result = await cli("result", id);
    expect(result.out).toContain(`Artifacts\n  ${home.root}/commissions/${id}/artifacts/report.md\n`);
    expect(result.err).not.toContain("stay");
    expect((await cli("artifacts", id)).out).toContain("report.md");
    expect((await cli("artifacts", id, "report.md")).out).toStartWith("All of it.");
  } finally {
    await home.dispose();
  }
});

test("show and result say where those lie that stay, and artifacts why; the result alone is on standard output", async () => {
  const { home, cli, given, id } = await ended("no-artifacts");
  try {
    const result = await cli("result", id);
    expect(result.out).toBe("# Seen\n");
    const [, file = ""] = /^Files that stay at the guild member:\n {2}(\S+)$/m.exec(result.err) ?? [];
    expect(file).toStartWith(`${home.root}/guild-members/plain/jobs/`);
    expect(existsSync(file)).toBe(true);
    for (const { out } of [given, await cli("show", id)])
      expect(out).toContain(`Files that stay at the guild member\n  ${file}\n`);
    const { out } = await cli("artifacts", id);
    expect(out).not.toContain("The commission left no files.");
    expect(out).toContain('artifacts/report.md: guild member "plain" does not offer worker/artifact');
  } finally {
    await home.dispose();
  }
});
