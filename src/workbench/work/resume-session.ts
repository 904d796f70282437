// Decides how a session begins: with the task, or by resuming an interrupted session. If `claude` cannot open
// that session, a new one begins with the task and what the ledger knows about the work so far. The resume
// message is recorded before it is sent.
import type { Limits } from "../../contract/commission/limits.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { commissionPrompt } from "../../rules/prompt/prompts.ts";
import { resumeMessage, resumptionOf } from "../../rules/prompt/resume-message.ts";
import {
  allWords,
  isSilent,
  type SaidWords,
  unheardWords,
  wordsSection,
} from "../../rules/prompt/said-words.ts";
import type { SoughtMessages } from "../words/session-file.ts";
import { attachedText } from "../../rules/prompt/attached.ts";
import type { AttachedFiles } from "./attached.ts";
import type { PathsFact } from "../../contract/commission/instructions.ts";
import type { ToldWords } from "./instructions.ts";
import type { Bench } from "../bench/bench.ts";
import type { WordsOnRecord } from "../bench/said.ts";
import { factOf, type GivenMessage, recordHeard } from "../words/hand-over.ts";

export interface Beginning {
  prompt: string;
  resume: string | null;
  /** The words of people in the prompt; `null` if it has none. */
  given: GivenMessage | null;
}

export interface SessionPlay {
  /** The words of the project for the worker. */
  told: Pick<ToldWords, "text" | "fact">;
  /** The paths that the task names and the project has; `null` if there are none. */
  named: PathsFact | null;
  /** The files that the worker can read. */
  attached: AttachedFiles;
  /** The limits to which the commission is held. */
  limits: Limits;
  /** The words of people, which the workbench reads from its ledger. */
  said: WordsOnRecord;
  /** Returns those of the messages that the session's own file has. */
  findMessages(sought: SoughtMessages): Promise<ReadonlySet<string>>;
  newMessageId(): string;
  run(beginning: Beginning): Promise<SessionEnd>;
}

type PlayBench = Pick<Bench, "commission" | "record" | "known">;

export async function goOn(bench: PlayBench, play: SessionPlay): Promise<SessionEnd> {
  const { told, named, attached, limits } = play;
  const known = bench.commission.record;
  const task = commissionPrompt({ ...known, limits, told: told.text, named, attached });
  const resumption = resumptionOf(known);
  if (attached.files.length > 0)
    await bench.record({
      type: "attachments.given",
      directory: attached.directory,
      files: [...attached.files],
    });
  if (resumption === null) {
    for (const fact of [told.fact, named]) if (fact) await bench.record(fact);
    return begin(bench, play, { texts: [task], resume: null, words: unheardWords });
  }
  const { sessionId } = resumption;
  if (sessionId !== null) {
    await hearFound(bench, play, sessionId);
    // More files may have come since.
    const message = [resumeMessage(known, { fresh: false }), attachedText(attached)];
    const end = await resume(bench, play, { message, sessionId });
    // `claude` has no such session, or cannot read it. If there is another cause, the new session below fails too.
    if (end.how !== "activation") return end;
  }
  return resume(bench, play, { message: [resumeMessage(known, { fresh: true })], sessionId: null, task });
}

/**
 * Records as heard what the session's file has: the session that is resumed knows it, and would hear it twice if it were
 * said again.
 */
async function hearFound(bench: PlayBench, { said, findMessages }: SessionPlay, sessionId: string) {
  const { given, ...heard } = (await said.now()).heardWords;
  const found = await findMessages({ sessionId, uuids: given.map(({ uuid }) => uuid) });
  for (const message of given.filter(({ uuid }) => found.has(uuid))) {
    const notes = message.notes.filter((number) => !heard.notes.has(number));
    const answers = message.answers.filter((place) => !heard.answers.has(place));
    const words = {
      notes: notes.map((number) => ({ number })),
      answers: answers.map((place) => ({ place })),
    };
    await recordHeard(bench, words, bench.known().turns + 1);
  }
}

interface Resuming {
  message: string[];
  /** `null` for a new session, which begins with the task and knows nothing of what was said before. */
  sessionId: string | null;
  task?: string;
}

async function resume(
  bench: PlayBench,
  play: SessionPlay,
  { message, sessionId, task = "" }: Resuming,
): Promise<SessionEnd> {
  const fresh = sessionId === null;
  const text = joined(message);
  await bench.record({ type: "session.resumed", sessionId, message: text, fresh });
  if (fresh) for (const fact of [play.told.fact, play.named]) if (fact) await bench.record(fact);
  return begin(bench, play, {
    texts: [task, text],
    resume: sessionId,
    words: fresh ? allWords : unheardWords,
  });
}

interface BeginOrder {
  texts: readonly string[];
  resume: string | null;
  /** Which of the words on record the first message has. */
  words(record: CommissionRecord): SaidWords;
}

/** Begins the session. Words of people stand at the end of its first message. */
async function begin(bench: PlayBench, play: SessionPlay, order: BeginOrder): Promise<SessionEnd> {
  const record = await play.said.now();
  const words = order.words(record);
  const { directory } = play.attached;
  const prompt = joined([...order.texts, wordsSection(words, { ...record, directory })]);
  const given = isSilent(words) ? null : { uuid: play.newMessageId(), words };
  if (given !== null) await bench.record(factOf(given));
  return play.run({ prompt, resume: order.resume, given });
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
