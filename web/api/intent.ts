// Makes an idempotency key for one intent of a person: the hall carries it out once, however often it is sent.
/** The same words again are the same intent; different words are a new one. */
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
