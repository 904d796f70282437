// Tarballs as npm packs them, and as nobody should.
import { gzipSync } from "node:zlib";

export interface Packed {
  name: string;
  content?: string;
  /** "0" a file, "1" a hard link, "2" a link, "5" a directory, "x" a head for the next one. */
  kind?: string;
  leadsTo?: string;
}

export function tarball(entries: readonly Packed[]): Buffer {
  return gzipSync(Buffer.concat([...entries.flatMap(entryBytes), Buffer.alloc(1024)]));
}

/** The files of a package, below the directory that npm puts them in. */
export function packed(files: Readonly<Record<string, string>>): Packed[] {
  return Object.entries(files).map(([path, content]) => ({ name: `package/${path}`, content }));
}

function entryBytes({ name, content = "", kind = "0", leadsTo = "" }: Packed): Buffer[] {
  const body = Buffer.from(content);
  const head = Buffer.alloc(512);
  head.write(name.slice(0, 100), 0);
  head.write("0000644\0", 100);
  head.write(`${body.length.toString(8).padStart(11, "0")}\0`, 124);
  head.write(kind, 156);
  head.write(leadsTo.slice(0, 100), 157);
  head.write("ustar\u000000", 257);
  const filling = Buffer.alloc((512 - (body.length % 512)) % 512);
  return [head, body, filling];
}
