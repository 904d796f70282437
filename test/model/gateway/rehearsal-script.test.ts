import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { differences } from "../../../src/rules/rehearsal/rehearsal-expect.ts";
import { parseRehearsal } from "../../../src/rules/rehearsal/rehearsal-parse.ts";

describe("a broken rehearsal names the line and what is wrong", () => {
  const head = "version: 1\nname: x\n";
  test.each([
    ["text that is not YAML", "version: 1\nname: [x\nturns: 1", 3, /flow/i],
    ["a key twice", `${head}name: y\nturns: [{ say: a }]`, 3, /unique/],
    ["an empty script", "", 1, /expected object/],
    ["a list", "- a", 1, /expected object/],
    ["a wrong version", "version: 2\nname: x\nturns: [{ say: a }]", 1, /^version: .*expected 1/],
    ["no turns", `${head}turns: []`, 3, /^turns: /],
    ["no turns key", head, 1, /^turns: /],
    [
      "an unknown key at the top",
      `${head}\nturn: 1\nturns:\n  - say: a`,
      4,
      /^turn: "turn" is not known here/,
    ],
    [
      "an unknown key in a turn",
      `${head}turns:\n  - say: a\n  - say: b\n    usee: []`,
      6,
      /^turns\[2\]\.usee: "usee" is not known here$/,
    ],
    [
      "a turn with nothing to do",
      `${head}turns:\n  - say: a\n  - expect: { tools: [Read] }`,
      5,
      /turns\[2\].*needs say, use, error, hang or drop/,
    ],
    [
      "a turn that is no mapping",
      `${head}turns:\n  - say: a\n  - hello`,
      5,
      /^turns\[2\]: .*expected object/,
    ],
    ["a wrong status", `${head}turns:\n  - error:\n      status: 200`, 5, /^turns\[1\]\.error\.status: /],
    [
      "a header that HTTP does not know",
      `${head}turns:\n  - error:\n      status: 500\n      headers: { "bad header": x }`,
      6,
      /^turns\[1\]\.error\.headers: HTTP does not allow/,
    ],
    [
      "a header with a line break",
      `${head}turns:\n  - error:\n      status: 500\n      headers: { a: "b\\nc: d" }`,
      6,
      /^turns\[1\]\.error\.headers: HTTP does not allow/,
    ],
    [
      "say beside error",
      `${head}turns:\n  - error: { status: 500 }\n    say: a`,
      5,
      /"say" is not known here beside "error"/,
    ],
    ["hang that is not true", `${head}turns:\n  - hang: yes please`, 4, /^turns\[1\]\.hang: .*true/],
    [
      "a misspelt expectation",
      `${head}turns:\n  - say: a\n    expect:\n      toolz: [Read]`,
      6,
      /^turns\[1\]\.expect\.toolz: "toolz" is not known/,
    ],
    [
      "a tool without a name",
      `${head}turns:\n  - use:\n      - input: {}`,
      5,
      /^turns\[1\]\.use\[1\]\.tool: /,
    ],
    [
      "an input that is no mapping",
      `${head}turns:\n  - use:\n      - tool: Read\n        input: 3`,
      6,
      /^turns\[1\]\.use\[1\]\.input: /,
    ],
    ["a negative delay", `${head}turns:\n  - say: a\n    delayMs: -1`, 5, /^turns\[1\]\.delayMs: /],
    ["an unknown aux kind", `${head}turns: [{ say: a }]\naux:\n  search: { say: b }`, 5, /^aux\.search: /],
    ["a bad aux entry", `${head}turns: [{ say: a }]\naux:\n  title:\n    say: 3`, 6, /^aux\.title\.say: /],
    ["a second document", `${head}turns: [{ say: a }]\n---\nfoo: 1`, 4, /document/i],
  ])("%s", (_name, text, line, message) => {
    const parsed = parseRehearsal(text);
    if (parsed.ok) throw new Error("it was accepted");
    expect(parsed.message).toMatch(message);
    expect(parsed.line).toBe(line);
    expect(parsed.message).not.toMatch(/union/i);
  });

  test("hostile YAML is refused, not thrown", () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
      .split("")
      .map((c, n) => `${c}: &${c} [${Array(9).fill(`*${"abcdefgh"[n]}`).join(",")}]`)
      .join("\n")}`;
    for (const text of [
      bomb,
      "[".repeat(100_000),
      "{a: ".repeat(50_000),
      "\u0000",
      "&a [*a]",
      "!!js/function x",
    ]) {
      expect(parseRehearsal(text).ok).toBe(false);
    }
  });
});

test("a tool's input may be anything", () => {
  const parsed = parseRehearsal(
    "version: 1\nname: x\nturns:\n  - use:\n      - tool: t\n        input: { a: [1, { b: null }], 'error': true, hang: 1, __proto__: 2 }",
  );
  if (!parsed.ok) throw new Error(parsed.message);
  expect(parsed.script.turns[0]).toMatchObject({
    use: [{ input: { a: [1, { b: null }], error: true, hang: 1 } }],
  });
});

describe("expectations", () => {
  const sent = {
    system: "Be thorough.",
    tools: ["Read", "DeferredToolPlaceholder", "Glob"],
    lastUser: "About OAuth",
  };
  test.each([
    [{ tools: ["Glob", "Read"] }, []],
    [{ tools: ["Read"] }, ["tools not expected: Glob"]],
    [{ tools: ["Read", "Glob", "Write", "Bash"] }, ["tools missing: Bash, Write"]],
    [{ tools: ["Read"], toolsOptional: ["Glob", "Bash"] }, []],
    [{ tools: ["Bash"], toolsOptional: ["Glob"] }, ["tools missing: Bash", "tools not expected: Read"]],
    [{ toolsInclude: ["Read", "Bash"] }, ["tools that should be there are missing: Bash"]],
    [{ toolsExclude: ["Read", "Bash"] }, ["tools that should not be there were sent: Read"]],
    [{ systemIncludes: ["thorough"], systemExcludes: ["lazy"], lastUserIncludes: ["OAuth"] }, []],
    [
      { systemExcludes: ["thorough"] },
      ['the system prompt includes "thorough", which it should not: "Be thorough."'],
    ],
    [
      { lastUserExcludes: ["OAuth"] },
      ['the last user message includes "OAuth", which it should not: "About OAuth"'],
    ],
  ])("%j gives %j", (expected, differing) => {
    expect(differences(expected, sent)).toEqual(differing);
  });

  test("a long text is shown in part", () => {
    const [only] = differences({ systemIncludes: ["x"] }, { ...sent, system: "a ".repeat(5000) });
    expect(only?.length).toBeLessThan(400);
  });
});

test("every script in the guide parses", () => {
  const guide = readFileSync(new URL("../../../docs/guide/rehearsals.md", import.meta.url), "utf8");
  const scripts = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");
  expect(scripts.length).toBeGreaterThan(1);
  for (const script of scripts) expect(parseRehearsal(script)).toMatchObject({ ok: true });
});
