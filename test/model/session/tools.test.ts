// Tools as the model meets them: answered, failed, under a built-in's name, and not there.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRig, type Rig } from "./rig.ts";
import { lastUserText } from "./scripted-model.ts";
import { createNoteBox, createPageTool, note } from "./toolbox.ts";

let rig: Rig;
afterEach(() => rig.close());

function answers(): { tool: string; isError: boolean; output: string }[] {
  return rig.facts.flatMap((fact) => {
    if (fact.type !== "tool.called") return [];
    const back = rig.facts.find((other) => other.type === "tool.returned" && other.callId === fact.callId);
    return back?.type === "tool.returned"
      ? [{ tool: fact.tool, isError: back.isError, output: back.output }]
      : [];
  });
}

describe("a tool", () => {
  test("that answers, throws, stands in for a built-in or does not exist tells the model so", async () => {
    const box = createNoteBox(async (text) => {
      if (text === "bad") throw new Error("the pen is dry");
      return text === "no" ? { text: "refused", isError: true } : { text: "noted" };
    });
    const fetching = { tool: "WebFetch", input: { url: "https://example.com", prompt: "x" } };
    rig = await openRig({
      toolboxes: [box],
      order: {
        builtInTools: ["Read"],
        standIns: [createPageTool()],
      },
      turns: [
        {
          use: [note("good"), note("bad"), note("no"), fetching, { tool: "Bash", input: { command: "id" } }],
        },
        { say: "Done." },
      ],
    });
    expect(await rig.ended).toEqual({ how: "normal", finalText: "Done." });
    const byOutput = answers().map(({ tool, isError, output }) => [tool, isError, output]);
    expect(byOutput).toEqual([
      ["mcp__base__note", false, "noted"],
      ["mcp__base__note", true, "note failed: the pen is dry"],
      ["mcp__base__note", true, "refused"],
      ["WebFetch", false, "the page at https://example.com"],
      ["Bash", true, expect.stringContaining("No such tool available: Bash")],
    ]);
    expect(box.calls.map((call) => call.callKey)).toEqual([0, 1, 2].map((n) => `c-1:toolu_2_${n}`));
    expect(lastUserText(rig.model.requests[1])).toContain("the pen is dry");
  }, 15_000);

  test("whose name claude does not know ends the session before it works", async () => {
    rig = await openRig({ order: { builtInTools: ["Read", "Reed"] } });
    expect(await rig.ended).toEqual({
      how: "activation",
      message: "claude did not start as ordered: tool Reed is missing.",
    });
  }, 15_000);
});

describe("without a sandbox", () => {
  const write = (path: string) => ({ tool: "Write", input: { file_path: path, content: "x" } });
  const read = (path: string) => ({ tool: "Read", input: { file_path: path } });

  test("reads and writes keep to the work directory, links included", async () => {
    rig = await openRig({
      level: "process",
      files: { "a.txt": "inside" },
      order: {
        builtInTools: ["Read", "Grep", "Glob", "Write", "Edit", "Bash"],
        standIns: [createPageTool()],
      },
      turns: [
        {
          use: [
            read("a.txt"),
            write("new.txt"),
            { tool: "WebFetch", input: { url: "https://example.com" } },
            read("../other/secret.txt"),
            read("/etc/hostname"),
            read("link/secret.txt"),
            { tool: "Grep", input: { pattern: "root", path: "/etc" } },
            { tool: "Glob", input: { pattern: "/etc/*" } },
            write("../other/planted.txt"),
            write("link/planted.txt"),
            write(".claude/settings.json"),
            { tool: "Bash", input: { command: "touch made-by-bash" } },
          ],
        },
        { say: "Done." },
      ],
    });
    mkdirSync(join(rig.directory, "other"));
    symlinkSync(join(rig.directory, "other"), join(rig.work, "link"));
    writeFileSync(join(rig.directory, "other/secret.txt"), "TOPSECRET\n");
    expect((await rig.ended).how).toBe("normal");
    const went = answers().map((answer) => !answer.isError);
    expect(went).toEqual([true, true, true, ...went.slice(3).map(() => false)]);
    expect(went.length).toBe(12);
    expect(existsSync(join(rig.work, "new.txt"))).toBe(true);
    expect(existsSync(join(rig.directory, "other/planted.txt"))).toBe(false);
    // Refused, rather than not found.
    for (const { tool, output } of answers().slice(3))
      expect(`${tool}: ${output}`).toMatch(/permission|denied/i);
    expect(JSON.stringify(rig.model.requests[1]?.body)).not.toContain("TOPSECRET");
  }, 15_000);
});
