// Reads a member's start settings: its port, its slots (how many jobs run at once) and its secret. Throws an
// error with a readable message if one is invalid.

export interface StartSettings {
  port: number;
  slots: number;
  secret: string | null;
}

export interface StartInput {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

export function readSettings({ args, env }: StartInput): StartSettings {
  return { port: readPort(args), slots: readSlots(env["GUILD_MEMBER_SLOTS"]), secret: readSecret(env) };
}

function readPort(args: readonly string[]): number {
  const [flag, value = "", ...more] = args;
  const port = wholeNumber(value, { from: 0, to: 65_535 });
  if (flag !== "--port" || port === undefined || more.length > 0)
    throw new Error("Start it with --port and a port; 0 means any that is free.");
  return port;
}

function readSlots(value = "3"): number {
  const slots = wholeNumber(value, { from: 1, to: 100 });
  if (slots === undefined) throw new Error("GUILD_MEMBER_SLOTS has to be a whole number from 1 to 100.");
  return slots;
}

/** Refuses an empty secret, because that is a mistake of the caller and must not disable the check. */
function readSecret({ GUILD_MEMBER_SECRET: secret }: StartInput["env"]): string | null {
  if (secret === undefined) return null;
  if (!/^\S+$/.test(secret)) throw new Error("GUILD_MEMBER_SECRET is empty or has blanks in it.");
  return secret;
}

function wholeNumber(text: string, { from, to }: { from: number; to: number }): number | undefined {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  return number >= from && number <= to ? number : undefined;
}
