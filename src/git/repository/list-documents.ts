// Lists the files on a project's integration branch whose paths contain all the words that a person typed.
// Leaves out names that are not UTF-8, or that a commission cannot name as a dependency.
import { dependency } from "../../contract/commission/commission.ts";
import type { DocumentList, DocumentsQuery } from "../../contract/project/documents.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { hasDocument } from "./document.ts";
import { projectOf, tipOf } from "./repository.ts";
import { gitFault, runGit } from "./run.ts";
import type { TreesDeps } from "../trees.ts";

/** A search that takes longer fails, because a person is typing and waits for the answer. */
const limitMs = 20_000;

export async function listDocuments(
  deps: TreesDeps,
  order: DocumentsQuery & { project: ProjectName },
): Promise<DocumentList> {
  const { project, limit } = order;
  const text = order.text.trim();
  const opened = await projectOf(deps, project);
  const tip = await tipOf(deps, opened, "integration");
  const named = (await hasDocument(deps, project, text)) ? [text] : [];
  const fitting = createFitting(text, limit + 1);
  const args = ["ls-tree", "-r", "-z", "--full-tree", "--name-only", tip];
  const run = await runGit(deps, { args, place: opened.place, limitMs, take: fitting.take });
  const isEnough = fitting.found.length > limit; // then git was killed
  if (run.code !== 0 && !isEnough) throw gitFault({ args }, run);
  const all = [...new Set([...named, ...fitting.found])].filter(isNameable);
  return { branch: opened.integration, documents: all.slice(0, limit), more: all.length > limit };
}

/** Collects matching paths as git prints them, until there are enough. */
function createFitting(text: string, enough: number) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const decoder = new TextDecoder();
  const found: string[] = [];
  let rest = "";
  const fits = (path: string) => isNameable(path) && words.every((word) => path.toLowerCase().includes(word));
  return {
    found,
    take: (chunk: Buffer): boolean => {
      const paths = (rest + decoder.decode(chunk, { stream: true })).split("\0");
      rest = paths.pop() ?? "";
      found.push(...paths.filter(fits));
      return found.length < enough;
    },
  };
}

/**
 * Returns false for a name that is not UTF-8 (decoding has put U+FFFD into it), and for an invalid
 * dependency.
 */
function isNameable(path: string): boolean {
  return !path.includes("�") && dependency.safeParse(path).success;
}
