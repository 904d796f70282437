// Builds patterns for the ways in which a program may write a secret: as it is, escaped as in JSON, HTML or a URL, in
// hex, or in base64, where the secret may begin at any of three offsets.

/** Returns regular expressions that together match all these ways, with the `g` flag that `replaceAll` needs. */
export function writtenForms(secret: string): RegExp[] {
  const plain = Array.from(secret, characterForms).join("");
  const bytes = new TextEncoder().encode(secret);
  const hex = [...bytes].map((byte) => hexOf(byte, 2)).join("[\\s:,;-]{0,2}(?:0x)?");
  return [plain, hex, ...[0, 1, 2].flatMap((before) => base64Form(bytes, before))].map(
    (form) => new RegExp(form, "gi"),
  );
}

function hexOf(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/**
 * Returns a pattern for all spellings of one character. Runs of backslashes are limited, so that a text of nothing but
 * backslashes does not take long to search.
 */
function characterForms(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = hexOf(code, 2);
  const forms = [
    `\\\\{0,4}${literal(character)}`,
    `\\\\{1,4}u${hexOf(code, 4)}`,
    `\\\\{1,4}u\\{0{0,4}${hex}\\}`,
    `\\\\{1,4}x${hex}`,
    `\\\\{1,4}0{0,2}${code.toString(8)}`,
    `%(?:25)?${hex}`,
    `&#0{0,4}${code};`,
    `&#x0{0,4}${hex};`,
  ];
  return `(?:${forms.join("|")})`;
}

function literal(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/-]/, "\\$&");
}

const leastCharacters = 8;

/**
 * Returns a pattern for the base64 characters that depend on the secret alone and not on the bytes around it.
 * `before` says how many bytes precede the secret in its first group of three. Returns an empty list if too
 * few characters are left to recognise the secret.
 */
function base64Form(bytes: Uint8Array, before: number): string[] {
  const padded = new Uint8Array(before + bytes.length);
  padded.set(bytes, before);
  const text = btoa(String.fromCharCode(...padded)).replaceAll("=", "");
  const own = text.slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
  if (own.length < leastCharacters) return [];
  // Base64 text may be broken into lines.
  return [Array.from(own, base64Character).join("(?:\\s|\\\\[nr]){0,4}")];
}

/** Matches the URL-safe alphabet too, which has `-` and `_` instead of `+` and `/`. */
function base64Character(character: string): string {
  if (character === "+") return `(?:${characterForms("+")}|-)`;
  if (character === "/") return `(?:${characterForms("/")}|_)`;
  return characterForms(character);
}
