// Describes the runtime and the machine: the program file for the processes that we start, the platform, and
// `fetch`.
import { tmpdir } from "node:os";

export const runtimeFile: string = process.execPath;
export const runtimeVersion: string = Bun.version;

export const machine: { platform: string; arch: string; isRoot: boolean; temporary: string } = {
  platform: process.platform,
  arch: process.arch,
  isRoot: process.getuid?.() === 0,
  /** TMPDIR, or the machine's default for temporary files. */
  temporary: tmpdir(),
};

export const systemFetch: typeof globalThis.fetch = globalThis.fetch;
