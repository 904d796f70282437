// Faults of the disk that holds the hall's home: it is full, over quota, read-only or failing. They are not caused by a
// commission, and may pass.

const storageCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EROFS", "EIO"];

/**
 * The exit code of a workbench that could not write the record of its work to disk. The code still tells the
 * hall why the workbench ended.
 */
export const storageExitCode = 74;

/** Returns the error code if the error, or an error that caused it, is a fault of the disk; else `null`. */
export function storageCodeOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code: unknown = "code" in at ? at.code : undefined;
    if (storageCodes.includes(code)) return String(code);
  }
  return null;
}
