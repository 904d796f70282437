// Reads guild-member.json in one directory: returns the manifest, or every fault with its field and what was expected.
import { messageOf } from "../../../base/text/message-of.ts";
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { type MemberManifest, memberManifest } from "../../../contract/member/member.ts";
import { type InsideResult, no, openInside, whyUnreadable } from "../../../host/files/inside.ts";
import { tooLarge, whyNoDirectory } from "../../../host/files/look-inside.ts";
import { jsonFaultAt } from "../../../base/data/json-fault.ts";
import { faultText, type ShapeFault, shapeFaults } from "../../../base/text/shape-faults.ts";

export const manifestFile = "guild-member.json";
export const maxManifestBytes = 256 * 1024;

export type ReadManifest =
  | {
      ok: true;
      manifest: MemberManifest;
      /** The hash of the manifest's bytes. */
      sha256: string;
      /** Keys that the hall does not know. */
      otherKeys: string[];
    }
  | { ok: false; faults: ShapeFault[] };

export async function readManifest(directory: string): Promise<ReadManifest> {
  const bytes = await readBytes(directory);
  if (!bytes.ok) return faulty(await whyUnread(directory, bytes.reason));
  const json = parseJson(bytes.value);
  if (!json.ok) return faulty(`it is not JSON at ${json.reason}`);
  const parsed = memberManifest.safeParse(json.value);
  if (parsed.success)
    return {
      ok: true,
      manifest: parsed.data,
      sha256: createHash("sha256").update(bytes.value).digest("hex"),
      otherKeys: Object.keys(json.value as object).filter((key) => !knownKeys.includes(key)),
    };
  if (!isObject(json.value)) return faulty("expected a JSON object with name, mcp and more");
  return { ok: false, faults: shapeFaults(json.value, { error: parsed.error, known: knownKeys, at: "" }) };
}

/**
 * Returns why the path is not a directory; `null` if it is one. That reason is clearer than an unreadable
 * manifest.
 */
export async function whyNoMember(directory: string): Promise<string | null> {
  const nowhere = await whyNoDirectory(directory);
  return nowhere === null ? null : `${directory}: ${nowhere}; expected a directory with a ${manifestFile}`;
}

export const knownKeys: readonly string[] = Object.keys(memberManifest.shape);

/** Prefixes the file name: "guild-member.json: transport: expected ...". */
export function manifestFaultText(fault: ShapeFault): string {
  return `${manifestFile}: ${faultText(fault)}`;
}

/** Opens only a regular file of the directory itself: a symlink could lead anywhere, and a pipe would never end. */
async function readBytes(directory: string): Promise<InsideResult<Buffer>> {
  try {
    const file = await openInside(directory, manifestFile);
    return file.ok ? await readSmall(file.value) : file;
  } catch (error) {
    return no(whyUnreadable(error));
  }
}

async function readSmall(file: FileHandle): Promise<InsideResult<Buffer>> {
  try {
    const { size } = await file.stat();
    if (size > maxManifestBytes) return no(tooLarge(size, maxManifestBytes));
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await file.read(buffer, 0, size, 0);
    return { ok: true, value: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

async function whyUnread(directory: string, reason: string): Promise<string> {
  const nowhere = await whyNoDirectory(directory);
  return `${nowhere ?? reason}; expected a manifest that says what the member is`;
}

function parseJson(bytes: Buffer): InsideResult<unknown> {
  const text = bytes.toString("utf8");
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const { line, column } = jsonFaultAt(text);
    const message = messageOf(error);
    return no(`line ${line}, column ${column}: ${message.replace(/^JSON Parse error: /, "")}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function faulty(message: string): ReadManifest {
  return { ok: false, faults: [{ field: "", message }] };
}
