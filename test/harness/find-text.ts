// Looks for a secret in every place where another program could find it: in every file of a directory, and in what
// /proc shows of every process.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Returns the plain text, and its base64 form as in an Authorization header or a data URL. */
function formsOf(text: string): Buffer[] {
  return [Buffer.from(text), Buffer.from(Buffer.from(text).toString("base64").replace(/=+$/, ""))];
}

export function holds(where: string | Buffer, text: string): boolean {
  const bytes = Buffer.from(where);
  return formsOf(text).some((form) => bytes.includes(form));
}

/** Returns the files, symlinks and names under `root` that hold the text, as paths relative to it. */
export function filesHolding(root: string, text: string): string[] {
  return filesUnder(root).filter((path) => holds(path, text) || holds(contentOf(join(root, path)), text));
}

/** Returns the relative path of every entry below `root`, directories included. */
export function filesUnder(root: string): string[] {
  return entriesUnder(root).sort();
}

/** Walks by itself, because the runtime's recursive readdir follows symlinks to directories. */
function entriesUnder(root: string, below = ""): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    return entry.isDirectory() ? [path, ...entriesUnder(root, path)] : [path];
  });
}

/** Returns the content of an entry; empty for a directory or a socket. */
export function contentOf(path: string): Buffer {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return Buffer.from(readlinkSync(path));
  return found?.isFile() ? readFileSync(path) : Buffer.alloc(0);
}

/** Returns path, mode and content hash of everything under `root`, to compare before and after. */
export function snapshotOf(root: string, except: (path: string) => boolean = () => false) {
  const kept = filesUnder(root).filter((path) => !except(path));
  return kept.map((path) => {
    const { mode } = lstatSync(join(root, path));
    return `${path} ${mode.toString(8)} ${Bun.hash(contentOf(join(root, path))).toString(16)}`;
  });
}

export interface SeenProcess {
  pid: number;
  parent: number;
  commandLine: string;
  environment: string;
}

export function readProcess(pid: number): SeenProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    return state === "Z" ? undefined : { pid, parent: Number(parent), commandLine, environment };
  } catch {
    return undefined; // it has ended, or belongs to another user
  }
}

/** Returns every process whose environment and command line are readable from here. */
export function readableProcesses(): SeenProcess[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readProcess(Number(pid)) ?? []);
}

export function processesHolding(text: string): number[] {
  const found = readableProcesses().filter((seen) => holds(seen.environment + seen.commandLine, text));
  return found.map(({ pid }) => pid);
}

/** Returns a process and all its descendants. */
export function familyOf(root: number): SeenProcess[] {
  const all = readableProcesses();
  const family = all.filter(({ pid }) => pid === root);
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid));
  return family;
}
