// The facts about a project's own instructions and skills: which of them a worker was told, each with its hash.
import { z } from "zod";
import { branchName, oid } from "../project/tree.ts";

/** The commit of the person's branch whose instructions a commission is told, decided when it is first dispatched. */
export const instructionsPlan = z.object({ branch: branchName, commit: oid });
export type InstructionsPlan = z.infer<typeof instructionsPlan>;

const count = z.int().nonnegative();

/** A file of the person's branch. `oid` is the git object of its whole content, which has `bytes` bytes. */
const file = z.object({ path: z.string(), oid, bytes: count });

export const toldFile = file.extend({
  /** How many of its bytes were told; 0 if `sameAs` names the file that says the same. */
  told: count,
  sameAs: z.string().optional(),
});
export type ToldFile = z.infer<typeof toldFile>;

const offeredSkill = z.object({
  name: z.string(),
  /** The skill's directory on the person's branch, and its git tree. */
  path: z.string(),
  oid,
  /** The files that were laid out, and their size. */
  files: count,
  bytes: count,
});

export const leftOut = z.object({ path: z.string(), why: z.string() });
export type LeftOut = z.infer<typeof leftOut>;

const pathsFound = z.object({
  type: z.literal("paths.found"),
  ...instructionsPlan.shape,
  paths: z.array(z.object({ path: z.string(), is: z.enum(["file", "directory"]) })),
});
export type PathsFact = z.infer<typeof pathsFound>;

export const instructionFacts = [
  /** The project's instructions and skills that stand in the worker's first message. */
  z.object({
    type: z.literal("instructions.given"),
    ...instructionsPlan.shape,
    files: z.array(toldFile),
    /** The files that hold for a part of the project. Each is told when the worker first names a path there. */
    nested: z.array(file),
    skills: z.array(offeredSkill),
    /** The paths that were not told, each with the reason; at most 20 are named. */
    leftOut: z.array(leftOut),
    /** How many more were left out. */
    more: count,
  }),
  /** The instructions for a part of the project, told because the worker named a path there. */
  z.object({
    type: z.literal("instructions.added"),
    callId: z.string(),
    files: z.array(toldFile),
    leftOut: z.array(leftOut),
  }),
  /** The paths that the task names with "@" and that the commit of the person's branch has. */
  pathsFound,
] as const;
