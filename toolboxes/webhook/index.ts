// Posts a message to the one address that a person set. Written to be copied: it shows how a toolbox reaches outside so
// that a worker can neither choose where to, nor say a thing twice without knowing.
import type { ToolAnswer, ToolCall, Tools } from "guild-hall/kit";

const timeoutMs = 15_000;
const maxCharacters = 4000;

export const tools: Tools = ({ z, tool, settings, commission }) => {
  // Settings come from a person's file: they are parsed like anything from outside.
  const set = z.object({ url: z.url({ protocol: /^https?$/ }) }).safeParse(settings);
  return [
    tool({
      name: "post_message",
      description: `Posts a message of at most ${maxCharacters} characters to the place that a person chose. People read it at once, and it cannot be taken back.`,
      input: { text: z.string().trim().min(1).max(maxCharacters).describe("The message, in plain words") },
      // The hall notes that it begins before it begins: after a crash the call is not repeated without a word.
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
    // The session is over: the hall records the outcome as unknown.
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
      // The same for every try of this call: a receiver that keeps keys takes it once.
      "idempotency-key": call.callKey,
    },
    body: JSON.stringify({ text, commission: from.id, worker: from.worker }),
    // A redirect would choose the address in the person's stead.
    redirect: "manual",
    // The worker's session may end while we wait, and so may our patience.
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
