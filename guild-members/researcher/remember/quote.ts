// Quotes foreign text for a prompt: a ">" before every line keeps it from looking like the prompt's own text.

/** Quotes each line. Replaces left angle brackets too, so that nothing quoted looks like a tag. */
export function quote(text: string): string {
  return text
    .replaceAll("<", "‹")
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** Estimates the tokens of a text as a quarter of its characters. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
