// How much is remembered and given, by this process's environment.

export interface MemorySettings {
  /** Of memory in one prompt. */
  capTokens: number;
  /** Beyond it older notes are condensed. */
  compactAtTokens: number;
}

const defaultTokens = 8000;

export function readMemorySettings(env: Readonly<Record<string, string | undefined>>): MemorySettings {
  const capTokens = wholeNumber(env["GUILD_MEMBER_MEMORY_TOKENS"]) ?? defaultTokens;
  return { capTokens, compactAtTokens: wholeNumber(env["GUILD_MEMBER_COMPACT_TOKENS"]) ?? capTokens };
}

/** What cannot be read is as if it were not there. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
