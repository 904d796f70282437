// Files and images that a person attaches to a commission, an answer or a note. The bytes are uploaded first and named
// by their hash; a request then refers to them.
import { z } from "zod";
import type { Route } from "../api/route.ts";

/** The type of an upload, and of every download: no browser shows or runs it. */
export const bytesMediaType = "application/octet-stream";

/** The SHA-256 of the bytes. */
export const attachmentHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "expected the SHA-256 of a file, in hexadecimal")
  .brand<"AttachmentHash">();
export type AttachmentHash = z.infer<typeof attachmentHash>;

/** Characters that no name has: control and format characters, path separators, and marks that could end a quote. */
export const unsafeInNames = /[\p{C}\p{Zl}\p{Zp}/\\<>"`]/u;
/** Leaves room for a number or an ending that the hall adds: a file system takes 255 bytes. */
export const maxNameBytes = 200;

/** A name without parts of a path. The hall makes such a name of any name that is uploaded. */
export const attachmentName = z
  .string()
  .min(1)
  .refine(
    (name) =>
      !unsafeInNames.test(name) &&
      !/^[.\s]|\s$/u.test(name) &&
      name === name.normalize("NFC") &&
      new TextEncoder().encode(name).length <= maxNameBytes,
    `expected the name of a file, as the upload answered it: without a path, at most ${maxNameBytes} bytes`,
  );

/** The kind of a file, by its first bytes. Only images that a model can look at count as images. */
export const attachmentType = z.enum([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
  "text/plain",
  "application/octet-stream",
]);
export type AttachmentType = z.infer<typeof attachmentType>;

/** A file of a request. */
export const attachmentRef = z.strictObject({ name: attachmentName, hash: attachmentHash });
export type AttachmentRef = z.infer<typeof attachmentRef>;

/** The hall refuses more than `maxAttachments` by itself, because its refusal names the file. */
export const attachmentRefs = z.array(attachmentRef).max(1000);

/** The message that a file came with. */
export const attachedTo = z.enum(["task", "answer", "note"]);
export type AttachedTo = z.infer<typeof attachedTo>;

/** A file of a commission, as the ledger records it. Its name differs from those of the commission's other files. */
export const attachment = z.object({
  name: z.string(),
  hash: attachmentHash,
  bytes: z.int().nonnegative(),
  type: attachmentType,
  with: attachedTo,
});
export type Attachment = z.infer<typeof attachment>;

/** The answer to an upload. */
export const uploadedFile = z.object({
  name: attachmentName,
  hash: attachmentHash,
  bytes: z.int().nonnegative(),
  type: attachmentType,
});
export type UploadedFile = z.infer<typeof uploadedFile>;

export const attachmentFacts = [
  /** The files of the commission that the worker can read, recorded before its first message names them. */
  z.object({
    type: z.literal("attachments.given"),
    /** The directory that holds them, as the worker sees it. */
    directory: z.string(),
    files: z.array(attachment),
  }),
] as const;

export const uploadQuery = z.strictObject({
  /** The name of the file on the person's machine. The answer has the name that the hall made of it. */
  name: z.string().min(1).max(4096),
});

export const attachmentRoutes = {
  attach: {
    method: "POST",
    path: "/api/v1/attachments",
    summary:
      "Upload a file for a commission, an answer or a note; it is durable before the reply, which has its hash",
    query: uploadQuery,
    body: "bytes",
    status: 201,
    response: uploadedFile,
    errors: [400, 413, 415, 422, 503],
  },
  attachment: {
    method: "GET",
    path: "/api/v1/commissions/:id/attachments/:hash",
    params: { hash: attachmentHash },
    summary: "An attached file of a commission, to be saved: as bytes, whatever it is",
    status: 200,
    response: "file",
    errors: [404, 422],
  },
} as const satisfies Record<string, Route>;
