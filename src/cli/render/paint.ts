// Colours text, or leaves it plain. Colour never carries meaning that the words do not.
import { styleText } from "node:util";

type Brush = (text: string) => string;

export interface Paint {
  bold: Brush;
  dim: Brush;
  red: Brush;
  green: Brush;
  yellow: Brush;
  cyan: Brush;
  magenta: Brush;
}

const brushes = ["bold", "dim", "red", "green", "yellow", "cyan", "magenta"] as const;

export function createPaint(enabled: boolean): Paint {
  const brush = (name: (typeof brushes)[number]): Brush =>
    enabled ? (text) => styleText(name, text, { validateStream: false }) : (text) => text;
  return Object.fromEntries(brushes.map((name) => [name, brush(name)])) as unknown as Paint;
}

/** Returns true if text should be coloured. NO_COLOR wins, then FORCE_COLOR, then whether the output is a terminal. */
export function wantsColour(env: Record<string, string | undefined>, isTty: boolean): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTty && env["TERM"] !== "dumb";
}
