// Puts bytes on a file descriptor for a child to read, in a file that no other process can find.
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's O_TMPFILE, which Node has no name for: a file in the directory's file system, but in no directory. */
const unnamed = 0o20000000 | constants.O_DIRECTORY;

/** The file has no name: it is gone with its last reader, even if this process is killed half-way. */
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

/** `null` if the file system does not support it. */
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
