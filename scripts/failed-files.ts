// Which test files failed, and what they printed: read from the report and the output of a run of `bun test`. Pure.

/** null: something failed that no file can be named for, such as a file that could not be loaded. */
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

/** What one file printed. Files that run side by side take turns, and each says its name when its turn comes. */
export function outputOf(file: string, output: string): string {
  const parts = output.split(/^(?=\S+\.test\.tsx?:$)/m).filter((part) => part.startsWith(`${file}:\n`));
  return parts.map((part) => part.slice(file.length + 2).trim()).join("\n");
}
