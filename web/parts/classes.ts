/** Joins class names, skipping undefined ones: a look without rules has no class. */
export function classes(...names: readonly (string | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
