// Parses the paths that a worker gives its files, so that they stay below the job's artifacts/ whatever it writes.
import { Refusal, quoted } from "../refusal.ts";

const deepest = 8;
const prefix = "artifacts/";

/** Returns the path as worker/result returns it. */
export function artifactName(parts: readonly string[]): string {
  return prefix + parts.join("/");
}

/** Returns the parts of a path below artifacts/. The path may start with `artifacts/`, as in results. */
export function parseArtifactPath(path: string): string[] {
  const bad = (why: string) => new Refusal(`The path ${quoted(path)} cannot be used: ${why}.`);
  if (path.length > 1024) throw bad("it is too long");
  if (/[\0-\x1f\x7f\\]/.test(path)) throw bad("it has control characters or backslashes");
  if (!path.isWellFormed()) throw bad("it is not well-formed Unicode");
  if (path.startsWith("/")) throw bad("it has to be relative");
  const below = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  const parts = below.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) throw bad("it names no file");
  if (parts.length > deepest) throw bad(`at most ${deepest} levels are kept`);
  if (parts.includes("..")) throw bad("it may not go up");
  if (parts.some((part) => Buffer.byteLength(part) > 200)) throw bad("a part of it is too long");
  return parts;
}
