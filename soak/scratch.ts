// Creates one temporary directory for a whole run of soak tests. However the run ends, processes that name
// the directory are killed, mounts under it are unmounted, and it is removed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readableProcesses } from "../test/harness/find-text.ts";

/** Creates the directory and makes it the TMPDIR of this process and its children. */
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

/** Kills every process that has this path on its command line, as at a power cut or at the end of a run. */
export function endAllNaming(path: string): void {
  for (const { pid, commandLine } of readableProcesses()) {
    if (pid === process.pid || !commandLine.includes(path)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  }
}

function mountsUnder(path: string): string[] {
  const lines = readFileSync("/proc/self/mounts", "utf8").split("\n");
  return lines.map((line) => line.split(" ")[1] ?? "").filter((place) => place.startsWith(`${path}/`));
}

/** Unmounts lazily, because processes with open files there are about to end. */
function unmountAtLast(place: string): void {
  try {
    execFileSync("umount", ["-l", place], { stdio: "ignore" });
  } catch {
    // It was already unmounted.
  }
}
