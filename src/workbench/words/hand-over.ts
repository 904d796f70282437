// Hands over to a session what people say while it runs, and records what the worker has heard. A message is on record
// before it is handed over, so that a later workbench can look for it in the session's file.
import { createSerial } from "../../base/async/serial.ts";
import { messageOf } from "../../base/text/message-of.ts";
import type { Attachment } from "../../contract/commission/attachments.ts";
import type { Timer } from "../../host/clock.ts";
import type { SaidMessage } from "../../model/session/open-session.ts";
import { type SaidWords, unheardWords, withoutGiven, wordsUnderWay } from "../../rules/prompt/said-words.ts";
import type { Bench } from "../bench/bench.ts";
import type { WordsOnRecord } from "../bench/said.ts";
import { layOutAttachments } from "../workdir/attachments.ts";
import type { WorkbenchDeps } from "../work/deps.ts";

/** A message that is or will be in the session, and what it is made of. */
export interface GivenMessage {
  uuid: string;
  words: SaidWords;
}

export interface HandOver {
  /** Begins to look for new words. `say` returns false if the session takes no more messages. */
  begin(say: (message: SaidMessage) => boolean): void;
  /** Looks once more, because the session has its result and would end. */
  lastLook(): Promise<void>;
  /** The next request to the model has the message. */
  started(uuid: string): void;
  /** The model has answered a request that has the message. */
  heard(uuid: string): Promise<void>;
  end(): Promise<void>;
}

export type HandOverDeps = Pick<WorkbenchDeps, "clock" | "watchDirectory" | "newMessageId" | "print">;

export interface HandOverOrder {
  bench: Pick<Bench, "layout" | "known" | "record">;
  said: WordsOnRecord;
  /** The message with which the session begins; `null` if it has no words of people. */
  first: GivenMessage | null;
  /** The directory of attached files as the worker sees it. */
  attachments: string;
}

interface State {
  deps: HandOverDeps;
  order: HandOverOrder;
  say: ((message: SaidMessage) => boolean) | null;
  /** By the message's id, with the turn that has it, once that is known. */
  given: Map<string, { words: SaidWords; turn: number | null }>;
}

/** The ledger is looked at this often if the system reports no change of it. */
const lookMs = 1000;

export function createHandOver(deps: HandOverDeps, order: HandOverOrder): HandOver {
  const { first, bench } = order;
  const turn = bench.known().turns + 1;
  const given: State["given"] = new Map(first && [[first.uuid, { words: first.words, turn }]]);
  const state: State = { deps, order, say: null, given };
  const serial = createSerial();
  const look = () => serial(() => lookFor(state).catch((error: unknown) => complain(deps, error)));
  let watching: { close(): void } | null = null;
  return {
    begin: (say) => {
      state.say = say;
      watching = watchFor(state, () => void look());
      void look();
    },
    lastLook: look,
    started: (uuid) => {
      const message = given.get(uuid);
      if (message) message.turn ??= bench.known().turns + 1;
    },
    heard: (uuid) => noteHeard(state, uuid),
    end: async () => {
      watching?.close();
      state.say = null;
      await serial(async () => undefined);
    },
  };
}

/** The words stay unheard, and the next look tries again. */
function complain({ print }: HandOverDeps, error: unknown): void {
  print(`What people said could not be handed over: ${messageOf(error)}`);
}

function watchFor({ deps, order }: State, look: () => void): { close(): void } {
  const { directory, events } = order.bench.layout;
  const watch = deps.watchDirectory({
    directory,
    changed: (name) => {
      if (name === null || events.endsWith(`/${name}`)) look();
    },
    failed: () => undefined, // the timer looks in any case
  });
  let timer: Timer | null = null;
  const soon = () => {
    timer = deps.clock.after(lookMs, () => {
      look();
      soon();
    });
  };
  soon();
  return {
    close: () => {
      timer?.cancel();
      watch.close();
    },
  };
}

async function lookFor(state: State): Promise<void> {
  const { order, given } = state;
  if (state.say === null) return;
  const record = await order.said.now();
  const underWay = [...given.values()].map(({ words }) => words);
  const { notes, answers } = withoutGiven(unheardWords(record), underWay);
  const all: SaidWords[] = [
    ...notes.map((note) => ({ notes: [note], answers: [] })),
    ...answers.map((answer) => ({ notes: [], answers: [answer] })),
  ];
  for (const words of all)
    await give(state, words, wordsUnderWay(words, { ...record, directory: order.attachments }));
}

async function give({ deps, order, say, given }: State, words: SaidWords, text: string): Promise<void> {
  if (say === null) return;
  const { bench } = order;
  const files: Attachment[] = words.answers.flatMap(({ attachments }) => attachments ?? []);
  // The answer's words count without its files, so they are not held back.
  await layOutAttachments(bench.layout, files).catch((error: unknown) =>
    deps.print(`The files of an answer could not be laid out: ${messageOf(error)}`),
  );
  const uuid = deps.newMessageId();
  await bench.record(factOf({ uuid, words }));
  if (say({ uuid, text })) given.set(uuid, { words, turn: null });
}

async function noteHeard({ order, given }: State, uuid: string): Promise<void> {
  const message = given.get(uuid);
  if (!message) return;
  await recordHeard(order.bench, message.words, message.turn ?? order.bench.known().turns + 1);
}

/** Records a message that is about to be handed over. */
export function factOf({ uuid, words }: GivenMessage) {
  return {
    type: "words.given",
    uuid,
    notes: words.notes.map(({ number }) => number),
    answers: words.answers.map(({ place }) => place),
  } as const;
}

/** Records each note and answer at most once. */
export async function recordHeard(
  { record, known }: Pick<Bench, "record" | "known">,
  words: { notes: readonly { number: number }[]; answers: readonly { place: number }[] },
  turn: number,
): Promise<void> {
  for (const { number } of words.notes)
    if (!known().heardWords.notes.has(number)) await record({ type: "note.heard", note: number, turn });
  for (const { place } of words.answers)
    if (!known().heardWords.answers.has(place)) await record({ type: "answer.heard", answer: place, turn });
}
