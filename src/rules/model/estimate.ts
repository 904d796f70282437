// Estimates the tokens of a request or an answer for which the endpoint reported no usage. The estimate
// should not be lower than the endpoint's count, nor more than twice as high.

/**
 * Most text has 2.5 to 5 bytes per token: English prose about 4, code about 3, Chinese between 2 and 3. So
 * dividing by 2.5 seldom gives too few tokens, and at most twice too many. Denser text, such as random
 * letters and digits with about 2 bytes per token, is charged up to a fifth too low.
 */
const bytesPerToken = 2.5;

/**
 * Returns the size of a text in bytes, as `tokensIn` expects it. Characters of rare scripts count more,
 * because each of their bytes may be a token of its own.
 */
export function weightOf(text: Uint8Array): number {
  let rare = 0;
  for (let at = 0; at < text.length; at += 1) {
    const lead = text[at] ?? 0;
    if (lead >= 0xe0 && isRare(lead, text[at + 1] ?? 0)) rare += lead >= 0xf0 ? 4 : 3;
  }
  return Math.ceil(text.length + rare * (bytesPerToken - 1));
}

/** Whether a UTF-8 character of three or four bytes, given by its first two, belongs to a rare script. */
function isRare(lead: number, next: number): boolean {
  // Devanagari and Thai are common; so are Vietnamese letters, and all of Hangul and the full-width forms.
  if (lead === 0xe0) return !(next === 0xa4 || next === 0xa5 || next === 0xb8 || next === 0xb9);
  if (lead === 0xe1) return !(next === 0xba || next === 0xbb);
  if (lead === 0xea) return next < 0xb0;
  if (lead === 0xef) return next < 0xbc;
  return lead === 0xee || lead >= 0xf0;
}

export function tokensIn(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** The inverse of `tokensIn`. */
export function bytesOf(tokens: number): number {
  return tokens * bytesPerToken;
}

/** The most that an image costs, whatever its file size. */
export const tokensPerImage = 4800;

/** A page of a document is charged as its text, of up to 3,000 tokens, and as an image. */
const tokensPerPage = 4500;

/**
 * Returns the tokens of a document. If `pages` is `null`, the pages could not be counted: assumes as many as an
 * endpoint commonly accepts.
 */
export function tokensInDocument(pages: number | null): number {
  return (pages ?? 100) * tokensPerPage;
}

/** Returns the size of encrypted reasoning. It comes as base64, so its real size is three quarters of the bytes. */
export function bytesHidden(base64Bytes: number): number {
  return Math.ceil(base64Bytes * 0.75);
}

/** More tokens per second than any model produces. */
const mostTokensPerSecond = 250;

/** Returns the most tokens that a model can produce in this time, whether or not they are shown. */
export function mostMadeIn(ms: number): number {
  return Math.ceil((ms / 1000) * mostTokensPerSecond);
}
