// What may be asked of a history: no word of the model's is ever an option of git's.
import { describe, expect, test } from "bun:test";
import {
  diffArgs,
  diffAsked,
  logArgs,
  logAsked,
  showArgs,
  showAsked,
  untrackedArgs,
} from "../../../src/git/repository/history-args.ts";

const base = "a".repeat(40);

describe("a revision", () => {
  test.each([
    "HEAD",
    "HEAD~2",
    "main^2~1",
    base,
    "abc1234",
    "claude/commission/0197f3a2-7c1b",
    "v1.2.3",
    "größe/ä",
    "a@b",
  ])("may be %p", (revision) => expect(showAsked.safeParse({ revision }).success).toBe(true));

  test.each([
    "",
    "-O",
    "-Oorder",
    "--output=/x",
    "--all",
    "--ext-diff",
    "-p",
    "--no-index",
    "@",
    "@{upstream}",
    "@{u}",
    "HEAD@{1}",
    "HEAD@{yesterday}",
    "main..HEAD",
    "main...HEAD",
    "^main",
    ":/secret",
    ":0:README.md",
    "HEAD:README.md",
    "HEAD^{tree}",
    "HEAD^{/fix}",
    "HEAD^@",
    "HEAD^!",
    "HEAD^-1",
    "HEAD~99999",
    "$(touch x)",
    "`id`",
    "a b",
    "HEAD\n--output=x",
    "HEAD\0",
    "a;id",
    "a|id",
    "*",
    "refs/heads/*",
    "a\\b",
    ".git",
    "/etc",
    "a//b",
    "a/.b",
    "..",
    "x".repeat(251),
    7,
    null,
    [["HEAD"]],
    { toString: () => "HEAD" },
  ])("may not be %p", (revision) => {
    expect(showAsked.safeParse({ revision }).success).toBe(false);
    for (const field of ["from", "to"]) {
      expect(logAsked.safeParse({ [field]: revision }).success).toBe(false);
      expect(diffAsked.safeParse({ [field]: revision }).success).toBe(false);
    }
  });
});

describe("a path", () => {
  test.each([
    ["src/main.ts", "src/main.ts"],
    ["./src//a/", "src/a"],
    [".", "."],
    ["./-x", "-x"],
    ["..notes", "..notes"],
    ["a:b", "a:b"],
    ["ä ö.txt", "ä ö.txt"],
    ["$(id)", "$(id)"],
    ["*.ts", "*.ts"],
  ])("may be %p", (path, plain) => {
    expect(diffAsked.parse({ paths: [path] }).paths).toEqual([plain]);
    expect(showAsked.parse({ revision: "HEAD", path }).path).toBe(plain);
  });

  test.each([
    "",
    "-x",
    "--output=x",
    ":/",
    ":(exclude)src",
    ":!src",
    "/etc/passwd",
    "../x",
    "src/../../x",
    "..",
    "~/x",
    "a\nb",
    "a\0b",
    "x".repeat(1001),
    7,
    null,
  ])("may not be %p", (path) => {
    expect(diffAsked.safeParse({ paths: [path] }).success).toBe(false);
    expect(logAsked.safeParse({ paths: [path] }).success).toBe(false);
    expect(showAsked.safeParse({ revision: "HEAD", path }).success).toBe(false);
  });
});

test.each([
  { count: 0 },
  { count: 201 },
  { count: 1.5 },
  { count: "1" },
  { other: 1 },
  { paths: Array(51).fill("a") },
])("a log of %j is refused", (asked) => expect(logAsked.safeParse(asked).success).toBe(false));

test("what was asked for stands behind the end of the options, and paths behind revisions", () => {
  const log = logArgs(logAsked.parse({ from: "a", to: "b", paths: ["./-x"] }));
  expect(log.slice(log.indexOf("--end-of-options"))).toEqual(["--end-of-options", "a..b", "--", "-x"]);
  const diff = diffArgs(diffAsked.parse({ to: "b", paths: ["p"] }), base);
  expect(diff.slice(diff.indexOf("--end-of-options"))).toEqual(["--end-of-options", base, "b", "--", "p"]);
  const show = showArgs(showAsked.parse({ revision: "r", path: "p" }));
  expect(show.slice(show.indexOf("--end-of-options"))).toEqual(["--end-of-options", "r:p", "--"]);
  expect(untrackedArgs(["-x"]).slice(-2)).toEqual(["--", "-x"]);
});
