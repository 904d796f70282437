// Describes an unexpected value from JSON or YAML, of any length, in a few words for an error message.
const shownCharacters = 40;

export function showValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return `a section of ${Object.keys(value).length}`;
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`;
}
