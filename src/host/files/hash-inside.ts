// Hashes a file below a directory in pieces, never through a symlink.
import { createHash } from "node:crypto";
import { openInside } from "./inside.ts";

/** Returns the SHA-256 of the file's bytes; `null` if there is no such regular file, or it cannot be read. */
export async function hashInside(root: string, path: string): Promise<string | null> {
  const opened = await openInside(root, path);
  if (!opened.ok) return null;
  const hash = createHash("sha256");
  try {
    for await (const piece of opened.value.createReadStream({ autoClose: false }))
      hash.update(piece as Buffer);
    return hash.digest("hex");
  } catch {
    return null;
  } finally {
    await opened.value.close();
  }
}
