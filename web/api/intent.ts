// Makes an idempotency key for one intent of a person: the hall carries out the request once, however often it is sent.
/** Returns a function that gives the same key for the same words as last time, and a new key for different words. */
export function createIntents(): (words: unknown) => string {
  let last = { words: "", intent: "" };
  return (words) => {
    const now = JSON.stringify(words);
    if (last.intent === "" || last.words !== now) last = { words: now, intent: newIntent() };
    return last.intent;
  };
}

export function newIntent(): string {
  return `page-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
}
