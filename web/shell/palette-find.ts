// Finds the palette entries that match what is typed: best first, in small groups. Pure, and fast enough for ten
// thousand commissions at every key.
export interface PaletteEntry {
  /** Identifies the entry, such as `commission:ID`. */
  key: string;
  group: string;
  says: string;
  /** Shown beside the entry, and searched too. */
  beside: string;
  /** The worker whose emblem (`Sigil`) is shown before the entry. */
  worker?: string;
  /** True if the entry's commission is a rehearsal. */
  rehearsed?: boolean;
  /**
   * True for an action of the current view. It is not remembered, because it would mean something else in another view.
   */
  isOfView?: boolean;
  /** True if the action is not possible now; `beside` says why. */
  isRefused?: boolean;
  act(): void;
}

export interface FoundGroup {
  value: string;
  items: PaletteEntry[];
}

const most = 7;

/**
 * `recent` holds the keys of entries, the latest first. With nothing typed these entries come first, followed by the
 * first few of each group.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  { typed, recent }: { typed: string; recent: readonly string[] },
): FoundGroup[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.length === 0 ? unasked(entries, recent) : asked(entries, { wanted, recent });
}

function unasked(entries: readonly PaletteEntry[], recent: readonly string[]): FoundGroup[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const latest = recent.flatMap((key) => byKey.get(key) ?? []).slice(0, most);
  const rest = entries.filter((entry) => !latest.includes(entry));
  return [{ value: "Recent", items: latest }, ...grouped(rest)].filter(({ items }) => items.length > 0);
}

function grouped(entries: readonly PaletteEntry[]): FoundGroup[] {
  const groups = new Map<string, PaletteEntry[]>();
  for (const entry of entries) {
    const own = groups.get(entry.group) ?? [];
    if (own.length < most) own.push(entry);
    groups.set(entry.group, own);
  }
  return [...groups].map(([value, items]) => ({ value, items }));
}

function asked(
  entries: readonly PaletteEntry[],
  { wanted, recent }: { wanted: readonly string[]; recent: readonly string[] },
): FoundGroup[] {
  const fits: { entry: PaletteEntry; rank: number }[] = [];
  for (const entry of entries) {
    const fit = fitOf(entry, wanted);
    if (fit === 0) continue;
    const before = recent.indexOf(entry.key);
    fits.push({ entry, rank: fit + (before === -1 ? 0 : 0.9 - before / 100) });
  }
  fits.sort((a, b) => b.rank - a.rank);
  return grouped(fits.map(({ entry }) => entry));
}

/** Returns 0 if a word is missing. The start of the title scores highest, then the start of a word. */
function fitOf(entry: PaletteEntry, wanted: readonly string[]): number {
  const text = textOf(entry);
  let fit = 0;
  for (const word of wanted) {
    const at = text.indexOf(word);
    if (at === -1) return 0;
    fit += at === 0 ? 3 : /\W/.test(text.charAt(at - 1)) ? 2 : 1;
  }
  return fit;
}

const known = new WeakMap<PaletteEntry, string>();

function textOf(entry: PaletteEntry): string {
  let text = known.get(entry);
  if (text === undefined) {
    text = `${entry.says}\n${entry.beside}\n${entry.key}`.toLowerCase();
    known.set(entry, text);
  }
  return text;
}
