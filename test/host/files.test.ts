import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { systemDisk } from "../../src/host/files/disk.ts";
import { openInside, splitRelative } from "../../src/host/files/inside.ts";
import { createFileLog } from "../../src/host/log.ts";
import { tempDir } from "../harness/temp.ts";

test("a replaced file is whole at every moment and leaves no draft", async () => {
  const directory = tempDir();
  const path = `${directory}/file`;
  await Promise.all(Array.from({ length: 30 }, (_, i) => systemDisk.replace(path, String(i).repeat(5000))));
  const text = readFileSync(path, "utf8");
  expect(new Set(text.match(/../g)?.length ? [text.length % 5000] : [])).toEqual(new Set([0]));
  expect(readdirSync(directory)).toEqual(["file"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("of many who create one file exactly one wins", async () => {
  const path = `${tempDir()}/file`;
  const won = await Promise.all(Array.from({ length: 20 }, (_, i) => systemDisk.createNew(path, String(i))));
  expect(won.filter(Boolean)).toHaveLength(1);
  expect(readFileSync(path, "utf8")).toBe(String(won.indexOf(true)));
});

test("what is not there is answered with undefined or nothing, and other errors are thrown", async () => {
  const directory = tempDir();
  expect(await systemDisk.readText(`${directory}/none`)).toBeUndefined();
  expect(await systemDisk.readFrom(`${directory}/none`, 0)).toBeUndefined();
  expect(await systemDisk.sizeOf(`${directory}/none`)).toBeUndefined();
  expect(await systemDisk.list(`${directory}/none`)).toEqual([]);
  expect(await systemDisk.makeDirectory(`${directory}/made`)).toBe(true);
  expect(await systemDisk.makeDirectory(`${directory}/made`)).toBe(false);
  await expect(systemDisk.readText(directory)).rejects.toThrow();
  await expect(systemDisk.replace(`${directory}/none/deep`, "x")).rejects.toThrow();
});

const hostile = [
  "",
  "/etc/passwd",
  "..",
  "../x",
  "a/../../x",
  "a/..",
  "./..",
  "a\0b",
  "a\nb",
  "a\\b",
  "x".repeat(300),
  "y/".repeat(600),
  "\u007f",
];

test("a path that could lead out is refused by its text", () => {
  for (const path of hostile) expect(splitRelative(path)).toMatchObject({ ok: false });
  expect(splitRelative("./a//b/c.md")).toEqual({ ok: true, value: ["a", "b", "c.md"] });
});

test("a path that leads through a link, to a directory or to a pipe is refused when it is opened", async () => {
  const root = tempDir();
  const outside = tempDir();
  writeFileSync(`${outside}/secret`, "s");
  mkdirSync(`${root}/deep/er`, { recursive: true });
  writeFileSync(`${root}/deep/er/file`, "inside");
  symlinkSync(outside, `${root}/link`);
  symlinkSync(`${outside}/secret`, `${root}/deep/leaf`);
  execFileSync("mkfifo", [`${root}/pipe`]);
  for (const path of ["link/secret", "deep/leaf", "deep", "pipe", "none", "deep/none/x"]) {
    expect(await openInside(root, path)).toMatchObject({ ok: false });
  }
  const opened = await openInside(root, "deep/er/file");
  if (!opened.ok) throw new Error(opened.reason);
  expect(await opened.value.readFile("utf8")).toBe("inside");
  await opened.value.close();
});

test("a log line stays one line, its fields are capped, and full files are rotated", () => {
  const directory = `${tempDir()}/logs`;
  const path = `${directory}/hall.jsonl`;
  const log = createFileLog({ path, maxBytes: 4000, keep: 2 });
  for (let i = 0; i < 12; i += 1) log.warn('forged\n{"level":"error"}', { text: "x".repeat(5000), i });
  const lines = readFileSync(path, "utf8").trim().split("\n");
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      level: "warn",
      text: expect.stringContaining("more characters"),
    });
  expect(readdirSync(directory).sort()).toEqual(["hall.jsonl", "hall.jsonl.1", "hall.jsonl.2"]);
});

const closeAndRemove = (root: string, mode: number) => `
  import { mkdirSync, chmodSync, writeFileSync, existsSync, symlinkSync } from "node:fs";
  import { systemDisk } from ${JSON.stringify(new URL("../../src/host/files/disk.ts", import.meta.url).pathname)};
  mkdirSync(${JSON.stringify(`${root}/tree/closed/inner`)}, { recursive: true });
  writeFileSync(${JSON.stringify(`${root}/tree/closed/inner/file`)}, "x");
  symlinkSync(${JSON.stringify(`${root}/kept`)}, ${JSON.stringify(`${root}/tree/link`)});
  mkdirSync(${JSON.stringify(`${root}/kept`)});
  chmodSync(${JSON.stringify(`${root}/kept`)}, 0o500);
  for (const path of ["closed/inner", "closed"]) chmodSync(${JSON.stringify(`${root}/tree/`)} + path, ${mode});
  await systemDisk.removeTree(${JSON.stringify(`${root}/tree`)});
  console.log(existsSync(${JSON.stringify(`${root}/tree`)}) ? "there" : "gone");
`;

/** root may look into any directory, so the program is run without that right. */
const withoutOverride = ["--bounding-set=-dac_override,-dac_read_search"];

test.each([
  ["closed", 0],
  ["readable and not writable", 0o500],
  ["readable by all and not writable", 0o555],
])("a tree is removed with directories in it that are %s, and links are not followed", (_what, mode) => {
  const root = tempDir();
  const program = [process.execPath, "-e", closeAndRemove(root, mode)];
  const asRoot = process.getuid?.() === 0;
  const file = asRoot ? "setpriv" : process.execPath;
  const args = asRoot ? [...withoutOverride, ...program] : program.slice(1);
  expect(execFileSync(file, args, { encoding: "utf8" }).trim()).toBe("gone");
  expect(statSync(`${root}/kept`).mode & 0o777).toBe(0o500);
});
