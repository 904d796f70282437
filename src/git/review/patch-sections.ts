// Splits a patch into one section per file while git prints it. A section that is too long is counted, but not kept in
// memory.

export interface PatchSection {
  bytes: number;
  /** `null` if the section was too long, or if earlier sections used up the limit for all of them. */
  text: Buffer | null;
}

export interface PatchBounds {
  /** The most bytes of one section. */
  each: number;
  /** The most bytes of all sections together that are kept. */
  all: number;
  /** Stops reading after this many sections. */
  sections: number;
  /** The most bytes that are read, whether they are kept or not. */
  read: number;
}

export interface PatchSections {
  /** Takes the next chunk of the patch. Returns false when no more is needed. */
  take(chunk: Buffer): boolean;
  /** Returns the complete sections. The last one counts only if git printed the whole patch. */
  end(isWhole: boolean): PatchSection[];
}

/** The beginning of a section. No line of a file looks like this, because each has "+", "-" or a space before it. */
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
  /** The last bytes of the chunk, which may be the first part of a `beginning`. */
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
