// Checks whether temporary files can be written. Workbenches need a few, and so do the programs that a worker runs
// outside a sandbox.
import type { Finding } from "../../contract/api/doctor.ts";
import { codeOf } from "../../host/files/disk.ts";
import { thrownText } from "../../base/text/thrown-text.ts";
import { fail, ok } from "./finding.ts";

export interface TemporaryDeps {
  /** TMPDIR, or the machine's default. */
  temporary: string;
  /** Rejects with the system's error if no file can be written there. */
  tryToWrite(directory: string): Promise<void>;
}

export async function checkTemporary({ temporary, tryToWrite }: TemporaryDeps): Promise<Finding> {
  try {
    await tryToWrite(temporary);
    return ok("tmpdir", temporary);
  } catch (error) {
    const { what, how } = troubles[codeOf(error) ?? ""] ?? {
      what: `cannot be written to (${thrownText(error)})`,
      how: mayWrite,
    };
    return fail("tmpdir", {
      detail: `${temporary} ${what}`,
      advice: `${how(temporary)}, or set TMPDIR to another directory. ${again}`,
    });
  }
}

interface Trouble {
  what: string;
  how(place: string): string;
}

const mayWrite = () => "Change its owner or its mode";
const full: Trouble = { what: "is full", how: () => "Make room there" };
const closed: Trouble = { what: "cannot be written to", how: mayWrite };

const troubles: Readonly<Record<string, Trouble>> = {
  ENOENT: { what: "does not exist", how: (place) => `Make it (mkdir -p ${place})` },
  ENOTDIR: { what: "is not a directory", how: () => "Move the file there away" },
  EROFS: { what: "is on a file system that is mounted read-only", how: () => "Mount it for writing" },
  ENOSPC: full,
  EDQUOT: full,
  EACCES: closed,
  EPERM: closed,
};

const again =
  "A hall that runs keeps the directory it was started with until `guild-hall down` and `guild-hall up`.";
