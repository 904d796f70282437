// The ways in which an answer of a model may end, by whoever makes it and by whoever reads it.
import { allParts, type Manner, pieces, type Words } from "../test/gateway/honest-endpoint.ts";

export type Reader =
  | { how: "reads all" }
  /** After this many events of the answer; 0: before anything of it came. */
  | { how: "leaves" | "is cancelled"; after: number };

export interface Way {
  name: string;
  manner: Manner;
  reader: Reader;
  streamed: boolean;
  /** `came`: within 1 % of it. `none`: never below what the endpoint counts, and at most twice that. */
  bill: "came" | "none";
  /** The endpoint does not say what it costs, or fails for good: the session ends. */
  condemned?: true;
}

const all: Reader = { how: "reads all" };
const leaves = (after: number): Reader => ({ how: "leaves", after });
const half = 1 + pieces / 2;
const allWords = 1 + pieces;

/** How long a bill is waited for, in this hunt. */
export const billMs = 700;

const whole: Manner = { ending: "end" };
const slow: Manner = { ending: "end", paceMs: 15 };
/** So slow that its bill is not waited for. */
const tooSlow: Manner = { ending: "end", paceMs: 90 };
const silent = (parts: number): Manner => ({ ending: "fall silent", parts });

export const ways: readonly Way[] = [
  came("is read to its end", whole, all),
  came("is left before anything of it came", { ending: "end", afterMs: 250 }, leaves(0)),
  came("is left after its first event", slow, leaves(1)),
  came("is left in the middle", slow, leaves(half)),
  came("is left after its last word, before the bill", slow, leaves(allWords)),
  came("breaks off between bill and end", { ending: "hang up", parts: allParts - 1 }, all),
  came("has a run beside it", { ending: "end", aside: { input_tokens: 180_000, output_tokens: 4000 } }, all),
  came("comes after two refusals", { ending: "end", refuses: [529, 500] }, all),
  inOnePiece("in one piece is read", whole, all, "came"),
  inOnePiece("in one piece is left before it came", { ending: "end", afterMs: 250 }, leaves(0), "came"),
  { ...inOnePiece("in one piece breaks off", { ending: "hang up" }, all, "none"), condemned: true },
  none("is left in the middle, and goes on for long", tooSlow, leaves(half)),
  none("is left after its last word, and no bill comes", silent(allWords), leaves(allWords)),
  none("is left before anything came, and nothing comes", silent(0), leaves(0)),
  none("is left after its first event, and nothing more comes", silent(1), leaves(1)),
  none("breaks off after its first event", { ending: "hang up", parts: 1 }, all),
  none("breaks off in the middle", { ending: "hang up", parts: half }, all),
  none("breaks off before its bill", { ending: "hang up", parts: allWords }, all),
  none("breaks off inside an event", { ending: "break an event off", parts: half }, all),
  none("carries an error", { ending: "say an error", parts: half }, all),
  none("stalls", silent(half), all),
  none("is cancelled in the middle", slow, { how: "is cancelled", after: half }),
  none("is cancelled before anything came", silent(0), { how: "is cancelled", after: 0 }),
  unbilled("names no counts", () => undefined),
  unbilled("has negative counts", () => ({ input_tokens: -1000, output_tokens: -5 })),
  unbilled("has words for counts", () => ({ input_tokens: "many", output_tokens: "few" })),
  unbilled("has counts without bounds", () => ({ input_tokens: 1e308, output_tokens: 1e308 })),
  unbilled("names what went in alone", ({ input_tokens }) => (input_tokens ? { input_tokens } : {})),
];

function came(name: string, manner: Manner, reader: Reader): Way {
  return { name: `An answer that ${name}`, manner, reader, streamed: true, bill: "came" };
}

function none(name: string, manner: Manner, reader: Reader): Way {
  return { ...came(name, manner, reader), bill: "none" };
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
