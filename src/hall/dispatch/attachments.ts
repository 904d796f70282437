// Takes the files of a message for a commission: checks that the hall has them and that they keep within the bounds.
import type {
  AttachedTo,
  Attachment,
  AttachmentHash,
  AttachmentRef,
} from "../../contract/commission/attachments.ts";
import type { Outcome } from "../../contract/api/problem.ts";
import { type KeptFile, takeAttachments } from "../../rules/attachments/take.ts";

export interface AttachmentFiles {
  /** Returns `undefined` if the hall does not have the file. */
  look(hash: AttachmentHash): Promise<KeptFile | undefined>;
}

export interface MessageFiles {
  refs: readonly AttachmentRef[] | undefined;
  with: AttachedTo;
  /** The files that the commission has already. */
  earlier: readonly Attachment[];
}

/** Returns the new files of the message. */
export async function findAttachments(
  files: AttachmentFiles,
  { refs = [], ...order }: MessageFiles,
): Promise<Outcome<Attachment[]>> {
  const kept = new Map<AttachmentHash, KeptFile>();
  for (const { hash } of refs) {
    const found = kept.has(hash) ? undefined : await files.look(hash);
    if (found) kept.set(hash, found);
  }
  return takeAttachments({ ...order, refs, find: ({ hash }) => kept.get(hash) });
}
