// Lists the entries of a commit that are instructions or skills of the project. Only names are read here.
import { placeOf, type ProjectWords, type WordEntry } from "../../rules/prompt/instructions/entries.ts";
import { gitFault, type GitDeps, type GitPlace, runGit } from "../repository/run.ts";

/** Many more than are ever told, so that a huge tree takes no huge memory. */
const mostEntries = 5000;

export interface ListedWords {
  entries: WordEntry[];
  /** The kinds of which there are so many that not all are listed. */
  tooMany: ProjectWords["tooMany"];
}

export async function listWords(deps: GitDeps, place: GitPlace, commit: string): Promise<ListedWords> {
  const listing = createListing();
  const args = ["ls-tree", "-r", "-t", "-z", "--full-tree", commit];
  const run = await runGit(deps, { args, place, take: listing.take });
  if (run.code !== 0) throw gitFault({ args }, run);
  const { instructions, skills } = listing.found;
  const tooMany = [...kindIf(instructions, "instructions"), ...kindIf(skills, "skills")];
  // A part of a skill would mislead.
  const whole = skills.length > mostEntries ? [] : skills;
  return { entries: [...instructions.slice(0, mostEntries), ...whole], tooMany };
}

function kindIf(entries: readonly WordEntry[], kind: ListedWords["tooMany"][number]): ListedWords["tooMany"] {
  return entries.length > mostEntries ? [kind] : [];
}

/** Collects entries as git prints them. */
function createListing() {
  const decoder = new TextDecoder(); // a name that is not UTF-8 gets U+FFFD, and is left out later
  const found = { instructions: [] as WordEntry[], skills: [] as WordEntry[] };
  let rest = "";
  return {
    found,
    take: (chunk: Buffer): boolean => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\0");
      rest = lines.pop() ?? "";
      for (const entry of lines.flatMap(entryOf)) {
        const list = placeOf(entry.path)?.kind === "skill" ? found.skills : found.instructions;
        if (list.length <= mostEntries) list.push(entry);
      }
      return true;
    },
  };
}

function entryOf(line: string): WordEntry[] {
  const at = line.indexOf("\t");
  const [mode = "", type, oid = ""] = line.slice(0, at).split(" ");
  const path = line.slice(at + 1);
  const place = placeOf(path);
  if (place === null) return [];
  // A directory is of interest only as the directory of one skill, whose hash it has.
  if (type === "tree" && !(place.kind === "skill" && place.inner === "")) return [];
  return [{ path, mode, oid }];
}
