// Reads many objects of a repository with one git process each for their sizes and their contents. The contents
// come from the object store, so that no checkout, filter or link can stand between.
import { git, gitFault, type GitDeps, type GitPlace, runGit } from "../repository/run.ts";

/** Returns the size of each blob. An object that the repository does not have, or that is no blob, is missing. */
export async function sizesOf(
  deps: GitDeps,
  place: GitPlace,
  oids: readonly string[],
): Promise<Map<string, number>> {
  if (oids.length === 0) return new Map();
  const input = oids.map((oid) => `${oid}\n`).join("");
  const printed = await git(deps, { args: ["cat-file", "--batch-check"], place, input });
  return new Map(
    printed.split("\n").flatMap((line): [string, number][] => {
      const [oid = "", type, size] = line.split(" ");
      return type === "blob" ? [[oid, Number(size)]] : [];
    }),
  );
}

export interface BlobOrder {
  oids: readonly string[];
  /** How many bytes of each are kept. */
  most: number;
}

/** Returns the beginning of each blob. The caller has asked for the sizes first, so that it knows what it asks for. */
export async function readBlobs(
  deps: GitDeps,
  place: GitPlace,
  { oids, most }: BlobOrder,
): Promise<Map<string, Uint8Array>> {
  if (oids.length === 0) return new Map();
  const reader = createBlobReader(most);
  const args = ["cat-file", "--batch"];
  const input = oids.map((oid) => `${oid}\n`).join("");
  const run = await runGit(deps, { args, place, input, take: reader.take });
  if (run.code !== 0) throw gitFault({ args }, run);
  return reader.blobs;
}

/** Reads the format of `git cat-file --batch`: a line with name, type and size, the content, and a newline. */
function createBlobReader(most: number) {
  const blobs = new Map<string, Uint8Array>();
  let head = "";
  let open: { oid: string; left: number; kept: Buffer[]; room: number } | null = null;
  const readHead = (chunk: Buffer, from: number): number => {
    const end = chunk.indexOf(0x0a, from);
    head += chunk.toString("latin1", from, end === -1 ? chunk.length : end);
    if (end === -1) return chunk.length;
    const [oid = "", type, size] = head.split(" ");
    head = "";
    if (type !== "missing" && size !== undefined)
      open = { oid, left: Number(size) + 1, kept: [], room: Math.min(most, Number(size)) };
    return end + 1;
  };
  const readContent = (blob: NonNullable<typeof open>, chunk: Buffer, from: number): number => {
    const part = chunk.subarray(from, from + blob.left);
    blob.kept.push(Buffer.from(part.subarray(0, blob.room)));
    blob.room -= Math.min(blob.room, part.length);
    blob.left -= part.length;
    if (blob.left === 0) {
      blobs.set(blob.oid, Buffer.concat(blob.kept));
      open = null;
    }
    return from + part.length;
  };
  const take = (chunk: Buffer): boolean => {
    let at = 0;
    while (at < chunk.length) at = open === null ? readHead(chunk, at) : readContent(open, chunk, at);
    return true;
  };
  return { blobs, take };
}
