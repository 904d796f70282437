// The `guildHall` key of a package.json. The hall finds packages by this metadata alone, without running their code.
// Each error message says what was expected, because the package's author sees the message unchanged.
import { z } from "zod";
import { packageName, reservedNames } from "../home/ids.ts";
import { mostSeconds } from "../commission/limits.ts";

/** The limits of a worker whose package declares none. Real work has not yet shown that they suffice (`validated`). */
export const defaultLimits = {
  maxTurns: 150,
  maxBudgetUsd: 5,
  maxSeconds: null,
  validated: false,
} as const;

export const fileTools = {
  read: ["Read", "Grep", "Glob"],
  write: ["Read", "Grep", "Glob", "Write", "Edit"],
} as const;

/** Built-in tools of `claude` beside the file tools. The SDK silently ignores unknown names; the hall refuses them. */
export const optionalBuiltIns = ["WebSearch", "WebFetch", "Bash"] as const;

const knownBuiltIns = [...optionalBuiltIns, ...fileTools.write] as const;

const text = (most: number) => {
  const says = `expected a text of 1 to ${most} characters`;
  return z.string(says).min(1, says).max(most, says);
};

const wholeNumber = (most: number) => {
  const says = `expected a whole number from 1 to ${most}`;
  return z.int(says).min(1, says).max(most, says);
};

const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `expected one of ${words.join(", ")}`);

/** Returns a schema for a list without duplicates. */
const list = <T extends z.ZodType<string>>(entry: T, { most, of }: { most: number; of: string }) =>
  z
    .array(entry, `expected a list of ${of}`)
    .max(most, `expected at most ${most} ${of}`)
    .superRefine((entries, context) => {
      entries.forEach((one, at) => {
        if (entries.indexOf(one) < at)
          context.addIssue({ code: "custom", path: [at], message: `"${one}" is named twice; name it once` });
      });
    });

/**
 * The name of a tool. It is short enough for the model's API, which sees it with a prefix and the name of the
 * toolbox.
 */
export const toolName = z
  .string("expected the name of a tool")
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    "expected a lower-case name of at most 64 letters, digits and underscores",
  );

/** Returns a schema for package names that refuses the names of the hall's own toolboxes. */
const unreserved = (says: string) =>
  z
    .string("expected a lower-case name of at most 32 letters, digits and dashes")
    .pipe(packageName)
    .refine((name) => !reservedNames.includes(name), { error: ({ input }) => `"${String(input)}" ${says}` });

const ownName = unreserved("is reserved for the hall; expected another name");
const toolboxName = unreserved(
  "is the hall's own, which gives it where it belongs; expected names of toolbox packages",
);

/** `claude` hides the tools of a tool server called "ide", so a worker that needs such a toolbox could never start. */
export const boxName = ownName.refine(
  (name) => name !== "ide",
  '"ide" is a name that claude keeps for itself; expected another name',
);

const identityOf = <T extends z.ZodType<string>>(name: T) =>
  z.strictObject({ name, title: text(80), description: text(500) }, "expected name, title and description");
const identity = identityOf(ownName);
const boxIdentity = identityOf(boxName);

const limits = z
  .strictObject(
    {
      maxTurns: wholeNumber(10_000).default(defaultLimits.maxTurns),
      maxBudgetUsd: z
        .number("expected a number above 0, at most 10000")
        .positive("expected a number above 0, at most 10000")
        .max(10_000, "expected a number above 0, at most 10000")
        .default(defaultLimits.maxBudgetUsd),
      maxSeconds: wholeNumber(mostSeconds).nullable().default(defaultLimits.maxSeconds),
      /** Whether real work has shown that these limits suffice. */
      validated: z.boolean("expected true or false").default(defaultLimits.validated),
    },
    "expected maxTurns, maxBudgetUsd, maxSeconds and validated, each of which may be left out",
  )
  .default({ ...defaultLimits });

const workerPart = {
  posture: text(1024),
  toolboxes: list(toolboxName, { most: 32, of: "names of toolboxes" }).default([]),
  builtInTools: list(oneOf(knownBuiltIns), { most: 32, of: "names of built-in tools" }).default([]),
  files: oneOf(["read", "write"]).default("write"),
  /** How much of a project's repository is checked out for the worker: `.lore/` alone, or all of it. */
  checkout: oneOf(["sparse", "full"]).default("sparse"),
  limits,
  model: text(128).optional(),
};

const toolboxPart = {
  /**
   * The names of the toolbox's tools, so that they are known without running it. If omitted, they are known only once
   * the toolbox is loaded.
   */
  tools: list(toolName, { most: 128, of: "names of tools" })
    .min(1, "expected the name of at least one tool")
    .optional(),
};

interface Rights {
  files: keyof typeof fileTools;
  builtInTools: readonly string[];
}

/** Rejects a worker that may only read but names a tool that writes, because the two contradict each other. */
function checkRights({ files, builtInTools }: Rights, context: z.RefinementCtx): void {
  builtInTools.forEach((tool, at) => {
    const writes =
      fileTools.write.some((name) => name === tool) && !fileTools.read.some((name) => name === tool);
    if (files === "read" && writes)
      context.addIssue({
        code: "custom",
        path: ["builtInTools", at],
        message: `${tool} is named although files is "read"; take it out, or set files to "write"`,
      });
  });
}

export const workerMetadata = z
  .strictObject({ type: z.literal("worker"), identity, ...workerPart })
  .superRefine(checkRights);
export const toolboxMetadata = z.strictObject({
  type: z.literal("toolbox"),
  identity: boxIdentity,
  ...toolboxPart,
});
/** A package that is a worker and also a toolbox for other workers. */
export const bothMetadata = z
  .strictObject({
    type: z.tuple([z.literal("worker"), z.literal("toolbox")]),
    identity: boxIdentity,
    ...workerPart,
    ...toolboxPart,
  })
  .superRefine(checkRights);

export type WorkerMetadata = Omit<z.infer<typeof workerMetadata>, "type">;
export type ToolboxMetadata = Omit<z.infer<typeof toolboxMetadata>, "type">;
