// Decides by its first bytes what an attached file is.
import { imageTypeOf } from "../../base/data/image-type.ts";
import { type AttachmentType, attachmentType } from "../../contract/commission/attachments.ts";
import { isText } from "../show/artifact-kind.ts";

/** Returns the type of the file that begins with these bytes. The name has no say. */
export function typeOfStart(start: Buffer): AttachmentType {
  const image = attachmentType.safeParse(imageTypeOf(start)).data;
  if (image !== undefined) return image;
  if (start.subarray(0, 5).equals(Buffer.from("%PDF-"))) return "application/pdf";
  return isText(start) ? "text/plain" : "application/octet-stream";
}
