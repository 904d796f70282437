// Has the kernel write out all pending data of one file system (on macOS, of all). One call covers thousands
// of files; syncing each would take minutes.
import { runBriefly } from "../processes/children.ts";
import { systemClock } from "../clock.ts";
import { machine } from "../runtime.ts";

/** Throws if the sync failed, because a power cut may then lose what was written. */
export async function syncAll(directory: string): Promise<void> {
  const args = machine.platform === "linux" ? ["-f", directory] : [];
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin" };
  const run = await runBriefly(
    { file: "sync", args, cwd: "/", env },
    { clock: systemClock, limitMs: 600_000 },
  );
  if (run.code !== 0) throw new Error(`The disk could not be synced: ${run.error ?? run.stderr.trim()}`);
}
