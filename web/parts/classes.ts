/** The class names of an element as one; a look without rules of its own has none. */
export function classes(...names: readonly (string | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
