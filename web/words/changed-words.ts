// Finds which words of a changed line are different, by the longest common sequence of words. Pure.

/** A part of a text, from its first character to before its last. */
export interface Span {
  from: number;
  to: number;
}

export interface ChangedWords {
  before: readonly Span[];
  after: readonly Span[];
}

/** Longer lines are not compared word by word. */
const mostCharacters = 1000;
/** Beyond this many pairs of words, the differing middle is marked as a whole. */
const mostPairs = 40_000;
/** Lines that have less than this share in common are different lines, and nothing in them is marked. */
const leastCommon = 0.35;

const wordFinder = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

/** Returns `null` if the lines have too little in common, or are too long. */
export function changedWords(before: string, after: string): ChangedWords | null {
  if (before === after || before.length > mostCharacters || after.length > mostCharacters) return null;
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const head = commonHead(old, fresh);
  const tail = commonTail(old, fresh, head);
  const [oldEnd, freshEnd] = [old.length - tail, fresh.length - tail];
  const kept = commonWords(old.slice(head, oldEnd), fresh.slice(head, freshEnd));
  const isKept = (side: 0 | 1, at: number, end: number) =>
    at < head || at >= end || kept.some((pair) => pair[side] === at - head);
  const oldKept = old.map((_, at) => isKept(0, at, oldEnd));
  const freshKept = fresh.map((_, at) => isKept(1, at, freshEnd));
  const common = lettersIn(old.filter((_, at) => oldKept[at]));
  if (common < leastCommon * Math.max(lettersIn(old), lettersIn(fresh))) return null;
  return { before: spansOf(old, oldKept), after: spansOf(fresh, freshKept) };
}

function wordsOf(text: string): readonly string[] {
  return text.match(wordFinder) ?? [];
}

/** Counts characters that are not blank, because lines often share nothing but their indentation. */
function lettersIn(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (word.trim() === "" ? 0 : word.length), 0);
}

function commonHead(old: readonly string[], fresh: readonly string[]): number {
  let at = 0;
  while (at < old.length && at < fresh.length && old[at] === fresh[at]) at += 1;
  return at;
}

function commonTail(old: readonly string[], fresh: readonly string[], head: number): number {
  let count = 0;
  const most = Math.min(old.length, fresh.length) - head;
  while (count < most && old[old.length - 1 - count] === fresh[fresh.length - 1 - count]) count += 1;
  return count;
}

type Pair = readonly [old: number, fresh: number];

/** Returns the places of the words that both sides have in the same order. */
function commonWords(old: readonly string[], fresh: readonly string[]): readonly Pair[] {
  if (old.length * fresh.length > mostPairs) return [];
  const width = fresh.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < old.length && j < fresh.length;) {
    if (old[i] === fresh[j]) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Joins neighbouring words that are not kept, and those that only a blank separates. */
function spansOf(words: readonly string[], kept: readonly boolean[]): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const [n, word] of words.entries()) {
    const from = at;
    at += word.length;
    const isBridge = word.trim() === "" && kept[n - 1] === false && kept[n + 1] === false;
    if (kept[n] && !isBridge) continue;
    const last = spans.at(-1);
    if (last?.to === from) last.to = at;
    else spans.push({ from, to: at });
  }
  return spans;
}
