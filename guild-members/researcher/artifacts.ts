// The files that a worker hands in with its result: names that stay in their directory, and sizes within bounds.

export interface Artifact {
  path: string;
  content: string;
}

const most = { files: 50, characters: 1_000_000, allCharacters: 4_000_000, pathCharacters: 200, steps: 8 };

/** Throws with a sentence for the worker. */
export function parseArtifacts(artifacts: readonly Artifact[]): readonly Artifact[] {
  if (artifacts.length > most.files) throw new Error(`there may be ${most.files} artifacts at most`);
  const seen: string[] = [];
  let characters = 0;
  for (const { path, content } of artifacts) {
    const problem = pathProblem(path) ?? clash(path, seen);
    if (problem !== null) throw new Error(`the path ${JSON.stringify(path.slice(0, 200))} ${problem}`);
    seen.push(path.toLowerCase());
    characters += content.length;
    if (content.length > most.characters)
      throw new Error(`${path} has more than ${most.characters} characters`);
  }
  if (characters > most.allCharacters)
    throw new Error(`the artifacts have more than ${most.allCharacters} characters together`);
  return artifacts;
}

function pathProblem(path: string): string | null {
  const steps = path.split("/");
  if (path.length > most.pathCharacters || steps.length > most.steps) return "is too long";
  if (!steps.every((step) => /^[A-Za-z0-9_][A-Za-z0-9._ -]*$/.test(step) && !/[. ]$/.test(step)))
    return 'is not a plain relative path of letters, digits, dots and dashes, such as "notes/sources.md"';
  return null;
}

/** Case aside, since some file systems do not see it; and no file may be another's directory. */
function clash(path: string, seen: readonly string[]): string | null {
  const own = path.toLowerCase();
  const other = seen.find((one) => one === own || one.startsWith(`${own}/`) || own.startsWith(`${one}/`));
  return other === undefined ? null : "is the name of another artifact, or of its directory";
}
