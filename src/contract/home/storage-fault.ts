// Faults of the disk that everything lies on: full, over its owner's quota, read-only, or failing. Nobody's work is to
// blame for one, and it may pass.

const storageCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EROFS", "EIO"];

/** What a workbench ends with when the disk took no record of its work: the one thing it can still say. */
export const storageExitCode = 74;

/** The system's word for it; null for any other error. */
export function storageCodeOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code: unknown = "code" in at ? at.code : undefined;
    if (storageCodes.includes(code)) return String(code);
  }
  return null;
}
