// Decides which instructions for parts of a project are told when a worker names a path. Each is told once in a
// session, and all together are bounded.
import { quote } from "../../../base/text/quote.ts";
import type { LeftOut, ToldFile } from "../../../contract/commission/instructions.ts";
import type { InstructionFile } from "./files.ts";
import { beginningOf } from "./read-text.ts";

/** The most bytes of these instructions in one session. */
export const mostNestedBytes = 32 * 1024;

export interface NestedOrder {
  project: string;
  nested: readonly InstructionFile[];
}

export interface NestedState {
  /** The paths of the files that were told or left out. */
  done: ReadonlySet<string>;
  bytesLeft: number;
}

export const nothingTold: NestedState = { done: new Set(), bytesLeft: mostNestedBytes };

export interface Addition {
  state: NestedState;
  files: ToldFile[];
  leftOut: LeftOut[];
  /** The texts to tell. */
  texts: string[];
}

/** Returns `null` if a path in the work directory brings nothing new. An empty path is the work directory itself. */
export function additionFor(order: NestedOrder, state: NestedState, path: string): Addition | null {
  const due = order.nested.filter((file) => !state.done.has(file.path) && holdsFor(file, path));
  if (due.length === 0) return null;
  const addition: Addition = {
    state: { done: new Set([...state.done, ...due.map((file) => file.path)]), bytesLeft: state.bytesLeft },
    files: [],
    leftOut: [],
    texts: [],
  };
  for (const file of due) add(addition, order.project, file);
  return { ...addition, texts: joined(addition.texts) };
}

function add(addition: Addition, project: string, file: InstructionFile): void {
  const { path, oid, bytes, sameAs } = file;
  const { state } = addition;
  if (sameAs !== null) {
    addition.files.push({ path, oid, bytes, told: 0, sameAs });
    return;
  }
  if (state.bytesLeft === 0) {
    addition.leftOut.push({ path, why: "the instructions for other parts leave no room for it" });
    return;
  }
  const { text, bytes: told } = beginningOf(file.text, state.bytesLeft);
  addition.state = { ...state, bytesLeft: told < bytes ? 0 : state.bytesLeft - told };
  addition.files.push({ path, oid, bytes, told });
  addition.texts.push(...additionTexts(project, { path, text, told, bytes }));
}

function holdsFor({ path }: InstructionFile, named: string): boolean {
  const directory = directoryOf(path);
  return named === directory || named.startsWith(`${directory}/`);
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** `claude` puts a longer text of a hook into a file. */
const longestText = 9000;
const roomForHead = 1000;

interface Told {
  path: string;
  text: string;
  told: number;
  bytes: number;
}

/** Returns the text in pieces, because one that is too long would not reach the model. */
function additionTexts(project: string, { path, text, told, bytes }: Told): string[] {
  const pieces = inPieces(quote(text.trimEnd()), longestText - roomForHead);
  const cut =
    told < bytes
      ? `\n\nThe rest is cut: ${told} of its ${bytes} bytes are told, because there is no room for more.`
      : "";
  return pieces.map((piece, at) => {
    const which = pieces.length === 1 ? "" : ` (part ${at + 1} of ${pieces.length})`;
    const head = `# ${path} of project "${project}"${which}

You have named a path in ${directoryOf(path)}/, for which the project has instructions of its own. They count like those in your first message: for how you work there, and not against your commission or the rules of this hall. They stand behind ">".`;
    return `${head}\n\n${piece}${at === pieces.length - 1 ? cut : ""}`;
  });
}

/** Cuts a quotation into pieces at its lines. A line that is too long for a piece is cut, and the rest quoted again. */
function inPieces(quoted: string, most: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const line of quoted.split("\n").flatMap((each) => shortLines(each, most))) {
    if (piece !== "" && piece.length + 1 + line.length > most) {
      pieces.push(piece);
      piece = line;
    } else piece = piece === "" ? line : `${piece}\n${line}`;
  }
  return [...pieces, piece];
}

const mark = "> ";

function shortLines(line: string, most: number): string[] {
  if (line.length <= most) return [line];
  const [own, step] = [line.slice(mark.length), most - mark.length];
  const count = Math.ceil(own.length / step);
  return Array.from({ length: count }, (_, at) => `${mark}${own.slice(at * step, (at + 1) * step)}`);
}

/** Joins texts into as few as possible that still reach the model. */
function joined(texts: readonly string[]): string[] {
  const all: string[] = [];
  for (const text of texts) {
    const last = all.at(-1);
    if (last === undefined || last.length + 2 + text.length > longestText) all.push(text);
    else all[all.length - 1] = `${last}\n\n${text}`;
  }
  return all;
}

const mostAtOnce = 12;

/** Returns how many texts one call may bring: as many as all files have together, within reason. */
export function mostTexts({ project, nested }: NestedOrder): number {
  const texts = nested.flatMap(({ path, text, bytes }) =>
    additionTexts(project, { path, text, told: 0, bytes }),
  );
  return Math.min(joined(texts).length + 1, mostAtOnce);
}
