// Provides helpers for writing the files of new packages.

/** The content of each file, by path. */
export type ScaffoldFiles = Readonly<Record<string, string>>;

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Returns a title for a package: "release-notes" becomes "Release notes". */
export function titleFrom(name: string): string {
  const words = name.replaceAll("-", " ").trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
