// Determines a file's language by its name. Pure.

/** For each language, the file extensions or whole file names. */
const endings = {
  bash: "sh bash zsh",
  c: "c h",
  cpp: "cc cpp cxx hpp",
  csharp: "cs",
  css: "css scss",
  diff: "diff patch",
  dockerfile: "dockerfile",
  go: "go",
  ini: "ini toml",
  java: "java",
  javascript: "js jsx mjs cjs",
  json: "json jsonl",
  kotlin: "kt",
  makefile: "makefile mk",
  markdown: "md markdown",
  php: "php",
  python: "py",
  ruby: "rb",
  rust: "rs",
  sql: "sql",
  swift: "swift",
  typescript: "ts tsx mts cts",
  xml: "html xml svg vue",
  yaml: "yml yaml",
} as const;
export type Language = keyof typeof endings;

const byEnding = new Map(
  Object.entries(endings).flatMap(([language, ends]) =>
    ends.split(" ").map((end) => [end, language as Language] as const),
  ),
);

export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return byEnding.get(name.slice(name.lastIndexOf(".") + 1)) ?? null;
}
