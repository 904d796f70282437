// config.yaml: the settings that a person may make for the whole hall. Every key has a default, and an unknown key is
// reported as a mistake. docs/guide/configuration.md and docs/config.schema.json are generated from here.
import { z } from "zod";
import { sandboxLevel } from "../commission/commission.ts";
import { projectName, type ProjectName } from "./ids.ts";
import { hallLimits, projectCeiling, projectLimits } from "./limit-settings.ts";
import { seconds } from "../commission/limits.ts";
import { modelName } from "../commission/model-choice.ts";
import { memberSettings, ownMemberSettings } from "../member/member-settings.ts";
import { commitSettings, landMode, recordMode } from "../project/land-settings.ts";
import { command, host, networkSettings, setupOrCommand } from "../project/set-up-settings.ts";
import { shellSettings } from "../project/shell-settings.ts";
import { branchName, defaultIntegration } from "../project/tree.ts";

const days = z.int().min(0).max(36_500);

const admission = z.strictObject({
  minFreeMemoryMb: z
    .int()
    .min(0)
    .max(100_000_000)
    .default(512)
    .describe("The hall starts no work while less memory than this is available."),
  minFreeDiskMb: z
    .int()
    .min(0)
    .max(100_000_000)
    .default(1024)
    .describe("The hall starts no work while less disk than this is free under its home."),
  startsPerSecond: z
    .number()
    .positive()
    .max(100)
    .default(2)
    .describe("How many workbenches the hall starts in a second at most."),
});

export const absolutePath = z
  .string()
  .regex(/^\/[^\0]+$/, "expected an absolute path")
  .max(4096);

const sandbox = z.strictObject({
  minimum: sandboxLevel
    .default("none")
    .describe("The hall refuses to start where a worker cannot be contained at least this well."),
  readOnly: z
    .array(absolutePath)
    .max(100)
    .default([])
    .describe("Directories a worker may read beside the system's own, such as toolchains outside /usr."),
});

const fetch = z.strictObject({
  allow: z
    .array(host)
    .max(1000)
    .default([])
    .describe("Hosts whose pages a worker may fetch; empty: every public one."),
  deny: z.array(host).max(1000).default([]).describe("Hosts whose pages the hall never fetches."),
  maxBytes: z
    .int()
    .min(1024)
    .max(104_857_600)
    .default(5_242_880)
    .describe("How much of one page the hall reads at most."),
  timeoutSeconds: z.int().min(1).max(600).default(30).describe("How long one page may take."),
  maxRedirects: z.int().min(0).max(20).default(5).describe("How many redirects the hall follows."),
});

const retention = z.strictObject({
  trashDays: days
    .nullable()
    .default(30)
    .describe("How long the hall keeps what is in the trash; null: for ever."),
  leftoverDays: days
    .nullable()
    .default(3)
    .describe(
      "How long the hall keeps files in the trash that a worktree held and no commit has; null: for ever.",
    ),
  transcriptDays: days
    .nullable()
    .default(90)
    .describe(
      "How long after its end a commission keeps its raw transcripts and workbench output; null: for ever.",
    ),
  logDays: days.nullable().default(30).describe("How long the hall keeps old logs; null: for ever."),
});

const tokens = z.int().min(0).max(1_000_000);

const memory = z.strictObject({
  capTokens: tokens
    .default(8000)
    .describe("How many tokens of memory a worker is given at its start, the newest entries first."),
  compactAtTokens: tokens
    .default(8000)
    .describe(
      "The hall condenses a scope of memory that has grown beyond this. Unless this is set above `capTokens`, it also condenses the largest of the scopes that do not fit one worker's prompt together. The trash keeps the condensed entries.",
    ),
});

const check = z.strictObject({
  command: command.describe("The shell command to run, in the worker's sandbox."),
  timeoutSeconds: seconds.default(600).describe("How long it may take."),
});

/** A plain string is a check with that command. */
const checkOrCommand = z
  .union([command, check])
  .transform((given) => (typeof given === "string" ? { command: given } : given))
  .pipe(check)
  .describe("A command alone, or with how long it may take.");

/** A path relative to the top of the repository, without ".", ".." or ".git" parts. */
export const pathInside = z
  .string()
  .max(1000)
  .regex(
    /^(?!\/)(?!(?:.*\/)?(?:\.{1,2}|\.git)(?:\/|$))[^\0\n\r]+(?<!\/)$/,
    "expected a path from the top of the repository, not into .git",
  );

export const projectSettings = z.strictObject({
  path: absolutePath
    .optional()
    .describe(
      "The person's checkout of its repository. Without one a project is a name for memory and limits.",
    ),
  branch: branchName.optional().describe("The person's branch, which `project sync` brings in."),
  integration: branchName
    .default(defaultIntegration)
    .describe("The branch that finished work goes to. No other branch of the person's is changed."),
  setup: setupOrCommand.optional(),
  network: networkSettings,
  shell: shellSettings,
  copy: z
    .array(pathInside)
    .max(100)
    .default([])
    .describe("Untracked files and directories that each new worktree gets a copy of, such as `.env`."),
  checks: z
    .array(checkOrCommand)
    .max(32)
    .default([])
    .describe("Commands that every finished commission of this project has to pass."),
  land: landMode
    .default("integration")
    .describe(
      "Where finished work goes: `integration` merges it, `review` lets it wait until you accept it, `branch` leaves it on a branch of its own.",
    ),
  record: recordMode
    .default("hall")
    .describe(
      "Where the record of a commission is kept: `hall` in the home alone, `commit` also as a file in `.lore/commissions/`, committed with the work, `notes` also as a git note in `refs/notes/guild-hall`.",
    ),
  commit: commitSettings.prefault({}).describe("How the commits of finished work look."),
  instructions: z
    .boolean()
    .default(true)
    .describe("Whether workers are told the `AGENTS.md`, `CLAUDE.md` and skills that your branch has."),
  model: modelName
    .optional()
    .describe("The model for commissions of this project, unless the commission or `workers` names another."),
  limits: projectLimits,
  ceiling: projectCeiling,
  memory: z
    .strictObject({
      capTokens: tokens.optional().describe("In place of `memory.capTokens`."),
      compactAtTokens: tokens.optional().describe("In place of `memory.compactAtTokens`."),
    })
    .prefault({})
    .describe("In place of the hall's own memory settings."),
});
export type ProjectSettings = z.infer<typeof projectSettings>;

const workerSettings = z.strictObject({
  model: modelName
    .optional()
    .describe("The model for commissions to this worker, unless the commission names another."),
});

/** The name of a setting of a toolbox. It has no dots, because dots separate the parts of a key. */
const settingName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    "expected a name of at most 64 letters, digits, dashes and underscores",
  );

/** Returns a schema for a map of up to 1000 entries of one shape, under names that the person chooses. */
const named = <T extends z.ZodType>(entry: T) =>
  z.record(projectName, entry).superRefine((entries, context) => {
    if (Object.keys(entries).length > 1000)
      context.addIssue({ code: "custom", message: "expected at most 1000 entries" });
  });

/** An absent section means the section with all its defaults. */
export const hallConfig = z.strictObject({
  version: z.literal(1).default(1).describe("The format of this file."),
  slots: z
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe(
      "How many workers may be at work at once; condensing memory has one place of its own beside them.",
    ),
  limits: hallLimits.prefault({}).describe("Bounds on every commission, also on one that a person asks for."),
  model: modelName
    .nullable()
    .default(null)
    .describe(
      "The model for commissions for which neither they, `workers` nor their project name another; null: the one that the worker's package names, else the one that `claude` prefers.",
    ),
  spares: z
    .int()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      "How many workbenches the hall keeps ready for the next work: with 1, work that follows work begins several times faster, and takes about 210 MB for up to five minutes.",
    ),
  admission: admission
    .prefault({})
    .describe("What the machine must have to spare before the hall starts work."),
  sandbox: sandbox.prefault({}).describe("How workers are contained."),
  fetch: fetch.prefault({}).describe("Pages that the hall fetches for workers who declare WebFetch."),
  retention: retention.prefault({}).describe("How long the hall keeps trash, transcripts and logs."),
  memory: memory.prefault({}).describe("How much workers remember."),
  members: memberSettings.prefault({}).describe("Guild members: programs of their own that take work."),
  guildMembers: named(ownMemberSettings).default({}).describe("Settings of guild members, by name."),
  workers: named(workerSettings).default({}).describe("Settings of workers, by the names of their packages."),
  projects: named(projectSettings).default({}).describe("Projects by name, each with its own settings."),
  checks: named(checkOrCommand).default({}).describe("Commands that the toolbox verify runs, by name."),
  toolboxes: named(
    z.record(
      settingName,
      z.unknown().describe("The hall passes this to the toolbox as it is; the toolbox says what it takes."),
    ),
  )
    .default({})
    .describe("Settings that the hall passes to the toolbox of this name."),
});
export type HallConfig = z.infer<typeof hallConfig>;

export const defaultConfig: HallConfig = hallConfig.parse({});

/** Finds a project by its name. Inherited keys such as "constructor" do not count. */
export function findProject(
  projects: HallConfig["projects"],
  name: ProjectName | null,
): ProjectSettings | undefined {
  return name !== null && Object.hasOwn(projects, name) ? projects[name] : undefined;
}

/** Sections that are maps: the person chooses the names of their entries. */
export const configMaps = ["guildMembers", "workers", "projects", "checks", "toolboxes"] as const;

const isMap = (section: string) => (configMaps as readonly string[]).includes(section);

/** Returns whether this dotted key is in a section that is a map. */
export function isUnderMap(key: string): boolean {
  return key.includes(".") && isMap(key.split(".")[0] ?? "");
}

/** Every dotted key outside the maps, in the order of the schema: "slots", "limits.maxTurns" and so on. */
export const configKeys: readonly string[] = Object.entries(defaultConfig).flatMap(([name, value]) => {
  if (isMap(name)) return [];
  return typeof value === "object" && value !== null
    ? Object.keys(value).map((key) => `${name}.${key}`)
    : [name];
});

export const configSections: readonly string[] = Object.keys(defaultConfig).filter(
  (name) => typeof (defaultConfig[name as keyof HallConfig] ?? "") === "object",
);

/** A mistake in config.yaml. */
export const configProblem = z.object({
  line: z.int().min(1),
  /** The dotted key; empty if the problem concerns the whole file. */
  path: z.string(),
  message: z.string(),
});
export type ConfigProblem = z.infer<typeof configProblem>;

export const configInForce = z.object({
  /** The path of config.yaml, even if the file does not exist. */
  file: z.string(),
  /**
   * The source of the values: the file as it is; the last valid version of the file, because the current one
   * is broken; or the defaults, because there is no file, or it has been broken since it was created.
   */
  from: z.enum(["file", "last-good", "defaults"]),
  config: hallConfig,
  /** The keys that the file sets; all others have their defaults. */
  given: z.array(z.string()),
  /** The mistakes in the current file. */
  problems: z.array(configProblem),
});
export type ConfigInForce = z.infer<typeof configInForce>;
