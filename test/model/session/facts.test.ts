// What becomes a fact, what is cut, and what passes by.
import { describe, expect, test } from "bun:test";
import { findActivationProblem } from "../../../src/model/session/activation.ts";
import { clip, factsOfMessage, maxFactCharacters } from "../../../src/model/session/facts.ts";
import { type InitMessage, readMessage, type SpokenMessage } from "../../../src/model/session/messages.ts";
import { createNoteBox, createPageTool } from "./toolbox.ts";

function spoken(type: string, message: Record<string, unknown>): SpokenMessage {
  return readMessage({ type, message }) as SpokenMessage;
}

describe("facts", () => {
  test("leave out empty words, thinking, and what claude puts into the model's mouth", () => {
    const content = [
      { type: "text", text: "  " },
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "Yes." },
    ];
    expect(factsOfMessage(spoken("assistant", { content }))).toEqual([
      { type: "session.said", text: "Yes." },
    ]);
    expect(factsOfMessage(spoken("assistant", { content, model: "<synthetic>" }))).toEqual([]);
  });

  test("do not take what the user is told for what the worker said", () => {
    expect(factsOfMessage(spoken("user", { content: "please" }))).toEqual([]);
    expect(
      factsOfMessage(spoken("user", { content: [{ type: "tool_use", id: "1", name: "x", input: {} }] })),
    ).toEqual([]);
  });

  test("join the parts of an answer and name those that are not text", () => {
    const content = [
      { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "a" }, { type: "image" }] },
      { type: "tool_result", tool_use_id: "t2", is_error: true },
    ];
    expect(factsOfMessage(spoken("user", { content }))).toEqual([
      { type: "tool.returned", callId: "t1", isError: false, output: "a\n[image]" },
      { type: "tool.returned", callId: "t2", isError: true, output: "" },
    ]);
  });

  test("are cut at a stated size with a note of how much is missing, never inside a character", () => {
    const long = `${"x".repeat(maxFactCharacters - 1)}😀${"y".repeat(9)}`;
    const cut = clip(long);
    expect(cut).toBe(`${"x".repeat(maxFactCharacters - 1)}\n[11 more characters were cut here]`);
    expect(clip("short")).toBe("short");
  });

  const strange = [null, 7, "text", [], {}, { type: "result" }, { type: "assistant" }, { type: "tomorrow" }];
  test("are not made from what nobody knows", () => {
    for (const raw of strange) expect(readMessage(raw)).toBeNull();
  });
});

describe("an activation", () => {
  const expected = { builtInTools: ["Read"], toolboxes: [createNoteBox()], standIns: [] };
  const init = (fields: Partial<InitMessage>): InitMessage => ({
    type: "system",
    subtype: "init",
    session_id: "s",
    model: "m",
    permissionMode: "dontAsk",
    tools: ["Read", "mcp__base__note"],
    mcp_servers: [{ name: "base", status: "connected" }],
    ...fields,
  });

  test("as ordered is no problem, in any order", () => {
    expect(findActivationProblem(init({ tools: ["mcp__base__note", "Read"] }), expected)).toBeNull();
  });

  test("with a stand-in for a built-in expects it under the built-in's name", () => {
    const standing = { ...expected, standIns: [createPageTool()] };
    const servers = ["base", "hall"].map((name) => ({ name, status: "connected" }));
    const started = init({ tools: ["Read", "mcp__base__note", "WebFetch"], mcp_servers: servers });
    expect(findActivationProblem(started, standing)).toBeNull();
    expect(findActivationProblem(init({ mcp_servers: servers }), standing)).toContain("WebFetch is missing");
    expect(findActivationProblem(started, expected)).toContain("WebFetch was not ordered");
  });

  test.each([
    [{ tools: ["Read"] }, "tool mcp__base__note is missing"],
    [{ tools: ["Read", "mcp__base__note", "Bash"] }, "tool Bash was not ordered"],
    [{ mcp_servers: [{ name: "base", status: "failed" }] }, 'toolbox "base" is failed'],
    [{ mcp_servers: [] }, 'toolbox "base" is missing'],
    [
      {
        mcp_servers: [
          { name: "base", status: "connected" },
          { name: "evil", status: "connected" },
        ],
      },
      'tool server "evil" was not ordered',
    ],
  ])("that differs is named: %j", (fields, sentence) => {
    expect(findActivationProblem(init(fields), expected)).toContain(sentence);
  });
});
