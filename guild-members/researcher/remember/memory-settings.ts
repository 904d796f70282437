// How much is remembered and given: by this process's environment, else by the member's manifest.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export interface MemorySettings {
  /** Of memory in one prompt. */
  capTokens: number;
  /** Beyond it older notes are condensed. Never above the cap: else notes would be neither given nor condensed. */
  compactAtTokens: number;
}

const defaultTokens = 8000;

export interface Told {
  env: Readonly<Record<string, string | undefined>>;
  /** The member's own directory, with its manifest. */
  root: string;
}

export function readMemorySettings({ env, root }: Told): MemorySettings {
  const capTokens = wholeNumber(env["GUILD_MEMBER_MEMORY_TOKENS"]) ?? ofManifest(root) ?? defaultTokens;
  const compactAt = wholeNumber(env["GUILD_MEMBER_COMPACT_TOKENS"]) ?? capTokens;
  return { capTokens, compactAtTokens: Math.min(compactAt, capTokens) };
}

/** What cannot be read is as if it were not there. */
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
