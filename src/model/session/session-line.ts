// Reads a line of the file that `claude` keeps of a session. The format is not documented: docs/internals/agent-sdk.md
// says what was observed.
import { z } from "zod";

/** A message that began an answer of its own. */
const spoken = z.looseObject({ type: z.literal("user"), uuid: z.string() });

/** A message that came during an answer. */
const queued = z.looseObject({
  type: z.literal("attachment"),
  attachment: z.looseObject({ type: z.literal("queued_command"), source_uuid: z.string() }),
});

/** Returns those of the messages that this line says are part of the conversation. */
export function mentioned(line: string, uuids: readonly string[]): string[] {
  const named = uuids.filter((uuid) => line.includes(uuid));
  if (named.length === 0) return [];
  const value = parseJson(line);
  const own = spoken.safeParse(value).data?.uuid ?? queued.safeParse(value).data?.attachment.source_uuid;
  return named.filter((uuid) => uuid === own);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
