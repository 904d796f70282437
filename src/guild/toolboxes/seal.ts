// Puts marks around text from outside, so that a session can tell where it ends. The marks depend on the key of the
// call. The author of the text cannot know that key, so the text cannot contain the closing mark.
import { createHash } from "node:crypto";

export function seal(tag: string, words: { text: string; whole: string; callKey: string }): string {
  const { text, whole, callKey } = words;
  const mark = createHash("sha256").update(`${callKey}\n${whole}`).digest("hex").slice(0, 12);
  return `<${tag} ${mark}>\n${text === "" ? "(no text)" : text}\n</${tag} ${mark}>`;
}
