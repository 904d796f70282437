// Takes secrets out of text before it goes on record or to a person. Pure.
import type { HallConfig } from "../contract/config.ts";
import type { Handoff } from "../contract/handoff.ts";

/** A shorter setting of a toolbox is a word or a number that may stand anywhere. */
const leastCharacters = 8;

/** Returns the credential and every text that is handed to a toolbox, the longest first. */
export function secretsOf(
  { credential }: Pick<Handoff, "credential">,
  { toolboxes }: Pick<HallConfig, "toolboxes">,
): string[] {
  const handed = textsIn(toolboxes).filter((text) => text.length >= leastCharacters);
  const all = credential === null ? handed : [credential.secret, ...handed];
  return all.toSorted((a, b) => b.length - a.length);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Also hides the user and the password of an address. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((before, secret) => before.replaceAll(secret, "[secret]"), text);
  return hidden.replace(/\/\/[^/\s@]*@/g, "//");
}
