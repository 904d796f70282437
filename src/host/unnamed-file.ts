// Bytes on a descriptor, for a child to read, that nobody else can find.
import { constants, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The file has no name any more: it is gone with its last reader. */
export function openBytes(bytes: Uint8Array): number {
  const directory = mkdtempSync(join(tmpdir(), "guild-hall-"));
  try {
    const path = join(directory, "handed");
    writeFileSync(path, bytes, { mode: 0o600 });
    return openSync(path, constants.O_RDONLY);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
