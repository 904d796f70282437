// Writes the documents that a worker submits as artifacts, and finds the files that it names as artifacts.
import { messageOf } from "../../base/text/message-of.ts";
import { dirname } from "node:path";
import type { ArtifactOutcome } from "../../contract/commission/artifacts.ts";
import type { ArtifactRef } from "../../contract/commission/artifact-ref.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import { openInside, splitRelative } from "../../host/files/inside.ts";

export async function writeArtifact(
  disk: Pick<Disk, "replace" | "makeDirectories">,
  layout: CommissionLayout,
  { path, content }: { path: string; content: string },
): Promise<ArtifactOutcome> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const clean = parts.value.join("/");
  const target = `${layout.artifacts}/${clean}`;
  try {
    // Only Guild Hall's own code writes to this directory, so there are no symlinks to follow.
    await disk.makeDirectories(dirname(target));
    await disk.replace(target, content);
  } catch (error) {
    return {
      ok: false,
      reason: `it could not be written (${messageOf(error)})`,
    };
  }
  return { ok: true, artifact: { path: clean, from: "artifacts", bytes: Buffer.byteLength(content) } };
}

export async function findArtifact(layout: CommissionLayout, path: string): Promise<ArtifactOutcome> {
  const inWork = await measure(layout.work, path, "work");
  if (inWork.ok) return inWork;
  const inArtifacts = await measure(layout.artifacts, path, "artifacts");
  return inArtifacts.ok ? inArtifacts : inWork;
}

/** A larger file stays in the work directory, because a result is meant for people to read. */
export const maxArtifactBytes = 100 * 1024 * 1024;

async function measure(root: string, path: string, from: ArtifactRef["from"]): Promise<ArtifactOutcome> {
  const file = await openInside(root, path);
  if (!file.ok) return file;
  try {
    const clean = path.split("/").filter((part) => part !== "" && part !== ".");
    const { size: bytes } = await file.value.stat();
    if (bytes > maxArtifactBytes) return { ok: false, reason: `it is larger than ${maxArtifactBytes} bytes` };
    return { ok: true, artifact: { path: clean.join("/"), from, bytes } };
  } finally {
    await file.value.close();
  }
}
