// Says which entries of a git tree are instructions or skills of a project. Their names are untrusted.
import { brief } from "../../../base/text/brief.ts";

/** An entry of the tree of the person's branch. */
export interface WordEntry {
  path: string;
  mode: string;
  oid: string;
}

/** An entry with its content. */
export interface ReadEntry extends WordEntry {
  /** The size of its content in bytes; `null` if the repository does not have it. */
  size: number | null;
  /** The beginning of its content; `null` if it was not read. */
  bytes: Uint8Array | null;
}

/** The words of the person's branch for workers, as git has them. */
export interface ProjectWords {
  branch: string;
  commit: string;
  /** `null` if the repository no longer has the commit. */
  entries: readonly ReadEntry[] | null;
  /** The kinds of which there are too many to list them: some instructions are missing, or all skills are. */
  tooMany: readonly ("instructions" | "skills")[];
}

export const modes = { directory: "040000", link: "120000", submodule: "160000", program: "100755" } as const;

export const instructionNames = ["AGENTS.md", "CLAUDE.md"] as const;

export type WordPlace =
  /** `directory` is empty at the top of the repository. */
  | { kind: "instructions"; directory: string; name: string }
  | { kind: "misspelt" }
  /** `inner` is the path within the skill's directory; empty for the directory itself. */
  | { kind: "skill"; directory: string; name: string; inner: string }
  /** The directory of all skills. */
  | { kind: "skills" };

const skillPath = /^(\.(?:agents|claude)\/skills)(?:\/([^/]+)(?:\/([^]+))?)?$/;

/** Returns `null` for an entry that is neither. */
export function placeOf(path: string): WordPlace | null {
  const [isSkill, root = "", name, inner = ""] = skillPath.exec(path) ?? [];
  if (isSkill !== undefined)
    return name === undefined ? { kind: "skills" } : skillPlace({ root, name, inner });
  const at = path.lastIndexOf("/");
  const [directory, file] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  const expected = instructionNames.find((each) => each.toLowerCase() === file.toLowerCase());
  if (expected === undefined) return null;
  return expected === file ? { kind: "instructions", directory, name: file } : { kind: "misspelt" };
}

function skillPlace({ root, name, inner }: { root: string; name: string; inner: string }): WordPlace {
  const isMisspelt = inner !== skillFile && inner.toLowerCase() === skillFile.toLowerCase();
  return isMisspelt ? { kind: "misspelt" } : { kind: "skill", directory: `${root}/${name}`, name, inner };
}

export const skillFile = "SKILL.md";

const longestPath = 500;

/** Returns false for a path that could mislead a reader or a file system. */
export function isPlainPath(path: string): boolean {
  if (path.length > longestPath || /[\p{C}\u2028\u2029\ufffd]/u.test(path)) return false;
  return path.split("/").every((part) => !/^(?:|\.|\.\.|\.git)$/i.test(part));
}

/** Returns a path from outside as it may stand in a ledger and a terminal. */
export function shownPath(path: string): string {
  return brief(path.replace(/[\p{C}\u2028\u2029]/gu, "�"), 200);
}
