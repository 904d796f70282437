// Defines the tools of the toolbox `base` for documents under `.lore/` of the work directory.
import { z } from "zod";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { ToolAnswer, ToolDefinition } from "../../contract/kit/index.ts";
import { defineTool } from "./define.ts";

export interface ArtifactToolsDeps {
  /** Writes the fact to the journal of the commission. It is on disk once the promise resolves. */
  record(fact: CourseFact): Promise<void>;
  artifacts: Artifacts;
}

export interface Artifacts {
  list(): Promise<{
    files: { path: string; bytes: number; title: string | null }[];
    complete: boolean;
  }>;
  read(path: string): Promise<{ ok: true; value: { text: string; cut: boolean } } | Refused>;
  /** The document is on disk once the promise resolves. */
  write(document: {
    path: string;
    content: string;
  }): Promise<{ ok: true; value: { path: string; bytes: number } } | Refused>;
}

interface Refused {
  ok: false;
  reason: string;
}

/**
 * The longest part of a document in one answer: below the size at which `claude` would write the answer to a file
 * instead.
 */
export const maxReadCharacters = 40_000;

/**
 * Has no limits, because they would be sent with the schema in every request. Reading and writing check their own
 * limits.
 */
const path = z.string();
const reading = { path, offset: z.number().optional() };

export function createArtifactTools(deps: ArtifactToolsDeps): ToolDefinition[] {
  return [
    defineTool({
      name: "list_artifacts",
      description: "List the markdown documents in .lore/.",
      input: {},
      readOnly: true,
      handle: async () => ({ text: listText(await deps.artifacts.list()) }),
    }),
    defineTool({
      name: "read_artifact",
      description: "Read one, or on from a character offset.",
      input: reading,
      readOnly: true,
      handle: (asked) => read(deps, asked),
    }),
    defineTool({
      name: "write_artifact",
      description: "Write one. Content without frontmatter replaces the body and keeps the frontmatter.",
      input: { path, content: z.string() },
      handle: (document, { callKey }) => write(deps, { document, callKey }),
    }),
  ];
}

function listText({ files, complete }: Awaited<ReturnType<Artifacts["list"]>>): string {
  if (files.length === 0) return "There are none.";
  const lines = files.map(
    ({ path: where, bytes, title }) =>
      `${where}, ${bytes} bytes${title === null ? "" : `: ${oneLine(title)}`}`,
  );
  return [...lines, ...(complete ? [] : ["There are more."])].join("\n");
}

function oneLine(title: string): string {
  return title.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

async function read(
  { artifacts }: ArtifactToolsDeps,
  { path: asked, offset = 0 }: z.infer<z.ZodObject<typeof reading>>,
): Promise<ToolAnswer> {
  const found = await artifacts.read(asked);
  if (!found.ok) return { text: `${asked}: ${found.reason}.`, isError: true };
  const { text, cut } = found.value;
  const from = Math.max(0, Math.floor(offset));
  const end = from + maxReadCharacters;
  if (end < text.length)
    return { text: `${text.slice(from, end)}\n[${text.length - end} more characters: offset ${end}]` };
  return { text: text.slice(from) + (cut ? "\n[The file is longer than what can be read.]" : "") };
}

interface Order {
  document: { path: string; content: string };
  callKey: string;
}

/** Writes a document. Repeating a call is harmless: it writes the same content to the same file. */
async function write(
  { artifacts, record }: ArtifactToolsDeps,
  { document, callKey }: Order,
): Promise<ToolAnswer> {
  const written = await artifacts.write(document);
  if (!written.ok) return { text: `NOT written. ${document.path}: ${written.reason}.`, isError: true };
  await record({ type: "artifact.written", callKey, ...written.value });
  return { text: `Written: .lore/${written.value.path}, ${written.value.bytes} bytes.` };
}
