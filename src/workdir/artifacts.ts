// Artifacts: documents a worker hands in, and files it names. A name proves nothing: the file is looked at.
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { ArtifactRef } from "../contract/facts.ts";
import type { CommissionLayout } from "../contract/home-layout.ts";
import type { Disk } from "../host/disk.ts";
import { openInside, splitRelative } from "../host/inside.ts";

export type ArtifactOutcome = { ok: true; artifact: ArtifactRef } | { ok: false; reason: string };

export async function writeArtifact(
  disk: Pick<Disk, "replace">,
  layout: CommissionLayout,
  { path, content }: { path: string; content: string },
): Promise<ArtifactOutcome> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const clean = parts.value.join("/");
  const target = `${layout.artifacts}/${clean}`;
  try {
    // Only the hall writes here, so there are no links to follow.
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await disk.replace(target, content);
  } catch (error) {
    return {
      ok: false,
      reason: `it could not be written (${error instanceof Error ? error.message : String(error)})`,
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

async function measure(root: string, path: string, from: ArtifactRef["from"]): Promise<ArtifactOutcome> {
  const file = await openInside(root, path);
  if (!file.ok) return file;
  try {
    const clean = path.split("/").filter((part) => part !== "" && part !== ".");
    return { ok: true, artifact: { path: clean.join("/"), from, bytes: (await file.value.stat()).size } };
  } finally {
    await file.value.close();
  }
}
