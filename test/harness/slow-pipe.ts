// Creates a pipe that is read only when the test asks for it, so that the pipe can fill up.
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, read, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { openCLibrary } from "../../src/host/processes/c-library.ts";
import { tempDir } from "./temp.ts";

export interface SlowPipe {
  /** The descriptor for the program that writes; `readAll` closes it in this process. */
  writer: number;
  isFull(): boolean;
  /**
   * Sets O_NONBLOCK on the writer's end, as any other process that shares it may do. Call it after `spawn`, which
   * clears the flag again.
   */
  makeNonBlocking(): void;
  /** Whether a write to the full pipe fails with EAGAIN, for every process that shares the writer's end. */
  isNonBlocking(): boolean;
  /** Resolves with all bytes, once no process holds the writer's end. */
  readAll(): Promise<Buffer>;
  closeReader(): void;
  closeWriter(): void;
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

export function openSlowPipe(): SlowPipe {
  const path = `${tempDir()}/pipe`;
  if (spawnSync("mkfifo", [path]).status !== 0) throw new Error("no pipe could be made");
  // Opening an end in blocking mode waits until the other end is open.
  const opener = openSync(path, O_RDONLY | O_NONBLOCK);
  const writer = openSync(path, O_WRONLY);
  const reader = openSync(path, O_RDONLY);
  closeSync(opener);
  return {
    writer,
    isFull: () => !takesBytes(writer),
    makeNonBlocking: () => void c.fcntl(writer, setFlags, O_WRONLY | O_NONBLOCK),
    isNonBlocking: () => (flagsOf(writer) & O_NONBLOCK) !== 0,
    readAll: async () => {
      closeSync(writer);
      const bytes = await readToEnd(reader);
      closeSync(reader);
      return bytes;
    },
    closeReader: () => closeSync(reader),
    closeWriter: () => closeSync(writer),
  };
}

const pollOut = 4;
const setFlags = 4;
const { symbols: c } = openCLibrary({
  poll: { args: ["ptr", "u64", "i32"], returns: "i32" },
  fcntl: { args: ["i32", "i32", "i32"], returns: "i32" },
});

function takesBytes(descriptor: number): boolean {
  const asked = new Int32Array([descriptor, pollOut]); // poll writes its result to the upper half of the second number
  c.poll(asked, 1, 0);
  return (asked[1] ?? 0) >>> 16 === pollOut;
}

function flagsOf(descriptor: number): number {
  const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
  return Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? "", 8);
}

async function readToEnd(descriptor: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(65_536);
    const { bytesRead } = await promisify(read)(descriptor, part, 0, part.length, null);
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, bytesRead));
  }
}
