// Lists the files on a project's integration branch whose paths contain all the words that a person typed.
// Leaves out names that are not UTF-8, or that a commission cannot name as a dependency.
import { dependency } from "../../contract/commission/commission.ts";
import type { DocumentList, DocumentsQuery } from "../../contract/project/documents.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { hasDocument } from "./document.ts";
import { scanTree } from "./scan-tree.ts";
import { projectOf, tipOf } from "./repository.ts";
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
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: string[] = [];
  await scanTree(deps, {
    place: opened.place,
    commit: tip,
    options: ["--name-only"],
    limitMs,
    take: (path) => {
      if (isNameable(path) && words.every((word) => path.toLowerCase().includes(word))) found.push(path);
      return found.length <= limit;
    },
  });
  const all = [...new Set([...named, ...found])].filter(isNameable);
  return { branch: opened.integration, documents: all.slice(0, limit), more: all.length > limit };
}

/**
 * Returns false for a name that is not UTF-8 (decoding has put U+FFFD into it), and for an invalid
 * dependency.
 */
function isNameable(path: string): boolean {
  return !path.includes("�") && dependency.safeParse(path).success;
}
