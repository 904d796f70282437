// Attacks a gateway from a worker's shell: opens thousands of connections and sends half a request head on
// each.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { installed } from "../src/host/program.ts";
import { tempDir } from "../test/harness/temp.ts";
import type { HuntOrder } from "./hunt.ts";
import { largestMb } from "./memory-of.ts";

const perProgram = 1000;

/** Returns the shell command. Each program that it starts prints one line: how many connections it made. */
export function halfHeadsCommand(connections: number, socket: string): string {
  const program = `perl -MIO::Socket::UNIX -e '$SIG{PIPE} = "IGNORE"; my @open; for (1 .. ${Math.min(perProgram, connections)}) { my $one = IO::Socket::UNIX->new(Peer => "${socket}") or next; $one->autoflush(1); print $one "POST / HTTP/1.1\\r\\nx-long: " . "a" x 4000; push @open, $one } print scalar(@open), " made\\n"; sleep 4'`;
  const programs = Math.ceil(connections / perProgram);
  return `for n in $(seq ${programs}); do ${program} & done; wait`;
}

/** Returns the number of open file descriptors of a process; 0 if there is no such process. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

export const mostFiles = 400;

/** Shows that a server that does not limit its connections holds all of them open. */
export async function uncountedControl(connections: number, say: HuntOrder["say"]): Promise<void> {
  const socket = join(tempDir(), "s");
  const server = spawn(process.execPath, [installed("soak/uncounted-server.ts"), socket], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve) => createInterface(server.stdout).once("line", resolve));
    const pid = server.pid ?? 0;
    let files = 0;
    const look = setInterval(() => void (files = Math.max(files, openFiles(pid))), 20);
    const shell = spawn("sh", ["-c", halfHeadsCommand(connections, socket)], { stdio: "ignore" });
    await new Promise((resolve) => shell.once("exit", resolve));
    clearInterval(look);
    say({
      name: `files that a server has open which counts no connections, with ${connections} half heads`,
      value: files,
      unit: "",
      target: `> ${mostFiles}`,
      ok: files > mostFiles,
      control: true,
      detail: { megabytes: largestMb(pid) },
    });
  } finally {
    server.kill("SIGKILL");
  }
}
