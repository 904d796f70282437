// Removes secrets from text before it is recorded or shown to a person.
import type { HallConfig } from "../../contract/home/config.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import { writtenForms } from "../../base/text/written-forms.ts";

/** Shorter toolbox settings are not hidden, because a short word or number may occur anywhere. */
const leastCharacters = 8;

/** Returns the credential and the toolbox settings to hide, longest first. */
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

/** Replaces all secrets in a text, and removes the user and the password from URLs. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((before, secret) => createHide(secret, "[secret]")(before), text);
  return withoutPasswords(hidden);
}

/** Removes up to the last @ of a URL's authority, because a password may contain an @ that is not encoded. */
export function withoutPasswords(text: string): string {
  return text.replace(/\/\/[^/\s]*@/g, "//");
}

/** A longer secret is not a credential but a text that a person has set: only its exact form is replaced. */
const longestInAnyForm = 512;

/**
 * Returns a function that replaces the secret with `word`, in every form in which a program may have written
 * it. If the secret is very short or very long, only its exact form is replaced.
 */
export function createHide(secret: string, word: string): (text: string) => string {
  if (secret.length < leastCharacters || secret.length > longestInAnyForm)
    return (text) => text.replaceAll(secret, word);
  const forms = writtenForms(secret);
  return (text) =>
    forms.reduce((before, form) => before.replaceAll(form, word), text.replaceAll(secret, word));
}
