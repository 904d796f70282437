// Decides whether a changed text was damaged or edited by a person. If in doubt, it counts as edited.

/** Whether a text changed in a way that is typical of a failing disk and rare for a person. */
export function looksDamaged(before: Uint8Array, now: Uint8Array): boolean {
  if (before.length === 0) return false;
  if (now.length === 0) return true;
  if (now.includes(0) && !before.includes(0)) return true;
  return before.length === now.length ? differing(before, now) === 1 : isCutInLine(before, now);
}

/** Counts the bytes that differ, up to two. */
function differing(before: Uint8Array, now: Uint8Array): number {
  let found = 0;
  for (let at = 0; at < now.length && found < 2; at += 1) if (before[at] !== now[at]) found += 1;
  return found;
}

const newline = 0x0a;

/**
 * Whether a text was cut in the middle of a line. A person who shortens a text removes whole lines, or stops at the end
 * of a sentence.
 */
function isCutInLine(before: Uint8Array, now: Uint8Array): boolean {
  if (now.length > before.length || now.at(-1) === newline || before[now.length] === newline) return false;
  return now.every((byte, at) => byte === before[at]) && !sentenceEnds.includes(now.at(-1) ?? 0);
}

const sentenceEnds: readonly number[] = [...Buffer.from(".!?:;)")];
