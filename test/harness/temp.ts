// Creates temporary directories, which preload.ts removes after each test of every file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

export function tempDir(): string {
  const path = mkdtempSync(join(tmpdir(), "guild-hall-test-"));
  made.push(path);
  return path;
}

export function removeTempDirs(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
}
