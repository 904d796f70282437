// The paths of what workers remember, described in docs/files.md.
import type { HomeLayout } from "../home/home-layout.ts";
import type { MemoryKey, MemoryScope } from "./memory.ts";

/**
 * The paths of one scope of memory. The entries are plain files that people may edit; the hall's own records beside
 * them are hidden.
 */
export interface MemoryLayout {
  directory: string;
  lock: string;
  history: string;
  log: string;
  brief: string;
  texts: string;
  file(key: MemoryKey): string;
  text(sha256: string): string;
  trashed(words: { key: MemoryKey; version: number; sha256: string }): string;
}

const scopeDirectories: Readonly<Record<string, string>> = { project: "projects", worker: "workers" };

export function memoryLayout(home: Pick<HomeLayout, "memory" | "trash">, scope: MemoryScope): MemoryLayout {
  const [kind = "", name] = scope.split(":");
  const directory =
    name === undefined ? `${home.memory}/${kind}` : `${home.memory}/${scopeDirectories[kind]}/${name}`;
  const history = `${directory}/.history`;
  return {
    directory,
    lock: `${directory}/.lock`,
    history,
    log: `${history}/log.jsonl`,
    brief: `${history}/brief.json`,
    texts: `${history}/texts`,
    file: (key) => `${directory}/${key}.md`,
    text: (sha256) => `${history}/texts/${sha256}.md`,
    trashed: ({ key, version, sha256 }) =>
      `${home.trash}/memory.${scope.replace(":", ".")}.${key}.v${version}-${sha256.slice(0, 12)}.md`,
  };
}
