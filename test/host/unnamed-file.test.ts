import { expect, test } from "bun:test";
import { closeSync, readFileSync, statSync, utimesSync, writeSync } from "node:fs";
import { openBytes } from "../../src/host/files/unnamed-file.ts";
import { tempDir } from "../harness/temp.ts";

test("bytes are handed on a descriptor that only reads, and never had a name that a kill could leave", () => {
  const place = tempDir();
  utimesSync(place, 1, 1); // a name that comes or goes would move it
  const handed = openBytes(new TextEncoder().encode("a secret"), place);
  try {
    expect(statSync(place).mtimeMs).toBe(1000);
    expect(() => writeSync(handed, "another")).toThrow("EBADF");
    expect(readFileSync(handed, "utf8")).toBe("a secret");
  } finally {
    closeSync(handed);
  }
});
