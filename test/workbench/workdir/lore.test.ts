// Documents under .lore/: what is written, read and listed, and that no path leads anywhere else.
import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { createLore, maxWrittenBytes } from "../../../src/workbench/workdir/lore.ts";
import { findArtifact } from "../../../src/workbench/workdir/artifacts.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { tempDir } from "../../harness/temp.ts";

function setUp() {
  const home = homeLayout(tempDir());
  const layout = commissionLayout(home, someId);
  mkdirSync(layout.work, { recursive: true });
  const now = () => Date.UTC(2026, 10, 15);
  const lore = createLore({ work: layout.work, now, worker: "scholar", commission: someId });
  const place = (path: string) => join(layout.work, ".lore", path);
  const put = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(place(path)), { recursive: true });
    writeFileSync(place(path), text);
  };
  return { home, layout, lore, place, put };
}

test("a new document is made with its directories and a frontmatter, and can be handed in", async () => {
  const { lore, place, layout } = setUp();
  expect(await lore.write({ path: "notes/a/plan.md", content: "# The plan\n\nFirst.\n" })).toEqual({
    ok: true,
    value: { path: "notes/a/plan.md", bytes: statSync(place("notes/a/plan.md")).size },
  });
  expect(readFileSync(place("notes/a/plan.md"), "utf8")).toBe(
    `---\ntitle: The plan\ndate: 2026-11-15\nworker: scholar\ncommission: ${someId}\n---\n\n# The plan\n\nFirst.\n`,
  );
  expect(statSync(place("notes/a/plan.md")).mode & 0o777).toBe(0o600);
  expect(readdirSync(place("notes/a"))).toEqual(["plan.md"]);
  expect(await findArtifact(layout, ".lore/notes/a/plan.md")).toMatchObject({ ok: true });
});

test("a body is put below the frontmatter that is there, whose bytes and mode stay", async () => {
  const { lore, place, put } = setUp();
  const head = Buffer.concat([
    Buffer.from("\ufeff---\r\n# c\r\ntags:   [b,  a]\r\n"),
    Buffer.from([0xff, 0x0d, 0x0a]),
    Buffer.from("---\r\n"),
  ]);
  put("a.md", Buffer.concat([head, Buffer.from("old")]));
  chmodSync(place("a.md"), 0o640);
  for (let again = 0; again < 2; again += 1)
    expect(await lore.write({ path: ".lore/./a.md", content: "new" })).toMatchObject({ ok: true });
  expect(readFileSync(place("a.md"))).toEqual(Buffer.concat([head, Buffer.from("new")]));
  expect(statSync(place("a.md")).mode & 0o777).toBe(0o640);
  const whole = "---\ntitle: whole\n---\nx";
  await lore.write({ path: "a.md", content: whole });
  expect(await lore.read("a.md")).toEqual({ ok: true, value: { text: whole, cut: false } });
});

test("a list has the documents, newest first, with their titles, and neither hidden files nor others", async () => {
  const { lore, put, place } = setUp();
  expect(await lore.list()).toEqual({ files: [], complete: true });
  put("old.md", "---\ntitle: Old\n---\n");
  put("sub/new.md", "no frontmatter");
  for (const other of [".hidden.md", ".git/x.md", "image.png", "sub/.md"]) put(other, "x");
  symlinkSync(place("old.md"), place("link.md"));
  symlinkSync(place("sub"), place("linked"));
  execFileSync("mkfifo", [place("pipe.md")]);
  utimesSync(place("old.md"), 1, 1);
  expect(await lore.list()).toEqual({
    files: [
      { path: "sub/new.md", bytes: 14, title: null },
      { path: "old.md", bytes: 19, title: "Old" },
    ],
    complete: true,
  });
});

test("a list and a file of any size are looked at up to a bound", async () => {
  const { lore, put } = setUp();
  for (let at = 0; at < 250; at += 1) put(`d${at % 7}/${at}.md`, "x");
  const listed = await lore.list();
  expect([listed.files.length, listed.complete]).toEqual([200, false]);
  put(`${"deep/".repeat(30)}x.md`, "x");
  expect((await lore.list()).complete).toBe(false);
  put("big.md", Buffer.alloc(5 * 1024 * 1024, "x"));
  const big = await lore.read("big.md");
  expect(big.ok && [big.value.text.length, big.value.cut]).toEqual([4 * 1024 * 1024, true]);
  expect(await lore.write({ path: "big.md", content: "ä".repeat(maxWrittenBytes / 2 + 1) })).toEqual({
    ok: false,
    reason: `it is larger than ${maxWrittenBytes} bytes`,
  });
});

test("of many who write one document at once, one is there whole, and no draft", async () => {
  const { lore, layout, place, put } = setUp();
  put("a.md", "---\nkept: yes\n---\nold");
  const other = createLore({ work: layout.work, now: () => 0, worker: "other", commission: someId });
  const contents = Array.from({ length: 20 }, (_, at) => String(at % 10).repeat(50_000 + at));
  const seen = new Set<string>();
  const reading = (async () => {
    for (let round = 0; round < 50; round += 1) {
      const text = await lore.read("a.md");
      seen.add(text.ok ? text.value.text : text.reason);
    }
  })();
  await Promise.all(
    contents.map((content, at) => (at % 2 === 0 ? lore : other).write({ path: "a.md", content })),
  );
  await reading;
  const head = "---\nkept: yes\n---\n";
  const allowed = new Set([`${head}old`, ...contents.map((content) => head + content)]);
  expect([...seen, readFileSync(place("a.md"), "utf8")].filter((text) => !allowed.has(text))).toEqual([]);
  expect(readdirSync(place("."))).toEqual(["a.md"]);
});

test("calls that are made side by side build on each other in their order", async () => {
  const { lore, place, put } = setUp();
  for (let round = 0; round < 10; round += 1) {
    put("a.md", "---\nold: yes\n---\nold");
    await Promise.all([
      lore.write({ path: "a.md", content: `---\nround: ${round}\n---\n${"x".repeat(200_000)}` }),
      lore.write({ path: "a.md", content: "the body" }),
    ]);
    expect(readFileSync(place("a.md"), "utf8")).toBe(`---\nround: ${round}\n---\nthe body`);
  }
});

test("a write that cannot be made is refused with a sentence, and leaves no draft", async () => {
  const { lore, place, put, layout } = setUp();
  mkdirSync(place("dir.md"), { recursive: true });
  put("file.md", "x");
  execFileSync("mkfifo", [place("pipe.md")]);
  symlinkSync(place("file.md"), place("link.md"));
  const refusals: readonly [path: string, reason: string][] = [
    ["dir.md", "it is not a regular file"],
    ["pipe.md", "it is not a regular file"],
    ["link.md", "it is a link, or leads through one"],
    ["file.md/x.md", "it is a link, or leads through one"],
    ["x.txt", "an artifact is a markdown file: its name ends in .md"],
    [".md", "a name in the path begins with a dot"],
    [".lore/.lore/x.md", "a name in the path begins with a dot"],
    ["../x.md", "the path may not go up"],
    ["/etc/x.md", "the path must be relative"],
  ];
  for (const [path, reason] of refusals) {
    expect(await lore.write({ path, content: "y" })).toEqual({ ok: false, reason });
    expect(await lore.read(path)).toEqual({ ok: false, reason: expect.any(String) });
  }
  expect(readdirSync(place(".")).sort()).toEqual(["dir.md", "file.md", "link.md", "pipe.md"]);
  expect(readdirSync(layout.work)).toEqual([".lore"]);
});

describe("hostile paths", () => {
  const ends = [
    "token",
    "config.yaml",
    "meta.json",
    "x.md",
    "code.md",
    "passwd",
    "x.md/",
    "x.md\0.png",
    "x.md\n",
    " .md",
    "…/x.md",
  ];
  const ways = [
    "../",
    "../../",
    "../../../../",
    "./../",
    "a/../../",
    "a/../../../",
    ".lore/../",
    ".lore/../../",
    "/",
    "//",
    "/etc/",
    "/proc/self/root/",
    "/proc/self/fd/3/",
    "..\\",
    "..\\..\\",
    "%2e%2e/",
    "%2e%2e%2f",
    "..%2f",
    "..;/",
    "\u2024\u2024/",
    "\uff0e\uff0e/",
    ".../",
    "....//",
    "~/",
    "$HOME/",
    "file:///",
    "C:\\",
    "\\\\host\\",
    "out/",
    "out/../",
    "up/",
    "up/up/",
    "home/",
    "home/commissions/",
    "link.md/",
    ".hidden/",
    ".git/",
    "a/.b/",
    "\u202e",
    "\u0000",
    "\u001b[2J",
    "a/".repeat(600),
    "x".repeat(300) + "/",
    "-rf /",
    "nul:/",
    "aux/",
  ];
  const paths = ways.flatMap((way) => ends.map((end) => way + end));

  test(`none of ${paths.length} reads or writes anything outside .lore/`, async () => {
    const { home, layout, lore, place } = setUp();
    const secret = "THE SECRET";
    const outside = [home.token, home.version, home.config, layout.meta, `${layout.work}/code.md`];
    for (const path of outside) writeFileSync(path, secret);
    mkdirSync(place("."), { recursive: true });
    symlinkSync(home.root, place("home"));
    symlinkSync("..", place("up"));
    symlinkSync(layout.work, place("out"));
    symlinkSync(home.token, place("link.md"));
    const before = snapshot(home.root, place("."));
    expect(paths.length).toBeGreaterThanOrEqual(500);
    for (const path of paths) {
      const read = await lore.read(path);
      if (read.ok) expect(read.value.text).not.toContain(secret);
      await lore.write({ path, content: "WRITTEN" });
    }
    expect(JSON.stringify(await lore.list())).not.toContain(secret);
    expect(snapshot(home.root, place("."))).toEqual(before);
    for (const link of ["home", "up", "out", "link.md"]) expect(readlinkSync(place(link))).toBeString();
    // The control: who trusts the text of a path writes and reads outside with these very paths.
    const got = paths.filter((path) => {
      try {
        return readFileSync(place(path), "utf8") === secret;
      } catch {
        return false;
      }
    });
    expect(got.length).toBeGreaterThan(10);
  });

  test("a .lore that is itself a link leads nowhere", async () => {
    const { layout, lore } = setUp();
    const victim = tempDir();
    writeFileSync(join(victim, "x.md"), "THE SECRET");
    symlinkSync(victim, join(layout.work, ".lore"));
    expect(await lore.list()).toEqual({ files: [], complete: true });
    expect(await lore.read("x.md")).toMatchObject({ ok: false });
    expect(await lore.write({ path: "x.md", content: "y" })).toMatchObject({ ok: false });
    expect(await lore.write({ path: "new/y.md", content: "y" })).toMatchObject({ ok: false });
    expect(readdirSync(victim)).toEqual(["x.md"]);
    expect(readFileSync(join(victim, "x.md"), "utf8")).toBe("THE SECRET");
  });
});

/** Every file and link below a directory with its bytes, but for one part of it. */
function snapshot(root: string, without: string): Map<string, string> {
  const entries = readdirSync(root, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(root, entry.name);
    if (path === join(without, ".").replace(/\/\.?$/, "")) return [];
    if (entry.isDirectory()) return [[path, ""], ...snapshot(path, without)];
    return [[path, entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, "latin1")]];
  });
  return new Map(entries);
}
