// Protects the session from a tool of a package: the tool has to answer in time and with text, which is cut if it is
// long.
import { z } from "zod";
import { Fault } from "../../contract/api/problem.ts";
import type { Clock } from "../../host/clock.ts";
import { within } from "../../base/async/time-limit.ts";
import type { ToolAnswer, ToolCall, ToolDefinition } from "../../contract/kit/index.ts";
import { thrownText } from "../../base/text/thrown-text.ts";

export interface PackageToolDeps {
  clock: Pick<Clock, "after">;
  /** The time limit of one call. */
  limitMs: number;
}

export const maxAnswerCharacters = 100_000;

const toolAnswer = z.object({ text: z.string(), isError: z.boolean().optional() });

export function holdTool(deps: PackageToolDeps, definition: ToolDefinition): ToolDefinition {
  return {
    ...definition,
    handle: async (input, call) => {
      const answered = toolAnswer.safeParse(
        await inTime(deps, { call, handle: (held) => definition.handle(input, held) }),
      );
      if (!answered.success) throw new Error('it did not answer with a text: { text: "…" } was expected');
      return shortened(answered.data);
    },
  };
}

interface Called {
  call: ToolCall;
  handle(call: ToolCall): Promise<ToolAnswer>;
}

async function inTime({ clock, limitMs }: PackageToolDeps, { call, handle }: Called): Promise<unknown> {
  const { callKey, signal } = call;
  const late = new AbortController();
  const held: ToolCall = { callKey, signal: AbortSignal.any([signal, late.signal]) };
  const running = (async () => handle(held))();
  const outcome = await within({ clock, ms: limitMs, signal }, running);
  if (outcome.how === "came") return outcome.value;
  // The error is wrapped: its code could look like one of the hall's, and its message could be very long.
  if (outcome.how === "broke") throw new Error(thrownText(outcome.error), { cause: outcome.error });
  late.abort();
  if (outcome.how === "left") throw new Error("the session is over");
  throw new Fault("late", `it did not answer within ${Math.round(limitMs / 1000)} s`);
}

/** Tells whether the call timed out, in which case it is unknown what the tool did. */
export function isLate(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "late";
}

function shortened({ text, isError = false }: z.infer<typeof toolAnswer>): ToolAnswer {
  const left = text.length - maxAnswerCharacters;
  const shown =
    left > 0 ? `${text.slice(0, maxAnswerCharacters)}\n[${left} more characters were cut here]` : text;
  return { text: shown, isError };
}
