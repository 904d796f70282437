// Finds a path for a unix socket: the preferred one if it is short enough, else one in a new private directory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fitsSocket } from "./nudge.ts";

export interface SocketPlace {
  path: string;
  release(): void;
}

export function findSocketPlace(preferred: string): SocketPlace {
  if (fitsSocket(preferred)) {
    rmSync(preferred, { force: true });
    return { path: preferred, release: () => rmSync(preferred, { force: true }) };
  }
  const path = join(mkdtempSync(join(tmpdir(), "guild-hall-")), "s");
  return { path, release: () => rmSync(dirname(path), { recursive: true, force: true }) };
}
