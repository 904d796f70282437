// Puts marks around words of strangers. Their author cannot know the call, so they cannot contain the closing mark.
import { createHash } from "node:crypto";

export function seal(tag: string, words: { text: string; whole: string; callKey: string }): string {
  const { text, whole, callKey } = words;
  const mark = createHash("sha256").update(`${callKey}\n${whole}`).digest("hex").slice(0, 12);
  return `<${tag} ${mark}>\n${text === "" ? "(no text)" : text}\n</${tag} ${mark}>`;
}
