// Keeps the files that people attach: uploaded into a directory of the home, linked into each commission that refers to
// them. A commission owns its links, so that no removal elsewhere takes a file from it.
import {
  type Attachment,
  type AttachmentHash,
  attachmentHash,
  type UploadedFile,
} from "../../contract/commission/attachments.ts";
import { maxAttachedBytes } from "../../contract/commission/attachment-bounds.ts";
import type { ByteBody, FileBytes, Operations } from "../../contract/api/operation.ts";
import { done, Fault, type Outcome, refuse } from "../../contract/api/problem.ts";
import { commissionLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { codeOf, type Disk } from "../../host/files/disk.ts";
import { keepHashed, lookAtStart, openFile } from "../../host/files/hashed-files.ts";
import { attachmentsOf } from "../../rules/attachments/attachments-of.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { typeOfStart } from "../../rules/attachments/type-of-start.ts";
import { safeName } from "../../rules/attachments/names.ts";
import type { KeptFile } from "../../rules/attachments/take.ts";
import { bytesText } from "../../rules/show/measures.ts";
import { layOutAttachments, shownAttachments } from "../../workbench/workdir/attachments.ts";

export interface AttachmentStoreDeps {
  home: HomeLayout;
  disk: Disk;
}

export interface GiveOrder {
  id: CommissionId;
  files: readonly Attachment[];
  /** A commission that has the same files; `null` if none has. */
  from: CommissionId | null;
}

export interface AttachmentStore {
  keep(upload: { name: string; body: ByteBody }): Promise<Outcome<UploadedFile>>;
  look(hash: AttachmentHash): Promise<KeptFile | undefined>;
  /** Gives the commission links to its files, durably. Its directory may not exist yet. */
  give(order: GiveOrder): Promise<void>;
  /** Shows the files to a worker at work. Does nothing if no session has begun: the workbench will do it. */
  show(id: CommissionId, files: readonly Attachment[]): Promise<void>;
}

type Reading = Pick<AttachmentStoreDeps, "home"> & {
  find(id: CommissionId): Promise<Commission | undefined>;
};

export function createAttachmentOperations(
  deps: Reading & { attachments: Pick<AttachmentStore, "keep"> },
): Pick<Operations, "attach" | "attachment"> {
  return {
    attach: ({ query, body }) => deps.attachments.keep({ name: query.name, body }),
    attachment: ({ params }) => readAttachment(deps, params),
  };
}

/** Returns a file of a commission as bytes, under its own name. */
export async function readAttachment(
  { home, find }: Reading,
  { id, hash }: { id: CommissionId; hash: AttachmentHash },
): Promise<Outcome<FileBytes>> {
  const commission = await find(id);
  if (!commission) return refuse("not_found", `There is no commission ${id}.`);
  const known = attachmentsOf(commission.record).find((file) => file.hash === hash);
  const opened = known && (await openFile(`${commissionLayout(home, id).attachments}/${hash}`));
  if (!opened) return refuse("not_found", "The commission has no such file.");
  return done({ name: known.name, ...opened });
}

export function createAttachmentStore(deps: AttachmentStoreDeps): AttachmentStore {
  return {
    keep: (upload) => keep(deps, upload),
    look: (hash) => look(deps, hash),
    give: (order) => give(deps, order),
    show: (id, files) => show(deps, id, files),
  };
}

async function keep(
  { home }: AttachmentStoreDeps,
  { name: given, body }: { name: string; body: ByteBody },
): Promise<Outcome<UploadedFile>> {
  const name = safeName(given);
  const kept = await keepHashed({ directory: home.attachments, mostBytes: maxAttachedBytes, ...body });
  switch (kept.is) {
    case "too large":
      return refuse("too_large", `"${name}" is larger than ${bytesText(maxAttachedBytes)}.`);
    case "unlike":
      return refuse("bad_signature", "The signature does not fit the file.");
    case "broken":
      return refuse("bad_request", "The file ended before it was complete.");
    case "kept": {
      const { bytes, start } = kept;
      return done({ name, hash: attachmentHash.parse(kept.hash), bytes, type: typeOfStart(start) });
    }
  }
}

async function look({ home }: AttachmentStoreDeps, hash: AttachmentHash): Promise<KeptFile | undefined> {
  const found = await lookAtStart(`${home.attachments}/${hash}`);
  return found && { bytes: found.bytes, type: typeOfStart(found.start) };
}

async function give({ home, disk }: AttachmentStoreDeps, { id, files, from }: GiveOrder): Promise<void> {
  if (files.length === 0) return;
  const { directory, attachments } = commissionLayout(home, id);
  const sources = [home.attachments, ...(from === null ? [] : [commissionLayout(home, from).attachments])];
  const isNew = await disk.makeDirectory(directory);
  try {
    await disk.makeDirectory(attachments);
    for (const { name, hash } of files) {
      const isGiven = await linkFirst(disk, { sources, hash, into: attachments });
      if (!isGiven) throw new Fault("busy", `The file "${name}" was removed a moment ago. Attach it again.`);
    }
  } catch (error) {
    if (isNew) await disk.removeTree(directory).catch(() => undefined); // the caller needs the first error
    throw error;
  }
}

/** Links the file from the first directory that has it. Returns false if none has it. */
async function linkFirst(
  disk: Disk,
  { sources, hash, into }: { sources: readonly string[]; hash: string; into: string },
): Promise<boolean> {
  for (const source of sources)
    try {
      await disk.link(`${source}/${hash}`, `${into}/${hash}`);
      return true;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  return false;
}

async function show(
  { home, disk }: AttachmentStoreDeps,
  id: CommissionId,
  files: readonly Attachment[],
): Promise<void> {
  const layout = commissionLayout(home, id);
  const isShown = (await disk.sizeOf(shownAttachments(layout))) !== undefined;
  if (isShown) await layOutAttachments(layout, files);
}
