// What a person is told of files that stay at a guild member.
import { expect, test } from "bun:test";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { runHere } from "../cli/support.ts";
import { TestHome } from "../harness/hall.ts";
import { script } from "../harness/rehearsals.ts";

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

test("show and result say where they lie, and result keeps its standard output to the result", async () => {
  const home = new TestHome();
  try {
    cpSync("test/fixtures/members/plain", `${home.root}/guild-members/plain`, { recursive: true });
    await home.open();
    writeFileSync(`${home.root}/one.json`, turns);
    const cli = (...args: string[]) => runHere(args, { home: home.root, directory: home.root });
    const given = await cli("commission", "member:plain", "Look.", "--rehearsal", "one.json", "--wait");
    const [id = ""] = given.out.split("\n", 1);
    const result = await cli("result", id);
    expect(result.out).toBe("# Seen\n");
    const [, file = ""] = /^Files that stay at the guild member:\n {2}(\S+)$/m.exec(result.err) ?? [];
    expect(file).toStartWith(`${home.root}/guild-members/plain/jobs/`);
    expect(existsSync(file)).toBe(true);
    for (const { out } of [given, await cli("show", id)])
      expect(out).toContain(`Files that stay at the guild member\n  ${file}\n`);
  } finally {
    await home.dispose();
  }
});
