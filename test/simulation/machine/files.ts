// The file system calls of one simulated process. Each call that changes something, and each read, is a step of its own:
// a crash can come before it, after it, or, of a write, in its middle. disk.ts, the real one, runs on top.
import { constants } from "node:fs";
import type { FileSystem, OpenFile } from "../../../src/host/files/file-system.ts";
import { refuseWhenFaulty, strikes } from "./disk-faults.ts";
import {
  append,
  cut,
  failSync,
  fail,
  type FileNode,
  find,
  getDirectory,
  getFile,
  makeDirectory,
  makeFile,
  type Node,
  put,
  remove,
  rename,
  syncDirectory,
  syncFile,
  torn,
  writeAgain,
} from "./file-tree.ts";
import type { FileAct, Machine } from "./machine.ts";
import type { Process } from "./processes.ts";

/** A process at its machine. */
export interface Seat {
  machine: Machine;
  process: Process;
}

export function filesFor(seat: Seat): FileSystem {
  const { machine } = seat;
  const { tree, random } = machine;
  return {
    open: (path, flags) => openFile(seat, path, flags),
    readFile: (path) => step(seat, `reads ${path}`, () => getFile(tree, path).seen.toString("utf8")),
    readFrom: (path, offset) => readFrom(seat, path, offset),
    writeNew: async (path, text) => (await openFile(seat, path, "wx")).writeFile(text),
    readdir: (path) => step(seat, `lists ${path}`, () => [...getDirectory(tree, path).seen.keys()]),
    directoriesIn: async (path) =>
      [...getDirectory(tree, path).seen].filter(([, { kind }]) => kind === "directory").map(([name]) => name),
    isDirectory: async (path) => find(tree, path)?.kind === "directory",
    stat: async (path) => sizeOf(find(tree, path) ?? fail("ENOENT", path)),
    mkdir: (path) => act(seat, "grow", { did: "create", path }, () => makeDirectory(tree, path)),
    link: (existing, path) =>
      act(seat, "grow", { did: "create", path }, () => put(tree, path, getFile(tree, existing))),
    rename: (from, to) =>
      act(seat, "change", { did: "rename", path: from, to }, () => rename(tree, from, to)),
    unlink: (path) => act(seat, "change", { did: "remove", path }, () => remove(tree, path)),
    rm: (path, options) => removeAll(seat, path, options),
    chmod: async () => undefined,
    newName: () => random.hex(8),
  };
}

async function readFrom(seat: Seat, path: string, offset: number): Promise<Buffer> {
  const file = await openFile(seat, path, "r");
  const bytes = Buffer.alloc(Math.max(0, (await file.stat()).size - offset));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
  return bytes.subarray(0, bytesRead);
}

/** One call to the kernel. Killed meanwhile, it may have been carried out. */
export function step<T>(
  { machine, process }: Seat,
  what: string,
  run: () => T,
  half?: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    machine.scheduler.add({
      owner: process,
      afterMs: latency(machine),
      what,
      run: () => {
        try {
          resolve(run());
        } catch (error) {
          machine.trace.say(`  refused: ${String(error)}`);
          reject(error);
        }
      },
      abandoned: () => abandon(machine, half ?? run),
    });
  });
}

function abandon(machine: Machine, run: () => unknown): void {
  if (machine.random.chance(0.5)) return;
  try {
    run();
  } catch {
    // It would have failed; nobody is there to hear of it.
  }
}

/** Mostly quick; now and then very slow, so that others overtake. */
function latency({ random, slowness }: Machine): number {
  return (random.chance(0.02) ? random.next() * 400 : random.next() * 3) * slowness;
}

function act(seat: Seat, need: "grow" | "change", done: Omit<FileAct, "by">, run: () => void): Promise<void> {
  return step(seat, `${done.did} ${done.path}${done.to ? ` to ${done.to}` : ""}`, () => {
    refuseWhenFaulty(seat.machine, need, done.path);
    run();
    seat.machine.onlooker.fileAct({ by: seat.process, ...done });
  });
}

function sizeOf(node: Node): { size: number } {
  return { size: node.kind === "file" ? node.seen.length : 4096 };
}

async function openFile(seat: Seat, path: string, flags: string | number): Promise<OpenFile> {
  const { tree } = seat.machine;
  if (flags === "r") return handleOf(seat, path, find(tree, path) ?? fail("ENOENT", path));
  const mustBeNew = flags === "wx";
  const creates = mustBeNew || (typeof flags === "number" && (flags & constants.O_CREAT) !== 0);
  return step(seat, `open ${path}`, () => openToWrite(seat, { path, mustBeNew, creates }));
}

function openToWrite(
  { machine, process }: Seat,
  { path, mustBeNew, creates }: { path: string; mustBeNew: boolean; creates: boolean },
): OpenFile {
  const found = find(machine.tree, path);
  if (found && mustBeNew) fail("EEXIST", path);
  refuseWhenFaulty(machine, found ? "change" : "grow", path);
  if (!found && !creates) fail("ENOENT", path);
  const file = found ?? makeFile(machine.tree, path);
  if (!found) machine.onlooker.fileAct({ by: process, did: "create", path });
  return handleOf({ machine, process }, path, file);
}

function handleOf(seat: Seat, path: string, node: Node): OpenFile {
  const { machine } = seat;
  const file = () => (node.kind === "file" ? node : fail("EISDIR", path));
  const sync = () => step(seat, `sync ${path}`, () => syncNode(seat, path, node));
  const write = (text: string) => writeTo(seat, { path, file: file(), bytes: Buffer.from(text) });
  return {
    stat: async () => sizeOf(node),
    read: (bytes, offset, length, position) =>
      step(seat, `reads ${path}`, () => ({
        bytesRead: file().seen.copy(bytes, offset, position, position + length),
      })),
    write: (bytes, offset, length, position) =>
      step(seat, `write over ${path}`, () => {
        refuseWhenFaulty(machine, "change", path);
        if (
          !bytes.subarray(offset, offset + length).equals(file().seen.subarray(position, position + length))
        )
          throw new Error(`Other bytes were written over ${path}: the simulation does not know that.`);
        writeAgain(file());
        return { bytesWritten: length };
      }),
    writeFile: write,
    appendFile: write,
    truncate: (at) => act(seat, "change", { did: "cut", path }, () => cut(file(), at)),
    sync,
    datasync: sync,
    close: async () => undefined,
  };
}

function writeTo(
  seat: Seat,
  { path, file, bytes }: { path: string; file: FileNode; bytes: Buffer },
): Promise<void> {
  const { machine, process } = seat;
  const told = () => machine.onlooker.fileAct({ by: process, did: "append", path });
  const half = () => {
    append(file, torn(bytes, machine.random));
    told();
  };
  const whole = () => {
    if (strikes(machine, "grow")) {
      half(); // a full disk takes what still fits
      fail(machine.fault ?? "ENOSPC", path);
    }
    append(file, bytes);
    told();
  };
  if (bytes.length === 0) return Promise.resolve();
  return step(seat, `append ${bytes.length} bytes to ${path}`, whole, half);
}

function syncNode({ machine }: Seat, path: string, node: Node): void {
  const struck = strikes(machine, "sync");
  if (struck && node.kind === "file") failSync(node);
  if (struck) fail("EIO", path);
  if (node.kind === "file") syncFile(node);
  else syncDirectory(machine.tree, node);
}

async function removeAll(
  seat: Seat,
  path: string,
  { recursive = false, force }: { recursive?: boolean; force: boolean },
): Promise<void> {
  const { tree } = seat.machine;
  const node = find(tree, path);
  if (!node && force) return;
  if (node?.kind === "directory") {
    if (!recursive) fail("EISDIR", path);
    for (const name of node.seen.keys()) await removeAll(seat, `${path}/${name}`, { recursive, force });
  }
  await act(seat, "change", { did: "remove", path }, () => remove(tree, path));
}
