// Parses the params of the worker/* methods. Each message names the field, what is wrong with it and what was expected.
import { z } from "zod";
import { jobConfig } from "./config.ts";
import { bounds } from "./bounds.ts";
import { dispatchMeta } from "./hall-job.ts";
import { quoted, Refusal } from "./refusal.ts";

function filled(most: number) {
  const says = `expected a text of 1 to ${most} characters`;
  return z
    .string(says)
    .max(most, says)
    .refine((text) => text.trim() !== "", `${says}, not only blanks`)
    .refine((text) => text.isWellFormed(), "expected well-formed Unicode");
}

const id = z.string("expected a job id").min(1, "expected a job id, not an empty text");

const config = jobConfig.refine(
  (value) => Buffer.byteLength(JSON.stringify(value)) <= bounds.configBytes,
  `expected at most ${bounds.configBytes} bytes`,
);

const shapes = {
  dispatch: z.object({
    description: filled(bounds.descriptionCharacters),
    task: filled(bounds.taskCharacters),
    config: config.optional(),
    _meta: dispatchMeta.optional(),
  }),
  list: z.object({
    detail: z.enum(["simple", "detailed"], 'expected "simple" or "detailed"').optional(),
    filter: z
      .string("expected a pattern, such as *OAuth*")
      .max(bounds.filterCharacters, `expected a pattern of at most ${bounds.filterCharacters} characters`)
      .optional(),
  }),
  job: z.object({ jobId: id }),
  artifact: z.object({ jobId: id, path: z.string("expected a path as worker/result names it").min(1) }),
};

export const parseDispatch = (params: unknown) => parse(shapes.dispatch, params);
export const parseList = (params: unknown) => parse(shapes.list, params ?? {});
export const parseJob = (params: unknown) => parse(shapes.job, params);
export const parseArtifact = (params: unknown) => parse(shapes.artifact, params);

function parse<T>(shape: z.ZodType<T>, params: unknown): T {
  const { data, error } = shape.safeParse(params ?? {});
  if (data !== undefined) return data;
  const complaints = (error?.issues ?? []).slice(0, 5).map(({ path, message }) => {
    const field = path.map(String).join(".");
    return field === "" ? message : `${quoted(field).slice(1, -1)}: ${message}`;
  });
  throw new Refusal(`These params cannot be used. ${complaints.join("; ")}`);
}
