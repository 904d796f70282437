// How well workers are contained, in one sentence.

/** The level's name, once: a program's own description may begin with it. */
export function sandboxText({ level, detail }: { level: string; detail: string }): string {
  return detail.startsWith(level) ? detail : `${level}: ${detail}`;
}
