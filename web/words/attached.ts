// Describes files that a person attaches to a message, as the hall answered their upload. Pure.
import type { UploadedFile } from "../../src/contract/commission/attachments.ts";

export type AttachedFile = Pick<UploadedFile, "name" | "bytes" | "type"> & { hash: string };

/** Returns the part of a message's body that refers to the files; empty if there are none. */
export function attachmentsIn(files: readonly AttachedFile[]): {
  attachments?: { name: string; hash: string }[];
} {
  return files.length === 0 ? {} : { attachments: files.map(({ name, hash }) => ({ name, hash })) };
}
