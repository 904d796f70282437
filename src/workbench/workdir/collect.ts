// Finishes a work directory: copies the files that the result names into `artifacts/`, and removes the session's
// private files.
import { type FileHandle, lstat, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { FinishPlan } from "../../contract/commission/events.ts";
import type { ArtifactRef } from "../../contract/commission/artifact-ref.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import { openInside } from "../../host/files/inside.ts";
import { maxArtifactBytes } from "./artifacts.ts";

export interface Collected {
  /** Relative to the commission's directory. */
  artifacts: string[];
  problems: string[];
}

/**
 * Copies the artifacts and removes the private files. Idempotent, so it may be interrupted and repeated. A
 * problem that the worker caused (a missing file, a link) is reported; a fault of the machine (a full disk)
 * is thrown, and the caller retries.
 */
export async function collectWork(
  disk: Disk,
  layout: CommissionLayout,
  { copy, mostMb }: Pick<FinishPlan, "copy"> & { mostMb: number | null },
): Promise<Collected> {
  const collected: Collected = { artifacts: [], problems: [] };
  const left = { bytes: (mostMb ?? Infinity) * megabyte };
  for (const artifact of copy) {
    const problem = artifact.from === "work" ? await copyOut(disk, layout, { artifact, left }) : null;
    if (problem === null) collected.artifacts.push(`artifacts/${artifact.path}`);
    else collected.problems.push(`${artifact.path}: ${problem}`);
  }
  for (const directory of [layout.session, layout.early])
    await disk.removeTree(directory).catch((error: unknown) => {
      collected.problems.push(`The session's private files could not be removed: ${String(error)}`);
    });
  return { ...collected, artifacts: [...new Set(collected.artifacts)] };
}

interface CopyOrder {
  artifact: ArtifactRef;
  /**
   * The bytes that may still be written for all artifacts. A file may have grown since it was submitted, or
   * may have been submitted under several names.
   */
  left: { bytes: number };
}

async function copyOut(
  disk: Disk,
  layout: CommissionLayout,
  { artifact, left }: CopyOrder,
): Promise<string | null> {
  const source = await openInside(layout.work, artifact.path);
  const target = `${layout.artifacts}/${artifact.path}`;
  if (!source.ok) return (await wasCopied(layout, target)) ? null : source.reason;
  try {
    if ((await source.value.stat()).size > maxArtifactBytes)
      return "it has grown too large since it was handed in";
    await disk.makeDirectories(dirname(target));
    // The draft lies beside `artifacts/`, not in it, because a worker may choose any name there.
    const draft = `${layout.directory}/.artifact.draft`;
    const written = await copyWithHoles(source.value, { draft, most: left.bytes });
    if (written === null) {
      await unlink(draft);
      return "together with the others it is more than the commission may take of the disk";
    }
    left.bytes -= written;
    await disk.move(draft, target);
    return null;
  } finally {
    await source.value.close();
  }
}

const zeroes = Buffer.alloc(64 * 1024);

/** Copies a file and leaves holes for its zeroes. Returns the bytes written, or `null` if they would exceed `most`. */
async function copyWithHoles(
  source: FileHandle,
  { draft, most }: { draft: string; most: number },
): Promise<number | null> {
  const file = await open(draft, "w", 0o600);
  const piece = Buffer.alloc(zeroes.length);
  let [at, written] = [0, 0];
  try {
    // Even if a worker is still writing to the file, no more is copied than a worker may submit.
    while (at < maxArtifactBytes) {
      const { bytesRead } = await source.read(piece, 0, piece.length, at);
      if (bytesRead === 0) break;
      const read = piece.subarray(0, bytesRead);
      if (!read.equals(zeroes.subarray(0, bytesRead))) {
        written += bytesRead;
        if (written > most) return null;
        await writeAll(file, read, at);
      }
      at += bytesRead;
    }
    await file.truncate(at);
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

const megabyte = 1024 * 1024;

/**
 * Returns true if the worktree is gone and the target exists: a worktree is removed only after everything was copied.
 */
async function wasCopied({ work }: CommissionLayout, target: string): Promise<boolean> {
  const isThere = (path: string) =>
    lstat(path).then(
      () => true,
      () => false,
    );
  return !(await isThere(work)) && (await isThere(target));
}
