// Tarballs of strangers: what is taken of them, and what refuses the whole.
import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { unpackTarball } from "../../../src/guild/packages/tar.ts";
import { type Packed, packed, tarball } from "./tarballs.ts";

const sound = packed({ "package.json": "{}", "lib/a.ts": "1" });

test("files are taken without the directory they were packed in, whatever its name", () => {
  const unpacked = unpackTarball(tarball([{ name: "package", kind: "5" }, ...sound]));
  expect(unpacked).toMatchObject({ ok: true, files: [{ path: "package.json" }, { path: "lib/a.ts" }] });
});

test("a name that is too long for its head is read from the entry before it", () => {
  const long = `package/${"deep/".repeat(30)}file.ts`;
  const record = ` path=${long}\n`;
  const head = `${record.length + 3}${record}`;
  const unpacked = unpackTarball(
    tarball([
      { name: "PaxHeader", kind: "x", content: head },
      { name: long.slice(0, 90), content: "1" },
    ]),
  );
  expect(unpacked).toMatchObject({ ok: true, files: [{ path: long.slice("package/".length) }] });
});

const hostile: readonly [what: string, entry: Packed, reason: string][] = [
  ["a name that goes up", { name: "package/../../evil.ts" }, "may not go up"],
  ["a name that goes up at once", { name: "../evil.ts" }, "may not go up"],
  ["an absolute name", { name: "/etc/evil" }, "must be relative"],
  ["a backslash", { name: "package\\..\\evil" }, "must be relative"],
  ["a control character", { name: "package/a\nb" }, "control characters"],
  ["a link", { name: "package/l", kind: "2", leadsTo: "/etc/passwd" }, "not a plain file"],
  ["a hard link", { name: "package/l", kind: "1", leadsTo: "package.json" }, "not a plain file"],
  ["a device", { name: "package/d", kind: "3" }, "not a plain file"],
  ["a fifo", { name: "package/f", kind: "6" }, "not a plain file"],
  ["a file below a file", { name: "package/lib/a.ts/b.ts" }, "lib/a.ts in it is a file and a directory"],
  ["a file in the place of a directory", { name: "package/lib" }, "lib in it is a file and a directory"],
  ["a file beside the package", { name: "evil.ts", content: "1" }, "lies beside the package"],
];

test.each(hostile)("%s refuses the whole tarball", (_what, entry, reason) => {
  const unpacked = unpackTarball(tarball([...sound, entry]));
  expect(unpacked).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

test("a hostile name hidden in a long-name entry is refused too", () => {
  const record = " path=package/../../evil.ts\n";
  const head = { name: "PaxHeader", kind: "x", content: `${record.length + 2}${record}` };
  expect(unpackTarball(tarball([head, { name: "package/a.ts", content: "1" }]))).toMatchObject({ ok: false });
});

test.each([
  ["what is not gzipped", Buffer.from("hello")],
  ["what is gzipped and no archive", gzipSync(Buffer.from("x".repeat(2000)))],
  ["an archive that is cut off", gzipSync(Buffer.alloc(700, "a"))],
  ["an empty archive", tarball([])],
  ["a bomb", gzipSync(Buffer.alloc(90 * 1024 * 1024))],
  ["too many files", tarball(Array.from({ length: 5001 }, (_, at) => ({ name: `package/${at}` })))],
])("%s is refused", (_what, bytes) => {
  expect(unpackTarball(bytes).ok).toBe(false);
});
