// Swaps two names atomically, so that both exist at every moment.
import { FFIType } from "bun:ffi";
import { openCLibrary } from "../processes/c-library.ts";

/** Returns false if the kernel or the file system cannot do it; then nothing has changed. */
export function exchangeNames(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(`${one}\0`), Buffer.from(`${other}\0`)];
  try {
    return process.platform === "darwin"
      ? onDarwin().symbols.renamex_np(first, second, swap) === 0
      : onLinux().symbols.renameat2(here, first, here, second, swap) === 0;
  } catch {
    return false; // the C library is too old to have this call
  }
}

/** RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS. */
const swap = 2;
/** AT_FDCWD */
const here = -100;

const { i32, u32, cstring } = FFIType;

const onLinux = () => openCLibrary({ renameat2: { args: [i32, cstring, i32, cstring, u32], returns: i32 } });
const onDarwin = () => openCLibrary({ renamex_np: { args: [cstring, cstring, u32], returns: i32 } });
