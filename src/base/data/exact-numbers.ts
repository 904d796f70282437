// Finds numbers in a JSON text that a double cannot hold, because parsing the text and writing it again would change
// them.

/**
 * Returns the first number of a valid JSON text that parsing would change, as the text spells it; `null` if
 * there is none.
 */
export function findChangedNumber(json: string): string | null {
  for (const [token] of json.matchAll(tokens)) if (!token.startsWith('"') && !isKept(token)) return token;
  return null;
}

/** Returns a sentence for the person who sent the number. */
export function changedText(token: string): string {
  const held = Number(token);
  const shown = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  const became = Number.isFinite(held) ? `become ${held}` : "be lost";
  return `The number ${shown} cannot be passed on exactly: it would ${became}.`;
}

export const asText = "Give it as a text, in quotation marks.";

/** Matches strings as well as numbers, so that digits inside a string are not taken for a number. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * 17 digits are enough to write any double. A number with a fraction or an exponent is accepted if it has at
 * most 17 digits, because some programs write 0.1 as 0.10000000000000001.
 */
const mostDigits = 17;

function isKept(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const [asked, held] = [decimalOf(token), decimalOf(String(value))];
  if (asked.digits === held.digits && asked.exponent === held.exponent) return true;
  return /[.eE]/.test(token) && held.digits !== "" && asked.digits.length <= mostDigits;
}

/** Returns the digits of a number without zeroes at either end, and the power of ten by which they are multiplied. */
function decimalOf(text: string): { digits: string; exponent: number } {
  const [mantissa = "", power = "0"] = text.replace(/^-/, "").split(/e/i);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  if (digits === "") return { digits, exponent: 0 };
  return { digits, exponent: Number(power) - fraction.length + (all.length - digits.length) };
}
