// Somebody's words as material: every line behind a mark, so that nothing quoted can pass for anything else.

/** No angle bracket is left either: nothing quoted can pass for a tag that means something. */
export function quote(text: string, mark: ">" | "|" = ">"): string {
  return text
    .replaceAll("<", "‹")
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `${mark} ${line}`)
    .join("\n");
}
