// Reads the memory limits from the environment, else from the member's manifest.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export interface MemorySettings {
  /** The most that memory may take in one prompt. */
  capTokens: number;
  /**
   * Beyond this many tokens, older notes are condensed. Never above the cap, or notes would be neither shown nor
   * condensed.
   */
  compactAtTokens: number;
}

const defaultTokens = 8000;

export interface MemorySettingsSource {
  env: Readonly<Record<string, string | undefined>>;
  /** The member's own directory, with its manifest. */
  root: string;
}

export function readMemorySettings({ env, root }: MemorySettingsSource): MemorySettings {
  const capTokens = wholeNumber(env["GUILD_MEMBER_MEMORY_TOKENS"]) ?? ofManifest(root) ?? defaultTokens;
  const compactAt = wholeNumber(env["GUILD_MEMBER_COMPACT_TOKENS"]) ?? capTokens;
  return { capTokens, compactAtTokens: Math.min(compactAt, capTokens) };
}

/** Returns `undefined` if the text is not a whole number, as if the variable were not set. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const manifest = z.object({ memoryTokens: z.int().min(0).max(1_000_000) });

function ofManifest(root: string): number | undefined {
  try {
    const text = readFileSync(join(root, "guild-member.json"), "utf8");
    return manifest.safeParse(JSON.parse(text)).data?.memoryTokens;
  } catch {
    return undefined; // the hall reports a broken manifest when it starts the member
  }
}
