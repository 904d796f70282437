// Finds the test files that failed and their output, from the report and the output of `bun test`. Pure.

/**
 * Returns the failed files; `null` if a failure belongs to no known file, for example because the file could not be
 * loaded.
 */
export function failedFiles(report: string, output: string): string[] | null {
  const failed = [...report.matchAll(/<testcase\b([^>]*[^/])>\s*<(?:failure|error)\b/g)].map((match) =>
    fileOf(match[1] ?? ""),
  );
  const counted = Number(/^ *(\d+) fail$/m.exec(output)?.[1]);
  if (failed.length === 0 || failed.includes("") || failed.length !== counted) return null;
  return [...new Set(failed)].sort();
}

function fileOf(attributes: string): string {
  return /\bfile="([^"]*)"/.exec(attributes)?.[1] ?? "";
}

/** Returns the output of one file. Parallel files take turns, and each prints its name at the start of a turn. */
export function outputOf(file: string, output: string): string {
  const parts = output.split(/^(?=\S+\.test\.tsx?:$)/m).filter((part) => part.startsWith(`${file}:\n`));
  return parts.map((part) => part.slice(file.length + 2).trim()).join("\n");
}
