// Redraws a block of lines at the bottom of the terminal: only changed lines, in one write, so that nothing flickers.
import { columnsOf } from "../../host/person/terminal.ts";

export interface ScreenDeps {
  out(text: string): void;
  window(): { columns: number; rows: number } | undefined;
}

export interface Screen {
  show(lines: readonly string[]): void;
  /** Removes the block and shows the cursor again. */
  clear(): void;
}

const beginUpdate = "\x1b[?2026h"; // unknown to some terminals, which ignore it
const endUpdate = "\x1b[?2026l";
const hideCursor = "\x1b[?25l";
const showCursor = "\x1b[?25h";
const eraseBelow = "\x1b[J";
const eraseLine = "\x1b[2K";

interface Drawn {
  lines: readonly string[];
  columns: number;
}

export function createScreen(deps: ScreenDeps): Screen {
  let drawn: Drawn = { lines: [], columns: 0 };
  return {
    show: (lines) => {
      const columns = deps.window()?.columns ?? 80;
      const update = columns === drawn.columns ? changes(drawn, lines) : redrawn(drawn, { lines, columns });
      if (update !== "") deps.out(beginUpdate + hideCursor + update + endUpdate);
      drawn = { lines: [...lines], columns };
    },
    clear: () => {
      deps.out(upBy(rowsOf(drawn, deps.window()?.columns ?? 80)) + eraseBelow + showCursor);
      drawn = { lines: [], columns: 0 };
    },
  };
}

function changes(drawn: Drawn, lines: readonly string[]): string {
  if (drawn.lines.length === lines.length && drawn.lines.every((line, at) => line === lines[at])) return "";
  const body = lines.map((line, at) => (line === drawn.lines[at] ? "\n" : `${eraseLine}${line}\n`));
  return upBy(drawn.lines.length) + body.join("") + eraseBelow;
}

/**
 * Redraws every line after a resize. The terminal may have rewrapped the old lines, so their rows are counted
 * anew.
 */
function redrawn(drawn: Drawn, { lines, columns }: Drawn): string {
  return upBy(rowsOf(drawn, columns)) + eraseBelow + lines.map((line) => `${line}\n`).join("");
}

function rowsOf(drawn: Drawn, columns: number): number {
  return drawn.lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(columnsOf(line) / columns)), 0);
}

function upBy(rows: number): string {
  return rows === 0 ? "\r" : `\r\x1b[${rows}A`;
}
