// A rehearsal script, which plays the model: what it says, which tools it calls, and what each request to it must
// contain.
import { z } from "zod";

const strings = z.array(z.string().min(1));

export const rehearsalUsage = z.strictObject({
  input_tokens: z.int().nonnegative().optional(),
  output_tokens: z.int().nonnegative().optional(),
  cache_read_input_tokens: z.int().nonnegative().optional(),
  cache_creation_input_tokens: z.int().nonnegative().optional(),
});

export const expectation = z.strictObject({
  systemIncludes: strings.optional(),
  systemExcludes: strings.optional(),
  tools: strings.optional(),
  /** Tools that may be there beside those of `tools`, or not, because not every machine offers them. */
  toolsOptional: strings.optional(),
  toolsInclude: strings.optional(),
  toolsExclude: strings.optional(),
  lastUserIncludes: strings.optional(),
  lastUserExcludes: strings.optional(),
});
export type Expectation = z.infer<typeof expectation>;

const timing = {
  expect: expectation.optional(),
  delayMs: z.int().min(0).max(3_600_000).optional(),
};

export const answerTurn = z
  .strictObject({
    ...timing,
    say: z.string().optional(),
    use: z
      .array(
        z.strictObject({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()).default({}) }),
      )
      .optional(),
    usage: rehearsalUsage.optional(),
  })
  .refine(
    (turn) => turn.say !== undefined || (turn.use?.length ?? 0) > 0,
    "a turn needs say, use, error, hang or drop",
  );
export type AnswerTurn = z.infer<typeof answerTurn>;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e]*$/;

const headers = z
  .record(z.string(), z.string())
  .refine(
    (given) =>
      Object.entries(given).every(([name, value]) => headerName.test(name) && headerValue.test(value)),
    "HTTP does not allow one of these names or values",
  );

export const errorTurn = z.strictObject({
  ...timing,
  error: z.strictObject({
    status: z.int().min(400).max(599),
    message: z.string().optional(),
    headers: headers.optional(),
  }),
});
export const hangTurn = z.strictObject({ ...timing, hang: z.literal(true) });
export const dropTurn = z.strictObject({ ...timing, drop: z.literal(true), say: z.string().optional() });

export const rehearsalTurn = z.union([errorTurn, hangTurn, dropTurn, answerTurn]);
export type RehearsalTurn = z.infer<typeof rehearsalTurn>;

export const rehearsal = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(120),
  /** The worker's task, unless the person gives another one. */
  task: z.string().min(1).max(20_000).optional(),
  turns: z.array(rehearsalTurn).min(1).max(10_000),
  aux: z
    .strictObject({
      web_search: answerTurn.optional(),
      page_summary: answerTurn.optional(),
      compaction: answerTurn.optional(),
      title: answerTurn.optional(),
      memory: answerTurn.optional(),
      other: answerTurn.optional(),
    })
    .default({}),
});
export type Rehearsal = z.infer<typeof rehearsal>;
