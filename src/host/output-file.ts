// A file for what a child prints. The child holds it too, so it outlives whoever opened it.
import { closeSync, openSync } from "node:fs";

export interface OutputFile {
  descriptor: number;
  /** Closes it here; the child keeps its own. */
  close(): void;
}

export function openOutput(path: string): OutputFile {
  const descriptor = openSync(path, "a", 0o600);
  return { descriptor, close: () => closeSync(descriptor) };
}
