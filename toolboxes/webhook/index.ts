// Posts a message to the one address that a person set. It is written to be copied, and shows how a toolbox acts on the
// outside world: a worker can neither choose the address nor unknowingly send a message twice.
import type { ToolAnswer, ToolCall, Tools } from "guild-hall/kit";

const timeoutMs = 15_000;
const maxCharacters = 4000;

export const tools: Tools = ({ z, tool, settings, commission }) => {
  // Settings come from a person's file, so they are parsed like any input from outside.
  const set = z.object({ url: z.url({ protocol: /^https?$/ }) }).safeParse(settings);
  return [
    tool({
      name: "post_message",
      description: `Posts a message of at most ${maxCharacters} characters to the place that a person chose. People read it at once, and it cannot be taken back.`,
      input: { text: z.string().trim().min(1).max(maxCharacters).describe("The message, in plain words") },
      // The hall records the act before it begins, so that the call is not silently repeated after a crash.
      effect: "outward",
      handle: async ({ text }, call) =>
        set.success ? post({ url: set.data.url, text, from: commission, call }) : notSent(),
    }),
  ];
};

function notSent(): ToolAnswer {
  return {
    isError: true,
    text: "Nothing was sent: no address is set. A person can set toolboxes.webhook.url in the hall's config.yaml, to an http or https address.",
  };
}

interface Message {
  url: string;
  text: string;
  from: { id: string; worker: string };
  call: ToolCall;
}

async function post(message: Message): Promise<ToolAnswer> {
  const { signal } = message.call;
  try {
    return await send(message);
  } catch (cause) {
    // The session is over, and the hall does not learn the outcome.
    if (signal.aborted) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    return { isError: true, text: `No answer came (${why}). Whether the message arrived is not known.` };
  }
}

async function send({ url, text, from, call }: Message): Promise<ToolAnswer> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // The same for every attempt at this call, so that a receiver that stores keys accepts it only once.
      "idempotency-key": call.callKey,
    },
    body: JSON.stringify({ text, commission: from.id, worker: from.worker }),
    // If redirects were followed, the receiver would choose the address instead of the person.
    redirect: "manual",
    // Aborts the request if the worker's session ends or the receiver takes too long.
    signal: AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]),
  });
  await answer.body?.cancel();
  if (answer.ok) return { text: "The message was delivered." };
  const why =
    answer.status >= 300 && answer.status < 400
      ? "it points to another address, and a redirect is not followed"
      : "the message was not taken";
  return { isError: true, text: `The receiver answered with status ${answer.status}: ${why}.` };
}
