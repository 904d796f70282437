// Words that are added when a file tool names a path, and directories that may be read without a sandbox: read off the wire
// of the real `claude`.
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRig, type Rig } from "./rig.ts";

const rigs: Rig[] = [];
const directories: string[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

test("each text reaches the model whole with the answer of its call, and only what is named may be read", async () => {
  const outside = mkdtempSync(join(tmpdir(), "gh-readable-"));
  directories.push(outside);
  const [skills, secret] = [join(outside, "skills"), join(outside, "secret.txt")];
  mkdirSync(join(skills, "tag"), { recursive: true });
  writeFileSync(join(skills, "tag/SKILL.md"), "TAG-IT-LAST");
  writeFileSync(secret, "NOT-FOR-WORKERS");
  const asked: string[] = [];
  const long = (name: string) => `${name} ${"x".repeat(8900)} END-OF-${name}`;
  const rig = await openRig({
    level: "process",
    files: { "a.txt": "IN-THE-FILE" },
    turns: [
      {
        use: [
          { tool: "Read", input: { file_path: "a.txt" } },
          { tool: "Read", input: { file_path: join(skills, "tag/SKILL.md") } },
          { tool: "Read", input: { file_path: secret } },
          { tool: "Write", input: { file_path: join(skills, "tag/new.md"), content: "x" } },
          { tool: "Grep", input: { pattern: "x", path: "missing" } },
        ],
      },
      { say: "Done." },
    ],
    order: {
      builtInTools: ["Read", "Grep", "Write"],
      readable: [skills],
      fileToolWords: {
        tools: ["Read", "Grep"],
        mostTexts: 2,
        textsFor: async ({ tool }) => {
          asked.push(tool);
          return tool === "Grep" ? ["FAILED-ALIKE"] : asked.length === 1 ? [long("ONE"), long("TWO")] : [];
        },
      },
    },
  });
  rigs.push(rig);
  expect(await rig.ended).toEqual({ how: "normal", finalText: "Done." });
  const body = JSON.stringify(rig.model.requests[1]?.body);
  for (const words of ["IN-THE-FILE", "TAG-IT-LAST", "END-OF-ONE", "END-OF-TWO", "FAILED-ALIKE"])
    expect(body).toContain(words);
  expect(body).not.toContain("NOT-FOR-WORKERS");
  expect(existsSync(join(skills, "tag/new.md"))).toBe(false);
  expect(existsSync(join(skills, "tag/SKILL.md"))).toBe(true);
  // Once for each call, however many hooks there are, and not for a tool that is not named.
  expect(asked.toSorted()).toEqual(["Grep", "Read", "Read", "Read"]);
}, 20_000);
