// What the files of both kinds of new packages are written with.

/** The files by their paths. */
export type ScaffoldFiles = Readonly<Record<string, string>>;

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** "release-notes" becomes "Release notes". */
export function titleFrom(name: string): string {
  const words = name.replaceAll("-", " ").trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
