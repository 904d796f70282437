// Lays out the live view: the header, and below it as much of the timeline's end as the window holds.
import { cutTo } from "../../host/person/terminal.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { entryLines } from "../render/entry-lines.ts";
import { headerLine } from "../render/commission/header.ts";
import type { Paint } from "../render/paint.ts";
import type { TimelineLine } from "../render/commission/timeline-line.ts";

export interface FrameState {
  commission: CommissionSummary | undefined;
  entries: readonly TimelineLine[];
  since: number;
  /** Why the commission has not ended yet. Empty if there is nothing to say. */
  still: string;
}

export interface FrameStyle {
  paint: Paint;
  window: { columns: number; rows: number };
  now: number;
  tick: number;
}

export function frameLines(state: FrameState, style: FrameStyle): string[] {
  const { columns, rows } = style.window;
  const header = state.commission ? headerLine(state.commission, { ...style, width: columns - 1 }) : "…";
  // The row of the cursor is kept free: a block as high as the window would scroll.
  const room = Math.max(0, rows - 3);
  // No more entries than rows can show, so that a long timeline costs no more to draw than a short one.
  const lines = timelineLines({ ...state, entries: state.entries.slice(-room) }, style);
  return room < 2 ? [header] : [header, stillLine(state, style), ...lines.slice(-room)];
}

function stillLine({ still }: FrameState, { paint, window }: FrameStyle): string {
  return still === "" ? "" : paint.dim(cutTo(still, window.columns - 1));
}

export function timelineLines(state: FrameState, style: FrameStyle): string[] {
  const width = style.window.columns - 1;
  return state.entries.flatMap((entry) => entryLines(entry, { ...style, since: state.since, width }));
}
