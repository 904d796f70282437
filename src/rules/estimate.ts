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

/** A page of a document is charged as its text, of up to 3,000 tokens, and as an image. */
const tokensPerPage = 4500;

/** `pages` null: they could not be counted. Then it may have as many as an endpoint commonly takes. */
export function tokensInDocument(pages: number | null): number {
  return (pages ?? 100) * tokensPerPage;
}

/** Encrypted reasoning comes as base64: three quarters of its bytes are what it stands for. */
export function bytesHidden(base64Bytes: number): number {
  return Math.ceil(base64Bytes * 0.75);
}
