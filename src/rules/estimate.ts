// Estimates the tokens of a request or an answer for which no bill came. What is charged must not be less than what the
// endpoint counts, and at most twice that.

/**
 * Text has 2.5 to 5 bytes a token: English prose about 4, code about 3, Chinese between 2 and 3. So bytes divided by the
 * least of these are never too few tokens, and at most twice too many. Denser text (random letters and digits has about 2
 * bytes a token) is charged up to a fifth too low.
 */
const bytesPerToken = 2.5;

export function tokensIn(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** As many as `tokensIn` counts for so many tokens. */
export function bytesOf(tokens: number): number {
  return tokens * bytesPerToken;
}

/** What an image costs at most, whatever its file's size. */
export const tokensPerImage = 4800;

/** A page of a document has about 2,000 tokens, and seldom less than 40 kB. */
export function tokensInDocument(bytes: number): number {
  return Math.max(2000, Math.ceil(bytes / 20));
}

/** Encrypted reasoning comes as base64: three quarters of its bytes are what it stands for. */
export function bytesHidden(base64Bytes: number): number {
  return Math.ceil(base64Bytes * 0.75);
}
