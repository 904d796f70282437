// Faults of the disk under the home: full, over quota, read-only, or failing. No work caused them, and they may pass.

const storageCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EROFS", "EIO"];

/** A workbench's exit code when the disk did not take the record of its work: the only thing it can still report. */
export const storageExitCode = 74;

/** The system's error code; `null` for any other error. */
export function storageCodeOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code: unknown = "code" in at ? at.code : undefined;
    if (storageCodes.includes(code)) return String(code);
  }
  return null;
}
