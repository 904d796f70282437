// Quotes text from outside: every line begins with `>` or `|`, so that quoted text cannot pass for anything else.

/** Replaces opening angle brackets too, so that quoted text cannot pass for a tag. */
export function quote(text: string, mark: ">" | "|" = ">"): string {
  return text
    .replaceAll("<", "‹")
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `${mark} ${line}`)
    .join("\n");
}
