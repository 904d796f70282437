/** Joins class names. Skips undefined ones: a CSS module has no class for a name without rules. */
export function classes(...names: readonly (string | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
