// Writes bytes to a file that no other process can find, and opens it for a child process to read.
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's O_TMPFILE, which Node has no name for: a file in the directory's file system, but in no directory. */
const unnamed = 0o20000000 | constants.O_DIRECTORY;

/**
 * Returns a descriptor from which the bytes can be read. The file has no name, so the kernel removes it with
 * its last descriptor, even if this process is killed. On a file system without unnamed files, the file has a
 * name for a moment.
 */
export function openBytes(bytes: Uint8Array, place = tmpdir()): number {
  const written = openUnnamed(place);
  if (written === null) return openNamedOnce(bytes, place);
  try {
    writeFileSync(written, bytes);
    return openSync(`/proc/self/fd/${written}`, constants.O_RDONLY);
  } finally {
    closeSync(written);
  }
}

/** Opens a new unnamed file; `null` if the file system does not support unnamed files. */
export function openUnnamed(place: string): number | null {
  try {
    return openSync(place, unnamed | constants.O_RDWR, 0o600);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EOPNOTSUPP" || code === "ENOTSUP" || code === "EISDIR" || code === "EINVAL") return null;
    throw cause;
  }
}

function openNamedOnce(bytes: Uint8Array, place: string): number {
  const directory = mkdtempSync(join(place, "guild-hall-"));
  try {
    const path = join(directory, "handed");
    writeFileSync(path, bytes, { mode: 0o600 });
    return openSync(path, constants.O_RDONLY);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
