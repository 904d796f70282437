// Downloads a whole artifact, piece by piece. The file is saved as plain bytes, whatever type it claims.
import { useMutation } from "@tanstack/react-query";
import type { ArtifactEntry } from "../../../../src/contract/commission/artifacts.ts";
import { call } from "../../../api/call.ts";
import { bytesOf } from "./base64.ts";

export function useDownload(id: string, { path }: ArtifactEntry) {
  return useMutation({ mutationFn: async () => save(path, await fetchWhole(id, path)) });
}

async function fetchWhole(id: string, path: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; ;) {
    const { content, encoding, cut } = await call("artifact", { params: { id }, query: { path, from } });
    const piece = encoding === "base64" ? bytesOf(content) : new TextEncoder().encode(content);
    pieces.push(piece);
    from += piece.length;
    if (!cut || piece.length === 0) return new Blob(pieces, { type: "application/octet-stream" });
  }
}

export function save(path: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = nameOf(path);
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns a safe file name, without control characters, path separators or leading dots. */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/[\p{C}\\/:*?"<>|]/gu, "_").replace(/^\.+/, "_") || "artifact";
}
