// Builds what git reading gives of a project's instructions and skills, and what a worker is told of it.
import { createHash } from "node:crypto";
import { modes, type ReadEntry } from "../../../src/rules/prompt/instructions/entries.ts";
import {
  mostInstructionBytes,
  planInstructions,
} from "../../../src/rules/prompt/instructions/instructions.ts";
import { instructionsText } from "../../../src/rules/prompt/instructions/section.ts";

export const oidOf = (text: string) => createHash("sha1").update(text).digest("hex");
const plain = "100644";

/** An entry as git reading gives it: only the beginning of a long text is there. */
export function entry(path: string, text: string, mode: string = plain): ReadEntry {
  const bytes = new TextEncoder().encode(text);
  return { path, mode, oid: oidOf(text), size: bytes.length, bytes: bytes.slice(0, mostInstructionBytes) };
}

export const directory = (path: string, oid = oidOf(path)): ReadEntry => {
  return { path, mode: modes.directory, oid, size: null, bytes: null };
};

const fileTools = ["Read", "Grep", "Glob", "Write", "Edit"];

export function plan(entries: readonly ReadEntry[], builtInTools: readonly string[] = fileTools) {
  return planInstructions({ branch: "main", commit: "c".repeat(40), entries, tooMany: [] }, builtInTools);
}

export function textOf(entries: readonly ReadEntry[], skillsAt: string | null = "/gh/skills"): string {
  return instructionsText({ project: "acme", told: plan(entries), skillsAt });
}

export function someSkill(path: string, text = "---\ndescription: How\n---\n"): ReadEntry[] {
  return [directory(path), entry(`${path}/SKILL.md`, text)];
}
