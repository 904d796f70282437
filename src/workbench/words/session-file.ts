// Finds messages in the file that `claude` keeps of a session. A message is in it once `claude` has taken it, so a session
// that is resumed knows it. The worker may have written to the file: it is read with care, and nothing else is taken from it.
import type { FileHandle } from "node:fs/promises";
import { openInside } from "../../host/files/inside.ts";
import { listDirectories } from "../../host/files/look-inside.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { mentioned } from "../../model/session/session-line.ts";

export interface SoughtMessages {
  /** As `claude` named the session. It is no more than a part of a path that is refused if it leads out. */
  sessionId: string;
  uuids: readonly string[];
}

/** Returns those of the messages that the file has; none if there is no such file. */
export async function findMessages(
  { session }: Pick<CommissionLayout, "session">,
  { sessionId, uuids }: SoughtMessages,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (uuids.length === 0) return found;
  const places = await listDirectories(`${session}/config/projects`);
  for (const { name } of places.ok ? places.value : []) {
    const file = await openInside(`${session}/config`, `projects/${name}/${sessionId}.jsonl`);
    if (!file.ok) continue;
    try {
      for await (const line of linesOf(file.value))
        for (const uuid of mentioned(line, uuids)) found.add(uuid);
    } finally {
      await file.value.close();
    }
  }
  return found;
}

const chunkBytes = 1024 * 1024;
/** The most of the file that is read. */
const mostBytes = 512 * 1024 * 1024;
/** A longer line is passed over. The longest message of a person is far shorter. */
const longestLine = 4 * 1024 * 1024;

async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  const chunk = Buffer.alloc(chunkBytes);
  let rest = Buffer.alloc(0);
  for (let at = 0; at < mostBytes;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    const end = rest.lastIndexOf(0x0a);
    if (end !== -1) yield* rest.subarray(0, end).toString("utf8").split("\n");
    if (end !== -1 || rest.length > longestLine)
      rest = Buffer.from(rest.subarray(end + 1, end + 1 + longestLine));
  }
  if (rest.length > 0) yield rest.toString("utf8");
}
