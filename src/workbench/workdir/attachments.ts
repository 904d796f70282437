// Lays attached files out under their names where a session shows them to its worker. The hall and the workbench both
// do it; whichever comes second finds the file in place.
import type { Attachment } from "../../contract/commission/attachments.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { layOutHashed } from "../../host/files/hashed-files.ts";

/** Returns the directory that a session shows read-only. It exists as long as the session's private files do. */
export function shownAttachments({ session }: Pick<CommissionLayout, "session">): string {
  return `${session}/attachments`;
}

/** Copies the files from the commission's own links. Throws if a file is not what the ledger says. */
export async function layOutAttachments(
  layout: Pick<CommissionLayout, "attachments" | "session">,
  files: readonly Attachment[],
): Promise<void> {
  const into = shownAttachments(layout);
  for (const { name, hash } of files) {
    const isWhole = await layOutHashed({ from: `${layout.attachments}/${hash}`, into, name, hash });
    if (!isWhole) throw new Error(`The attached file "${name}" is damaged: its bytes do not have its hash.`);
  }
}
