// Has the kernel write out what it holds back for one file system. One call for thousands of files: to sync each of them
// would take minutes.
import { runBriefly } from "../processes/children.ts";
import { systemClock } from "../clock.ts";
import { machine } from "../runtime.ts";

/** Throws if it could not be done: what was written may then be lost in a power cut. */
export async function syncAll(directory: string): Promise<void> {
  const args = machine.platform === "linux" ? ["-f", directory] : [];
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin" };
  const run = await runBriefly(
    { file: "sync", args, cwd: "/", env },
    { clock: systemClock, limitMs: 600_000 },
  );
  if (run.code !== 0) throw new Error(`The disk could not be synced: ${run.error ?? run.stderr.trim()}`);
}
