// Reads a small JSON file of the hall's own, once, at start-up.
import { messageOf } from "../../base/text/message-of.ts";
import { basename } from "node:path";
import type { z } from "zod";
import type { Disk } from "../../host/files/disk.ts";
import { parseHashed } from "../../base/data/hashed-json.ts";

export interface Kept<T> {
  /** `undefined` if the file does not exist or cannot be read. */
  value: T | undefined;
  problems: string[];
}

/**
 * Reads the file. Renames a broken one to `.damaged` and reports that. A file that cannot be accessed is
 * reported and stays.
 */
export async function readKept<T>(
  disk: Pick<Disk, "readText" | "move">,
  { path, schema }: { path: string; schema: z.ZodType<T> },
): Promise<Kept<T>> {
  const name = basename(path);
  try {
    const text = await disk.readText(path);
    if (text === undefined) return { value: undefined, problems: [] };
    const read = parseHashed(text);
    const parsed = schema.safeParse(read.isSound ? read.value : null);
    if (parsed.success) return { value: parsed.data, problems: [] };
    await disk.move(path, `${path}.damaged`);
    const problem = `${name} cannot be read and was set aside as ${name}.damaged.`;
    return { value: undefined, problems: [problem] };
  } catch (error) {
    const message = messageOf(error);
    return { value: undefined, problems: [`${name} cannot be read and was left alone. ${message}`] };
  }
}
