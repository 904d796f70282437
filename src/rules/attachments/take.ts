// Decides which files a message brings to a commission: within the bounds, each with a name of its own. Pure.
import {
  type AttachedTo,
  type Attachment,
  type AttachmentRef,
  type AttachmentType,
} from "../../contract/commission/attachments.ts";
import { maxAttachmentsInAll } from "../../contract/commission/attachment-bounds.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import { whyTooMuch } from "./bounds.ts";
import { honestName, isNameFor, keyOf, uniqueName } from "./names.ts";

export interface KeptFile {
  bytes: number;
  type: AttachmentType;
}

export interface MessageFilesOrder {
  refs: readonly AttachmentRef[];
  with: AttachedTo;
  /** The files that the commission has already. */
  earlier: readonly Attachment[];
  /** Returns `undefined` if the hall has no such file. */
  find(ref: AttachmentRef): KeptFile | undefined;
}

/**
 * Returns the new files. A file that the commission has already under the same name, perhaps with a number, is not taken
 * twice: a client may repeat its request.
 */
export function takeAttachments(order: MessageFilesOrder): Outcome<Attachment[]> {
  const { refs, earlier, find } = order;
  const missing = refs.find((ref) => find(ref) === undefined);
  if (missing !== undefined)
    return refuse(
      "bad_attachment",
      `The hall does not have the file "${missing.name}" (any more).`,
      "Upload it (again): POST /api/v1/attachments, or --file PATH.",
    );
  const sized = refs.map((ref) => ({ name: ref.name, bytes: find(ref)?.bytes ?? 0 }));
  const why = whyTooMuch(sized);
  if (why !== null) return refuse("too_large", why);
  const taken = new Set(earlier.map(({ name }) => keyOf(name)));
  const added: Attachment[] = [];
  for (const ref of refs) {
    const { bytes, type } = find(ref) ?? { bytes: 0, type: "application/octet-stream" as const };
    const wanted = honestName(ref.name, type);
    const isKnown = [...earlier, ...added].some(
      (known) => known.hash === ref.hash && isNameFor(known.name, wanted),
    );
    if (isKnown) continue;
    const name = uniqueName(wanted, taken);
    taken.add(keyOf(name));
    added.push({ name, hash: ref.hash, bytes, type, with: order.with });
  }
  const last = added.at(maxAttachmentsInAll - earlier.length);
  if (last !== undefined)
    return refuse(
      "too_large",
      `"${last.name}" is one file too many: a commission has at most ${maxAttachmentsInAll}, with those of earlier attempts.`,
    );
  return done(added);
}
