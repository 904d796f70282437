// Creates a disk whose power can be cut: an ext4 file system in a file, mounted through a loop device. Needs
// root.
import { dlopen, FFIType, ptr } from "bun:ffi";
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../test/harness/hall.ts";

export interface LoopDisk {
  /** The mount point. */
  path: string;
  /**
   * Cuts the power: from then on nothing reaches the disk, not even the journal's data in memory. Processes may keep
   * running.
   */
  cutPower(): void;
  /** Unmounts and remounts it, which drops all that is only in memory. No process may have a file open on it. */
  mountAgain(): Promise<void>;
  close(): void;
}

export interface LoopDiskOrder {
  megabytes: number;
}

export function openLoopDisk({ megabytes }: LoopDiskOrder): LoopDisk {
  const place = mkdtempSync(join(tmpdir(), "gh-disk-"));
  const image = join(place, "image");
  const path = join(place, "mnt");
  try {
    mkdirSync(path);
    run("truncate", "-s", `${megabytes}M`, image);
    run("mkfs.ext4", "-q", "-F", "-m", "0", image);
    mount(image, path);
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
  const unmountAtLast = () => void (unmount(path) || run("umount", "-l", path));
  process.once("exit", unmountAtLast);
  return {
    path,
    cutPower: () => shutDown(path),
    mountAgain: async () => {
      await until("the disk can be unmounted", () => unmount(path));
      // A process that is setting up a sandbox may still hold the file system, and the remount would find its cache.
      await until("the disk is let go of", () => run("losetup", "-j", image) === "", 60_000);
      mount(image, path);
    },
    close: () => {
      unmountAtLast();
      process.removeListener("exit", unmountAtLast);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Returns why no such disk can be mounted here; `null` if one can. */
export function noLoopDisk(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "it needs Linux and root";
  try {
    openLoopDisk({ megabytes: 8 }).close();
    return null;
  } catch (error) {
    return `no loop device can be mounted here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function run(program: string, ...args: string[]): string {
  const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` };
  return execFileSync(program, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function mount(image: string, path: string): void {
  run("mount", "-t", "ext4", "-o", "loop", image, path);
}

function unmount(path: string): boolean {
  try {
    run("umount", path);
    return true;
  } catch {
    return false;
  }
}

/** EXT4_IOC_SHUTDOWN, as `_IOR('X', 125, __u32)`. */
const shutdownRequest = 0x8004587d;
/** EXT4_GOING_FLAGS_NOLOGFLUSH: as in a power cut. */
const withoutFlush = 2;

function shutDown(path: string): void {
  const { symbols, close } = dlopen("libc.so.6", {
    ioctl: { args: [FFIType.i32, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
  });
  const flags = new Uint32Array([withoutFlush]);
  const fd = openSync(path, "r");
  try {
    if (symbols.ioctl(fd, shutdownRequest, ptr(flags)) !== 0) throw new Error(`${path} cannot be shut down.`);
  } finally {
    closeSync(fd);
    close();
  }
}
