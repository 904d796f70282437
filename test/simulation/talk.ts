// What people say under way, and a session that hears it: the workbench's own rules, hand-over and reading of the ledger
// around a `claude` that is played. Its session file is kept as long as the world, whatever is killed.
import type { CommissionId } from "../../src/contract/home/ids.ts";
import type { SessionEnd } from "../../src/contract/course/session-end.ts";
import type { SaidMessage } from "../../src/model/session/open-session.ts";
import type { Bench } from "../../src/workbench/bench/bench.ts";
import { createSaid } from "../../src/workbench/bench/said.ts";
import { createHandOver, type HandOver } from "../../src/workbench/words/hand-over.ts";
import { type Beginning, goOn } from "../../src/workbench/work/resume-session.ts";
import type { Known } from "./known.ts";
import { foldable, ledgerLines } from "./ledger-lines.ts";
import { heardIn, notToldTwice } from "./promises/notes-heard.ts";
import type { Desk } from "./worker.ts";
import { breaks, type OpenHall, type World } from "./world.ts";

export interface Note {
  wants: "tell";
  id: CommissionId | null;
  text: string;
  key: string;
}

export function* drawNotes({ talkers, talks }: World): Iterable<Note> {
  if (!talks) return;
  for (let n = talkers.between(2, 12); n > 0; n -= 1)
    yield { wants: "tell", id: null, text: `note-${n}-of-all`, key: `note-${n}` };
}

/** Returns true if this person comes back later, because there is nothing under way yet. */
export async function tell(world: World, { conductor }: OpenHall, note: Note): Promise<boolean> {
  note.id ??= choose(world);
  const known = note.id === null ? undefined : world.known.get(note.id);
  if (!known || known.deletion !== null || known.harmed.size > 0) return false;
  const told = await conductor.tell(known.id, { text: note.text }, note.key);
  if (!told.ok) return false;
  const { number } = told.value;
  const before = known.notes.get(note.text);
  if (before !== undefined && before !== number)
    breaks(world, "notes", `${note.text} was note ${before}, and now is note ${number}.`);
  known.notes.set(note.text, number);
  const safe = ledgerLines(world.machine.tree, known.id, "safe") ?? [];
  if (!safe.some((line) => line.includes(note.text)))
    breaks(world, "notes", `${note.text} was acknowledged before it was safe.`);
  return false;
}

/** A person says something just as the session is about to end. */
export function tellAtTheEnd(world: World, id: CommissionId): void {
  const { hall, talkers } = world;
  if (!hall || hall.closing || !talkers.chance(0.4)) return;
  const text = `note-${talkers.between(1000, 9_999_999)}-of-all`;
  // It may fail with the disk, or with the hall.
  tell(world, hall, { wants: "tell", id, text, key: text }).catch(() => undefined);
}

function choose({ known, talkers }: World): CommissionId | null {
  const open = [...known.values()].filter(({ ended }: Known) => ended === null);
  return open.length === 0 ? null : talkers.pick(open).id;
}

/** What `claude` keeps of a session. */
export interface PlayedSession {
  id: string;
  commission: CommissionId;
  /** The messages that it has taken, and their ids. */
  texts: string[];
  uuids: Set<string>;
}

/** A session under way. */
export interface Talk {
  session: PlayedSession;
  /** Sends a request with all that was said, and records its answer. */
  request(): Promise<void>;
  /** Looks no more: a process that hangs for ever would never let the machine rest. */
  hang(): Promise<void>;
  /** Ends the input, unless something was said that no request has. */
  end(): Promise<boolean>;
}

export interface TalkOrder {
  desk: Desk;
  bench: Bench;
  answer(): Promise<void>;
  play(talk: Talk): Promise<SessionEnd>;
}

export function converse({ desk, bench, answer, play }: TalkOrder): Promise<SessionEnd> {
  const { world, disk, clock } = desk;
  const said = createSaid({ disk, print: () => undefined }, bench);
  const run = async (beginning: Beginning): Promise<SessionEnd> => {
    const session = openPlayed(world, bench, beginning);
    if (session === null) return { how: "activation", message: "There is no such session." };
    const deps = {
      clock,
      watchDirectory: () => ({ close: () => undefined }),
      newMessageId: () => newMessageId(world),
      print: () => undefined,
    };
    const order = { bench, said, first: beginning.given, attachments: "/attachments" };
    const handOver = world.wiring.handOver(createHandOver(deps, order));
    const queue: SaidMessage[] = [{ uuid: beginning.given?.uuid ?? null, text: beginning.prompt }];
    let isOpen = true;
    handOver.begin((message) => isOpen && queue.push(message) > 0);
    const talk: Talk = {
      session,
      hang: handOver.end,
      request: () => request(world, { session, handOver, queue, answer }),
      end: async () => {
        const before = saidSoFar(world, bench.id);
        await handOver.lastLook();
        isOpen = queue.length > 0;
        if (!isOpen) heardIn(world, session, before);
        return !isOpen;
      },
    };
    try {
      return await play(talk);
    } finally {
      await handOver.end();
    }
  };
  return goOn(world.wiring.talkBench(bench), {
    told: { text: "", fact: null },
    named: null,
    attached: { directory: "/attachments", files: [] },
    limits: { maxTurns: 9, maxBudgetUsd: 9 },
    said,
    findMessages: async ({ sessionId, uuids }) => {
      const found = world.sessions.get(sessionId)?.uuids ?? new Set();
      return new Set(world.wiring.looksIntoSessions ? uuids.filter((uuid) => found.has(uuid)) : []);
    },
    newMessageId: () => newMessageId(world),
    run,
  });
}

/** Returns `null` if the session is to be resumed and its file is gone. */
function openPlayed(world: World, { id, bench }: Bench, { resume }: Beginning): PlayedSession | null {
  if (resume !== null && world.storming && world.talkers.chance(0.1)) lose(world, resume);
  if (resume !== null) return world.sessions.get(resume) ?? null;
  const session = {
    id: `session-${id}-${bench}`,
    commission: id,
    texts: [],
    uuids: new Set<string>(),
  };
  world.sessions.set(session.id, session);
  return session;
}

function lose({ sessions, goneSessions }: World, id: string): void {
  const session = sessions.get(id);
  if (session) goneSessions.push(session);
  sessions.delete(id);
}

interface Asking {
  session: PlayedSession;
  handOver: HandOver;
  queue: SaidMessage[];
  answer(): Promise<void>;
}

async function request(world: World, { session, handOver, queue, answer }: Asking): Promise<void> {
  const taken = queue.splice(0);
  for (const { uuid, text } of taken) {
    session.texts.push(text);
    if (uuid !== null) session.uuids.add(uuid);
    if (uuid !== null) handOver.started(uuid);
  }
  notToldTwice(world, session);
  await answer();
  for (const { uuid } of taken) if (uuid !== null) await handOver.heard(uuid);
}

function saidSoFar({ machine }: World, id: CommissionId): string[] {
  const events = foldable(ledgerLines(machine.tree, id, "safe") ?? []);
  return events.flatMap((event) => (event.type === "note.said" ? [event.text] : []));
}

function newMessageId({ talkers }: World): string {
  const hex = (digits: number) => talkers.hex(digits);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
