// Lists the ways in which a model's answer may end, on the endpoint's side and on the reader's.
import {
  allParts,
  type Hidden,
  type Manner,
  pieces,
  type Words,
} from "../test/model/gateway/honest-endpoint.ts";

export type Reader =
  | { how: "reads all" }
  /** After this many events of the answer; 0 means before the first. */
  | { how: "leaves" | "is cancelled"; after: number };

export interface Way {
  name: string;
  manner: Manner;
  reader: Reader;
  streamed: boolean;
  /**
   * `came`: the record is within 1 % of the bill. `none`: it is between one and two times the endpoint's
   * count.
   */
  bill: "came" | "none";
  /** The session ends, because the endpoint does not state its cost or fails for good. */
  condemned?: true;
  /**
   * The endpoint produces nothing while it is silent in a block that could hide something. The gateway cannot know
   * that, so it charges for the time, which may be more than twice the bill.
   */
  idle?: true;
}

const all: Reader = { how: "reads all" };
const leaves = (after: number): Reader => ({ how: "leaves", after });
const half = 1 + pieces / 2;
const allWords = 1 + pieces;

/** How long the gateway waits for a bill in this hunt. */
export const billMs = 700;

const whole: Manner = { ending: "end" };
const slow: Manner = { ending: "end", paceMs: 15 };
/**
 * So slow that the bill comes after the gateway has stopped waiting for it. No part is due at that moment, so
 * even on a busy machine the endpoint learns of the cancellation before it produces, and bills, another part.
 */
const tooSlow: Manner = { ending: "end", paceMs: 280 };
const silent = (parts: number): Manner => ({ ending: "fall silent", parts });

const quarter = 1 + pieces / 4;
const mostWords = 1 + (pieces * 3) / 4;
/** Includes the bill but not the end. */
const withBill = allParts - 1;
const aside = { input_tokens: 180_000, output_tokens: 4000 };
const cancelled = (after: number): Reader => ({ how: "is cancelled", after });
const hangsUp = (parts: number): Manner => ({ ending: "hang up", parts });
const breaksEvent = (parts: number): Manner => ({ ending: "break an event off", parts });
const saysError = (parts: number): Manner => ({ ending: "say an error", parts });

/** Produces hidden output, even while the gateway waits for the bill. */
const hides = (what: Hidden["what"], forMs: number | null = null): Pick<Manner, "hides"> => ({
  hides: { what, tokensPerSecond: 150, forMs },
});
/** Pings are events too, so this is about a second. */
const inSilence = 20;

const billed: readonly Way[] = [
  came("is read to its end", whole, all),
  came("begins late", { ending: "end", afterMs: 400 }, all),
  came("is left before anything of it came", { ending: "end", afterMs: 250 }, leaves(0)),
  came("is left after its first event", slow, leaves(1)),
  came("is left after its first words", slow, leaves(2)),
  came("is left after a quarter", slow, leaves(quarter)),
  came("is left in the middle", slow, leaves(half)),
  came("is left after most of it", slow, leaves(mostWords)),
  came("is left after its last word, before the bill", slow, leaves(allWords)),
  came("is left between bill and end", slow, leaves(allWords + 1)),
  came("is cancelled between bill and end", silent(withBill), cancelled(allWords + 1)),
  came("breaks off between bill and end", hangsUp(withBill), all),
  came("breaks off inside its last event", breaksEvent(withBill), all),
  came("stalls between bill and end", silent(withBill), all),
  came("carries an error after its bill", saysError(withBill), all),
  came("is left after its bill, and no end comes", silent(withBill), leaves(allWords + 1)),
  came("has a run beside it", { ending: "end", aside }, all),
  came("has a run beside it, and is left in the middle", { ...slow, aside }, leaves(half)),
  came("comes after two refusals", { ending: "end", refuses: [529, 500] }, all),
  came("comes after a time-out of the endpoint", { ending: "end", refuses: [408] }, all),
  came("has lines that end as in a letter", { ending: "end", writes: "CRLF" }, all),
  came("has lines that end as on old machines", { ending: "end", writes: "CR" }, all),
  came("has many pings in it", { ending: "end", writes: "pings" }, all),
  came("has many comments in it", { ending: "end", writes: "comments" }, all),
  came("comes a few bytes at a time", { ending: "end", writes: "bytes" }, all),
  came("comes a few bytes at a time, and is left", { ending: "end", writes: "bytes" }, leaves(half)),
  came("thinks without a word, and is read", { ending: "end", ...hides("reasoning", 300) }, all),
  came("thinks without a word, and is left", { ending: "end", ...hides("reasoning", 500) }, leaves(4)),
  came("says its bill twice", { ending: "end", again: (truth) => truth }, all),
  came("takes its bill back", { ending: "end", again: () => ({ input_tokens: 0, output_tokens: 0 }) }, all),
  came("has nothing in its second bill", { ending: "end", again: () => ({}) }, all),
  inOnePiece("in one piece is read", whole, all, "came"),
  inOnePiece("in one piece has a run beside it", { ending: "end", aside }, all, "came"),
  inOnePiece("in one piece comes after a refusal", { ending: "end", refuses: [529] }, all, "came"),
  inOnePiece("in one piece is left before it came", { ending: "end", afterMs: 250 }, leaves(0), "came"),
];

const withoutBill: readonly Way[] = [
  ...hidden("thinks without a word", "reasoning"),
  ...hidden("thinks and shows a summary", "reasoning behind a summary"),
  ...hidden("holds the input of a tool back", "input of a tool"),
  { ...inOnePiece("in one piece breaks off", { ending: "hang up" }, all, "none"), condemned: true },
  { ...inOnePiece("in one piece stalls", { ending: "fall silent" }, all, "none"), condemned: true },
  none("is left after its first event, and goes on for long", tooSlow, leaves(1)),
  none("is left in the middle, and goes on for long", tooSlow, leaves(half)),
  none("is left after its last word, and no bill comes", silent(allWords), leaves(allWords)),
  none("is left before anything came, and nothing comes", silent(0), leaves(0)),
  idle(none("is left after its first event, and nothing more comes", silent(1), leaves(1))),
  none("is left after a quarter, and nothing more comes", silent(quarter), leaves(quarter)),
  none("breaks off after its first event", hangsUp(1), all),
  none("breaks off after a quarter", hangsUp(quarter), all),
  none("breaks off in the middle", hangsUp(half), all),
  none("breaks off after most of it", hangsUp(mostWords), all),
  none("breaks off before its bill", hangsUp(allWords), all),
  none("breaks off inside its second event", breaksEvent(1), all),
  none("breaks off inside an event", breaksEvent(half), all),
  none("breaks off inside its bill", breaksEvent(allWords), all),
  none("breaks off and came a few bytes at a time", { ...hangsUp(half), writes: "bytes" }, all),
  none("breaks off and had lines as in a letter", { ...hangsUp(half), writes: "CRLF" }, all),
  none("breaks off and had many pings in it", { ...hangsUp(half), writes: "pings" }, all),
  none("carries an error after its first event", saysError(1), all),
  none("carries an error", saysError(half), all),
  none("carries an error in the place of its bill", saysError(allWords), all),
  idle(none("stalls after its first event", silent(1), all)),
  none("stalls", silent(half), all),
  none("stalls before its bill", silent(allWords), all),
  none("is cancelled after its first event", tooSlow, cancelled(1)),
  none("is cancelled after a quarter", tooSlow, cancelled(quarter)),
  none("is cancelled in the middle", tooSlow, cancelled(half)),
  none("is cancelled after its last word", silent(allWords), cancelled(allWords)),
  none("is cancelled before anything came", silent(0), cancelled(0)),
  unbilled("names no counts", () => undefined),
  unbilled("has null for its counts", () => null),
  unbilled("has a list for its counts", () => [1000, 5]),
  unbilled("has a text for its counts", () => "1000"),
  unbilled("has negative counts", () => ({ input_tokens: -1000, output_tokens: -5 })),
  unbilled("has words for counts", () => ({ input_tokens: "many", output_tokens: "few" })),
  unbilled("has counts in quotes", () => ({ input_tokens: "1", output_tokens: "1" })),
  unbilled("has counts without bounds", () => ({ input_tokens: 1e308, output_tokens: 1e308 })),
  unbilled("has truth for counts", () => ({ input_tokens: true, output_tokens: true })),
  unbilled("names what went in alone", ({ input_tokens }) => (input_tokens ? { input_tokens } : {})),
  unbilled("has a bad count of its cache", (truth) => ({ ...truth, cache_read_input_tokens: -1 })),
];

export const ways: readonly Way[] = [...billed, ...withoutBill];

function came(name: string, manner: Manner, reader: Reader): Way {
  return { name: `An answer that ${name}`, manner, reader, streamed: true, bill: "came" };
}

function none(name: string, manner: Manner, reader: Reader): Way {
  return { ...came(name, manner, reader), bill: "none" };
}

function hidden(name: string, what: Hidden["what"]): Way[] {
  return [
    none(`${name}, and is left`, { ending: "hang up", ...hides(what) }, leaves(inSilence)),
    none(`${name}, and is cancelled`, { ending: "hang up", ...hides(what) }, cancelled(inSilence)),
    none(`${name}, and breaks off`, { ending: "hang up", ...hides(what, 1000) }, all),
    none(`${name}, and carries an error`, { ending: "say an error", ...hides(what, 1000) }, all),
  ];
}

function idle(way: Way): Way {
  return { ...way, idle: true };
}

function unbilled(name: string, counts: NonNullable<Manner["counts"]>): Way {
  return { ...none(name, { ending: "end", counts }, all), condemned: true };
}

function inOnePiece(name: string, manner: Manner, reader: Reader, bill: Way["bill"]): Way {
  return { name: `An answer ${name}`, manner, reader, streamed: false, bill };
}

const prose =
  "The gateway reads the answer while it passes, and what has passed is charged even if nobody reads its end. ";
const code = "export function add(a: number, b: number): number {\n  return a + b;\n}\n";
const json = '{"file_path":"/gh/work/src/add.ts","content":"const one = 1;\\n","mode":420},';
const chinese = "网关在答复经过时读取它，即使没有人读到结尾，已经通过的内容也要计费。";

export const kindsOfWords: readonly Words[] = [
  { name: "prose", text: prose.repeat(120), bytesPerToken: 4.4, as: "text_delta" },
  { name: "code", text: code.repeat(150), bytesPerToken: 2.8, as: "text_delta" },
  { name: "input of a tool", text: json.repeat(150), bytesPerToken: 3.2, as: "input_json_delta" },
  { name: "thoughts", text: prose.repeat(90), bytesPerToken: 4, as: "thinking_delta" },
  { name: "Chinese", text: chinese.repeat(120), bytesPerToken: 2.6, as: "text_delta" },
];
