// Builds the arguments of git commands that show history to a model. The model chooses the revisions and paths, so they
// are parsed here: none can be an option, a range, a path outside the worktree or a pattern that git expands.
import { z } from "zod";

/** A branch, a tag or an object id, perhaps with steps back, such as HEAD~2. Slightly stricter than git's own rules. */
const revision = z
  .string()
  .max(250)
  .regex(
    /^(?!.*(?:\.\.|\/\/|\/\.|@\{))[\p{L}\p{N}_][\p{L}\p{N}_./@+-]*(?:[~^]\d{0,4}){0,8}$/u,
    "expected a branch, a tag or the name of a commit, such as HEAD~2",
  );

const path = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => !/\p{Cc}/u.test(text), "expected a path without line breaks")
  .refine((text) => !/^[-/:~]/.test(text), "expected a path below the work directory, such as src/main.ts")
  .refine((text) => !text.split("/").includes(".."), "expected a path without ..")
  .transform(plainPath);

const paths = z.array(path).max(50).default([]);

const maxCommits = 200;

export const logAsked = z.strictObject({
  from: revision.optional(),
  to: revision.default("HEAD"),
  paths,
  count: z.int().min(1).max(maxCommits).default(20),
});
export const diffAsked = z.strictObject({
  from: revision.optional(),
  to: revision.optional(),
  paths,
  summary: z.boolean().default(false),
});
export const showAsked = z.strictObject({ revision, path: path.optional() });

/**
 * Options that come before every command. For a file above the threshold, git reports only that it differs.
 */
export const historySettings: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "-c",
  "core.quotePath=false",
  "-c",
  "core.bigFileThreshold=8m",
];

/**
 * Options that keep git from running programs that the repository names, and from looking for changes inside
 * submodules.
 */
export const plainDiff: readonly string[] = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=dirty",
];
const commits = [
  "--no-color",
  "--no-notes",
  "--no-show-signature",
  "--decorate=short",
  "--format=%h%d%n%an, %aI%n%n%w(0,4,4)%B",
];
const widths = "--stat=160";

export function statusArgs(): string[] {
  return [
    "status",
    "--short",
    "--branch",
    "--no-ahead-behind",
    "--untracked-files=all",
    "--ignore-submodules=dirty",
  ];
}

export function logArgs(asked: z.infer<typeof logAsked>): string[] {
  const range = asked.from === undefined ? asked.to : `${asked.from}..${asked.to}`;
  return ["log", ...commits, `--max-count=${asked.count}`, ...named([range], asked.paths)];
}

/** Compares a commit with another commit, or with the worktree's files if the request names no second commit. */
export function diffArgs(asked: z.infer<typeof diffAsked>, base: string): string[] {
  const { from = base, to, paths: below, summary } = asked;
  const form = summary ? [widths, "--compact-summary"] : ["--patch"];
  return ["diff", ...plainDiff, ...form, ...named(to === undefined ? [from] : [from, to], below)];
}

/** Lists untracked files, which no diff shows. */
export function untrackedArgs(below: readonly string[]): string[] {
  return ["ls-files", "--others", "--exclude-standard", "--", ...below];
}

export function showArgs({ revision: name, path: file }: z.infer<typeof showAsked>): string[] {
  if (file !== undefined)
    return ["show", ...plainDiff, ...named([`${name}:${file === "." ? "" : file}`], [])];
  return ["show", ...plainDiff, ...commits, widths, "--patch", ...named([name], [])];
}

function named(revisions: readonly string[], below: readonly string[]): string[] {
  return ["--end-of-options", ...revisions, "--", ...below];
}

function plainPath(text: string): string {
  const steps = text.split("/").filter((step) => step !== "" && step !== ".");
  return steps.join("/") || ".";
}
