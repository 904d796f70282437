// What a worker leaves to make its removal hard.
import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { systemDisk } from "../../src/host/files/disk.ts";
import { tempDir } from "../harness/temp.ts";

/** Longer than any path may be: each piece is moved to the bottom of the next, as a worker could. */
function nest(root: string, pieces: number): void {
  const bottom = "/deep".repeat(500);
  for (let piece = 0; piece < pieces; piece += 1) {
    mkdirSync(`${root}/next${bottom}`, { recursive: true });
    if (piece > 0) renameSync(`${root}/nested`, `${root}/next${bottom}/nested`);
    renameSync(`${root}/next`, `${root}/nested`);
  }
}

test("directories nested deeper than a path can name are gone in good time", async () => {
  const root = `${tempDir()}/tree`;
  mkdirSync(root);
  nest(root, 6);
  const began = performance.now();
  await systemDisk.removeTree(root);
  expect(existsSync(root)).toBe(false);
  expect(performance.now() - began).toBeLessThan(15_000); // the usual removal needs minutes
}, 60_000);

test("closed directories are opened, and what a link leads to stays", async () => {
  const dir = tempDir();
  const root = `${dir}/tree`;
  mkdirSync(`${root}/a/b/c`, { recursive: true });
  mkdirSync(`${dir}/outside/inner`, { recursive: true });
  writeFileSync(`${dir}/outside/inner/file`, "kept");
  symlinkSync(`${dir}/outside`, `${root}/a/b/link`);
  for (const path of ["a/b/c", "a/b", "a"]) chmodSync(`${root}/${path}`, 0);
  await systemDisk.removeTree(root);
  expect(existsSync(root)).toBe(false);
  symlinkSync(`${dir}/outside`, `${dir}/link`);
  await systemDisk.removeTree(`${dir}/link`);
  expect(existsSync(`${dir}/link`)).toBe(false);
  expect(readFileSync(`${dir}/outside/inner/file`, "utf8")).toBe("kept");
  await systemDisk.removeTree(`${dir}/nothing-there`);
});
