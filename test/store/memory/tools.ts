// The memory tools of one worker, over a real store.
import { z } from "zod";
import { commissionId, packageName } from "../../../src/contract/home/ids.ts";
import { scopesOf } from "../../../src/contract/memory/memory.ts";
import type { ToolAnswer } from "../../../src/contract/kit/index.ts";
import type { MemoryStore } from "../../../src/store/memory/memory-store.ts";
import { memoryTools, type MemoryToolsDeps } from "../../../src/guild/toolboxes/memory.ts";

export interface Sitting extends Pick<MemoryToolsDeps, "record"> {
  worker?: string;
  project?: string | null;
  untrusted?: boolean;
}

export function memoryToolsIn(store: MemoryStore, sitting: Sitting): MemoryToolsDeps {
  const { record, worker = "scholar", project = null, untrusted = false } = sitting;
  const commission = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ab");
  const by = { kind: "worker" as const, worker: packageName.parse(worker), commission };
  return {
    record,
    scopes: scopesOf(worker, project),
    list: store.list,
    find: store.find,
    write: (order) => store.write({ ...order, by, untrusted, rehearsed: false }),
  };
}

/** Calls one as the session does: its input is parsed first, and what does not parse never reaches it. */
export async function callTool(
  deps: MemoryToolsDeps,
  name: string,
  { input, callKey = "c:1" }: { input: unknown; callKey?: string },
): Promise<ToolAnswer> {
  const tool = memoryTools(deps).find((found) => found.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const parsed = z.object(tool.input).safeParse(input);
  if (!parsed.success) return { text: "The input is not what the tool takes.", isError: true };
  return tool.handle(parsed.data, { callKey, signal: new AbortController().signal });
}
