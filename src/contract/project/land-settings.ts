// The settings of a project that say what becomes of finished work: where it goes, how its commits look, and where
// the record of a commission is kept.
import { z } from "zod";

/**
 * The destination of finished work. `integration`: the hall merges it into the integration branch. `review`: it waits
 * on a branch of its own until a person accepts it. `branch`: it stays on a branch of its own.
 */
export const landMode = z.enum(["integration", "review", "branch"]);
export type LandMode = z.infer<typeof landMode>;

/**
 * The place of a commission's record (what was asked, decided, checked and spent). `hall`: only in the hall's home.
 * `commit`: also as a file below `.lore/commissions/`, committed with the work. `notes`: also as a git note.
 */
export const recordMode = z.enum(["hall", "commit", "notes"]);
export type RecordMode = z.infer<typeof recordMode>;

/** The git ref that holds the records of commissions as notes. */
export const recordNotesRef = "refs/notes/guild-hall";

/** A person as git writes one: a name, and an address in angle brackets. */
const gitPerson = z
  .string()
  .trim()
  .max(300)
  .regex(
    /^[^<>\p{Cc}]+ <[^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+>$/u,
    'expected a name and an address, such as "Ada Example <ada@example.org>"',
  );

const trailer = z
  .string()
  .trim()
  .max(500)
  .regex(/^[A-Za-z][A-Za-z0-9-]*: [^\p{Cc}]+$/u, 'expected a trailer, such as "Refs: {id}"')
  .refine(
    (text) => !/^(?:commission|worker|status|trust|rehearsed|undoes)\s*:/i.test(text),
    "the hall writes this trailer itself",
  );

export const commitSettings = z.strictObject({
  author: gitPerson
    .optional()
    .describe(
      "The author of commits with a worker's work; unset: the worker, at an address that does not exist.",
    ),
  committer: gitPerson
    .optional()
    .describe("The committer of these commits; unset: the author that is set here, else the hall."),
  message: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .describe(
      "The message before its trailers. `{title}`, `{summary}`, `{type}`, `{worker}`, `{project}`, `{id}` and `{attempt}` stand for the commission's own; `{type}` is its label among the types of Conventional Commits, else `feat`. Unset: the title, an empty line and the summary.",
    ),
  signOff: z
    .boolean()
    .default(false)
    .describe(
      "Whether commits end with `Signed-off-by`, by the author that is set here, else by the committer.",
    ),
  trailers: z
    .array(trailer)
    .max(20)
    .default([])
    .describe("Further trailers, with the same words in braces as `message`."),
});
export type CommitSettings = z.infer<typeof commitSettings>;
