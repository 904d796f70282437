// Takes a patch apart while git prints it, file by file. Of a file whose part is too long nothing is held.

export interface PatchSection {
  bytes: number;
  /** null: it was too long, or there was no room left for it. */
  text: Buffer | null;
}

export interface PatchBounds {
  /** Of one section. */
  each: number;
  /** Of all that are held. */
  all: number;
  /** After so many sections the rest is not read. */
  sections: number;
  /** Whatever is held of it, no more than this is read. */
  read: number;
}

export interface PatchSections {
  /** False: nothing more is needed. */
  take(chunk: Buffer): boolean;
  /** Those that came to their end; all of them where git came to its own. */
  end(isWhole: boolean): PatchSection[];
}

/** No line of a file begins so: each has a mark before it. */
const beginning = Buffer.from("\ndiff --git ");

export function createPatchSections(bounds: PatchBounds): PatchSections {
  const taking: Taking = { bounds, done: [], open: null, held: 0, read: 0, rest: Buffer.from("\n") };
  return {
    take: (chunk) => take(taking, chunk),
    end: (isWhole) => {
      add(taking, taking.rest);
      if (isWhole) close(taking);
      return taking.done;
    },
  };
}

interface Taking {
  bounds: PatchBounds;
  done: PatchSection[];
  open: { bytes: number; parts: Buffer[] | null } | null;
  held: number;
  read: number;
  /** What may be the first half of a beginning. */
  rest: Buffer;
}

function take(taking: Taking, chunk: Buffer): boolean {
  const { bounds } = taking;
  taking.read += chunk.length;
  const bytes = Buffer.concat([taking.rest, chunk]);
  let at = 0;
  for (let found = bytes.indexOf(beginning); found !== -1; found = bytes.indexOf(beginning, at)) {
    add(taking, bytes.subarray(at, found + 1));
    close(taking);
    if (taking.done.length >= bounds.sections) return false;
    taking.open = { bytes: 0, parts: [] };
    at = found + 1;
  }
  const rest = Math.max(at, bytes.length - beginning.length + 1);
  add(taking, bytes.subarray(at, rest));
  taking.rest = Buffer.from(bytes.subarray(rest));
  return taking.read < bounds.read;
}

function add(taking: Taking, bytes: Buffer): void {
  const { open, bounds } = taking;
  if (!open) return;
  open.bytes += bytes.length;
  if (open.parts === null) return;
  taking.held += bytes.length;
  open.parts.push(Buffer.from(bytes));
  if (open.bytes <= bounds.each && taking.held <= bounds.all) return;
  taking.held -= open.bytes;
  open.parts = null;
}

function close(taking: Taking): void {
  const { open } = taking;
  if (open) taking.done.push({ bytes: open.bytes, text: open.parts && Buffer.concat(open.parts) });
  taking.open = null;
}
