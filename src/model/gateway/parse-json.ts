// Parses JSON from outside. Returns `undefined` if it is not valid.

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
