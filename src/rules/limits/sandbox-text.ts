// Says in one sentence how well workers are contained.

/** Names the level only once, because the detail may already begin with it. */
export function sandboxText({ level, detail }: { level: string; detail: string }): string {
  return detail.startsWith(level) ? detail : `${level}: ${detail}`;
}
