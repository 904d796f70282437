// One directory for everything a run of hunts leaves behind. Whatever way the run ends, the processes that name it are
// ended, what is mounted under it is unmounted, and it goes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readableProcesses } from "../test/harness/find-text.ts";

/** From now on temporary files are made in it, also by child processes. */
export function openScratch(): void {
  const path = mkdtempSync(join(tmpdir(), "gh-soak-"));
  process.env["TMPDIR"] = path;
  process.once("exit", () => clear(path));
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)
    process.once(signal, () => process.exit(code));
}

function clear(path: string): void {
  endAllNaming(path);
  for (const place of mountsUnder(path).toReversed()) unmountAtLast(place);
  rmSync(path, { recursive: true, force: true });
}

/** As a power cut does, or a run's end: every process that has this path on its command line. */
export function endAllNaming(path: string): void {
  for (const { pid, commandLine } of readableProcesses()) {
    if (pid === process.pid || !commandLine.includes(path)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended since.
    }
  }
}

function mountsUnder(path: string): string[] {
  const lines = readFileSync("/proc/self/mounts", "utf8").split("\n");
  return lines.map((line) => line.split(" ")[1] ?? "").filter((place) => place.startsWith(`${path}/`));
}

/** Lazily: whoever still has a file open there is about to end. */
function unmountAtLast(place: string): void {
  try {
    execFileSync("umount", ["-l", place], { stdio: "ignore" });
  } catch {
    // It was unmounted since.
  }
}
