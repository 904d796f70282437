// Buffers a body that is too large for memory in a file until it is sent. The file has no name, so nothing is
// left if this process is killed.
import { closeSync, constants, mkdtempSync, openSync, read, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openUnnamed } from "./unnamed-file.ts";

export interface Spool {
  bytes(): number;
  /** Appends the whole chunk. Throws if the disk is full. */
  write(chunk: Uint8Array): void;
  /** Reads the bytes from the beginning at the reader's pace, and closes the spool at the end. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  close(): void;
}

export function openSpool(directory: string): Spool {
  const file = openUnnamed(directory) ?? openAndForget(directory);
  let length = 0;
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    bytes: () => length,
    write: (chunk) => {
      for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at);
      length += chunk.length;
    },
    stream: () => streamOf({ file, close }),
    close,
  };
}

/** Opens a file and removes its name. This is the fallback for a file system without unnamed files. */
function openAndForget(directory: string): number {
  const own = mkdtempSync(join(directory, "spool-"));
  try {
    return openSync(join(own, "bytes"), constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  } finally {
    rmSync(own, { recursive: true });
  }
}

const chunkBytes = 64 * 1024;
const readAt = promisify(read);

function streamOf({ file, close }: { file: number; close(): void }): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const chunk = new Uint8Array(chunkBytes);
        const { bytesRead } = await readAt(file, chunk, 0, chunkBytes, at);
        at += bytesRead;
        if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead));
        close();
        controller.close();
      } catch (error) {
        close();
        throw error;
      }
    },
    cancel: close,
  });
}
