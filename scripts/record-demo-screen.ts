// Emulates as much of a terminal as the demo uses and keeps what a person would see. `CSI ?` is ignored. Any
// other unknown CSI sequence is an error, so that the picture cannot drift from the program. After any other
// escape the screen no longer changes, without an error.

/** Adjacent cells of one row with the same style. */
export interface Run {
  column: number;
  text: string;
  /** Such as "bold", "dim" or "green"; sorted. */
  look: readonly string[];
}

export interface Screen {
  write(text: string): void;
  /** Without spaces at the ends of rows; an empty row has no runs. */
  rows(): Run[][];
}

interface Cell {
  character: string;
  look: readonly string[];
}

interface State {
  columns: number;
  rows: Cell[][];
  row: number;
  column: number;
  look: readonly string[];
}

const colours: Readonly<Record<number, string>> = {
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  35: "magenta",
  36: "cyan",
};

export function createScreen(size: { columns: number; rows: number }): Screen {
  const state: State = {
    columns: size.columns,
    rows: Array.from({ length: size.rows }, () => []),
    row: 0,
    column: 0,
    look: [],
  };
  let rest = "";
  return {
    write: (text) => {
      rest = consume(state, rest + text);
    },
    rows: () => state.rows.map(runsOf),
  };
}

/** Processes the text. Returns the start of an escape sequence that is incomplete at the end. */
function consume(state: State, text: string): string {
  const piece = /\x1b\[([?0-9;]*)([A-Za-z])|\x1b|[\s\S]/gu;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const [whole, parameters, command] = match;
    if (whole === "\x1b") return text.slice(match.index);
    if (command === undefined) put(state, whole);
    else obey(state, command, parameters ?? "");
  }
  return "";
}

function put(state: State, character: string): void {
  if (character === "\r") state.column = 0;
  else if (character === "\n") lineFeed(state);
  else {
    if (state.column >= state.columns) {
      state.column = 0;
      lineFeed(state);
    }
    const row = state.rows[state.row] ?? [];
    while (row.length < state.column) row.push({ character: " ", look: [] });
    row[state.column] = { character, look: state.look };
    state.column += 1;
  }
}

function lineFeed(state: State): void {
  if (state.row < state.rows.length - 1) state.row += 1;
  else state.rows = [...state.rows.slice(1), []];
}

function obey(state: State, command: string, parameters: string): void {
  if (parameters.startsWith("?")) return; // cursor visibility and synchronized updates: nothing to see
  if (command === "m") state.look = parameters.split(";").reduce(restyle, state.look);
  else if (command === "A") state.row = Math.max(0, state.row - Number(parameters || 1));
  else if (command === "K" && parameters === "2") state.rows[state.row] = [];
  else if (command === "J" && parameters === "") eraseBelow(state);
  else throw new Error(`The picture does not know the terminal sequence CSI ${parameters}${command}.`);
}

function eraseBelow(state: State): void {
  state.rows = state.rows.map((row, at) =>
    at < state.row ? row : at === state.row ? row.slice(0, state.column) : [],
  );
}

function restyle(look: readonly string[], parameter: string): readonly string[] {
  const code = Number(parameter);
  const without = (...names: string[]) => look.filter((name) => !names.includes(name));
  if (code === 0) return [];
  if (code === 1) return [...without("bold"), "bold"].sort();
  if (code === 2) return [...without("dim"), "dim"].sort();
  if (code === 22) return without("bold", "dim");
  const colour = colours[code];
  if (colour !== undefined) return [...without(...Object.values(colours)), colour].sort();
  if (code === 39) return without(...Object.values(colours));
  throw new Error(`The picture does not know the style ${parameter}.`);
}

function runsOf(row: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  for (const [column, cell] of row.entries()) {
    const last = runs.at(-1);
    if (last && last.look.join() === cell.look.join()) last.text += cell.character;
    else runs.push({ column, text: cell.character, look: cell.look });
  }
  return runs.map(trimmed).filter((run) => run.text !== "");
}

/** Trims spaces, which are not drawn. */
function trimmed(run: Run): Run {
  const begun = run.text.trimStart();
  return { ...run, column: run.column + run.text.length - begun.length, text: begun.trimEnd() };
}
