// guild-hall rehearse with a member of the home: its code is played, and nothing that it keeps is touched.
import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { runHere } from "../../cli/support.ts";
import { script } from "../../harness/rehearsals.ts";
import { tempDir } from "../../harness/temp.ts";
import { layFiles } from "../packages/support.ts";
import { ground } from "./ground.ts";
import { filesIn } from "./some-members.ts";

const turns = script([
  { use: [{ tool: "submit_result", input: { output: "# Seen", artifacts: [] } }] },
  { say: "Done." },
]);

test.each(["member:plain", "plain"])("a member of the home is played as %s", async (worker) => {
  const { place, home, members } = ground();
  cpSync("test/fixtures/members/plain", `${place}/own`, { recursive: true });
  layFiles(place, { "own/jobs/a/meta.json": "not to be read", "own/memory/b.md": "kept", "one.json": turns });
  mkdirSync(members, { recursive: true });
  symlinkSync(`${place}/own`, `${members}/plain`);
  const before = filesIn(`${place}/own`);
  const temporary = tempDir();
  const env = { PATH: process.env["PATH"] ?? "" };
  const run = await runHere(["rehearse", worker, "one.json"], {
    directory: place,
    home,
    env,
    machine: { temporary },
  });
  expect(run).toMatchObject({ code: 0, err: "", out: expect.stringContaining("went as the script expects") });
  expect(filesIn(`${place}/own`)).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
});
