// What a person said under way and was acknowledged is heard exactly once, or it is shown as unheard and goes into the next
// attempt. Looked at in what the sessions were told, not in what the hall says of it.
import { fold } from "../../../src/rules/commission/evolve.ts";
import { notesOf } from "../../../src/rules/commission/notes.ts";
import type { Known } from "../known.ts";
import { foldable, ledgerLines } from "../ledger-lines.ts";
import type { PlayedSession } from "../talk.ts";
import { breaks, type World } from "../world.ts";

const noteMark = /note-\d+-of-all/g;

export function notToldTwice(world: World, { id, texts }: PlayedSession): void {
  const told = texts.flatMap((text) => [...text.matchAll(noteMark)].map(([mark]) => mark));
  const twice = told.find((mark, at) => told.indexOf(mark) < at);
  if (twice !== undefined) breaks(world, "notes", `${id} was told ${twice} twice.`);
}

/** A session that ends with its result has heard everything that was said before. */
export function heardIn(
  world: World,
  { id, texts, commission }: PlayedSession,
  said: readonly string[],
): void {
  if (world.known.get(commission)?.harmed.size !== 0 || world.machine.fault !== null) return;
  const missed = said.find((mark) => !texts.some((text) => isIn(text, mark)));
  if (missed !== undefined) breaks(world, "notes", `${id} ended without ${missed}.`);
}

function isIn(text: string, mark: string): boolean {
  return [...text.matchAll(noteMark)].some(([found]) => found === mark);
}

export function notesAtRest(world: World): void {
  for (const known of world.known.values())
    if (known.deletion === null && known.harmed.size === 0) lookAt(world, known);
}

function lookAt(world: World, known: Known): void {
  const events = foldable(ledgerLines(world.machine.tree, known.id) ?? []);
  const commission = fold(events);
  const notes = commission ? notesOf(commission.record) : [];
  for (const [text, number] of known.notes) {
    const found = notes.filter((note) => note.text === text);
    if (found.length !== 1 || found[0]?.number !== number)
      breaks(world, "notes", `${text} to ${known.id} is on record ${found.length} times.`);
  }
  for (const { number, text, heard } of notes) {
    const lines = events.filter((event) => event.type === "note.heard" && event.note === number);
    if (lines.length > 1) breaks(world, "notes", `${text} was heard ${lines.length} times.`);
    if (heard !== null && !wasTaken(world, known, text)) breaks(world, "notes", `${text} counts as heard.`);
    toldToTheNext(world, known, text);
  }
}

const sessionsOf = (world: World, { id }: Known) =>
  [...world.sessions.values(), ...world.goneSessions].filter(({ commission }) => commission === id);

function wasTaken(world: World, known: Known, mark: string): boolean {
  return sessionsOf(world, known).some(({ texts }) => texts.some((text) => isIn(text, mark)));
}

function toldToTheNext(world: World, known: Known, mark: string): void {
  for (const later of world.known.values()) {
    if (later.deletion !== null || later.harmed.size > 0) continue;
    const [first] = foldable((ledgerLines(world.machine.tree, later.id) ?? []).slice(0, 1));
    if (first?.type !== "commission.created" || first.request.continues !== known.id) continue;
    if (!isIn(first.request.background ?? "", mark))
      breaks(world, "notes", `${later.id} is not told ${mark} of the attempt before it.`);
  }
}
