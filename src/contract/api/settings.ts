// The hall's settings over the API: the values in force with everything that a form needs for each key, and
// changes to config.yaml. A change keeps the rest of the file with its comments, as "guild-hall config set"
// and "unset" do.
import { z } from "zod";
import { configInForce } from "../home/config.ts";
import type { Route } from "./route.ts";

/**
 * A key of config.yaml and the values it accepts. Keys under a name that a person chooses, such as
 * `projects.<name>.branch`, are not included.
 */
export const settingKey = z.object({
  /** Dotted, as in docs/guide/configuration.md. */
  key: z.string(),
  description: z.string(),
  /** `list`: of strings. `choice`: one of `choices`. */
  type: z.enum(["integer", "number", "boolean", "choice", "list", "text"]),
  /** Whether the value may be null; the description says what null means. */
  nullable: z.boolean(),
  default: z.unknown(),
  /** The range of a number; `max` is also the most items of a list, or the most characters of a text. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Whether `min` itself is excluded. */
  aboveMin: z.boolean(),
  choices: z.array(z.string()).nullable(),
  /** The accepted values in words, as in the message that refuses a wrong value. */
  expects: z.string(),
  /** Whether config.yaml sets this key. */
  given: z.boolean(),
  /**
   * When a change takes effect; no key needs a restart of the hall. `now`: at once. `new-work`: for work started from
   * then on. `member-start`: a running guild member keeps the old value until it is started again.
   */
  holdsFrom: z.enum(["now", "new-work", "member-start"]),
});
export type SettingKey = z.infer<typeof settingKey>;

export const settings = configInForce.extend({ keys: z.array(settingKey) });
export type Settings = z.infer<typeof settings>;

const maxDepth = 20;

/**
 * Returns whether the value is nested at most `depth` deep. It looks no deeper, because walking a million
 * nested brackets would overflow the stack.
 */
function isShallow(value: unknown, depth = maxDepth): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

export const settingsRequest = z.strictObject({
  /** The changes are applied together; if one is refused, none is applied. */
  changes: z
    .array(
      z.strictObject({
        key: z
          .string()
          .min(1)
          .max(300)
          .regex(/^[A-Za-z0-9._:/@+-]+$/, "expected a key such as limits.maxTurns"),
        /** Omitted: the key is removed from the file and has its default again. */
        value: z
          .unknown()
          .refine((value) => isShallow(value), `expected a value nested at most ${maxDepth} deep`)
          .optional(),
      }),
    )
    .min(1)
    .max(100),
});
export type SettingsRequest = z.output<typeof settingsRequest>;

export const settingsRoutes = {
  config: {
    method: "GET",
    path: "/api/v1/config",
    summary: "The configuration in force, what each key accepts, and what is wrong with the file",
    status: 200,
    response: settings,
    errors: [],
  },
  configChange: {
    method: "POST",
    path: "/api/v1/config",
    summary: "Change keys of config.yaml, all or none; answers with the configuration that is then in force",
    body: settingsRequest,
    status: 200,
    response: settings,
    errors: [400, 409, 413, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
