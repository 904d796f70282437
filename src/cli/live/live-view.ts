// Draws the live view: a header with running counts, and the timeline growing below it.
import type { Timer } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";
import { createTimeline } from "../render/commission/timeline.ts";
import type { TimelineLine } from "../render/commission/timeline-line.ts";
import { frameLines, timelineLines, type FrameState, type FrameStyle } from "./frame.ts";
import { createScreen } from "./screen.ts";
import type { FollowView } from "./view.ts";

const tickMs = 120;

export function createLiveView(deps: Pick<Cli, "console" | "clock" | "paint">): FollowView {
  const screen = createScreen(deps.console);
  const entries: TimelineLine[] = [];
  const state: FrameState = { commission: undefined, entries, since: 0, still: "" };
  const tell = createTimeline();
  let tick = 0;
  const draw = () => screen.show(frameLines(state, styleNow(deps, tick)));
  const forgetResize = deps.console.onResize(draw);
  const ticking = onEachTick(deps, () => {
    tick += 1;
    draw();
  });
  return {
    event: (event) => {
      state.since ||= Date.parse(event.at);
      state.still = ""; // the reason to wait may be gone
      const entry = tell(event);
      if (entry) entries.push(entry);
    },
    commission: (commission) => {
      state.commission = commission;
      draw();
    },
    note: (text) => {
      screen.clear(); // the note stays above the view, which is redrawn below it
      deps.console.err(`${text}\n`);
      draw();
    },
    still: (text) => {
      state.still = text;
      draw();
    },
    close: () => {
      ticking.cancel();
      forgetResize();
      screen.clear();
      deps.console.out(
        timelineLines(state, styleNow(deps, tick))
          .map((line) => `${line}\n`)
          .join(""),
      );
    },
  };
}

function styleNow(deps: Pick<Cli, "console" | "clock" | "paint">, tick: number): FrameStyle {
  const window = deps.console.window() ?? { columns: 80, rows: 24 };
  return { paint: deps.paint, window, now: deps.clock.now(), tick };
}

function onEachTick({ clock }: Pick<Cli, "clock">, run: () => void): Timer {
  let timer = clock.after(tickMs, again);
  function again(): void {
    timer = clock.after(tickMs, again);
    run();
  }
  return { cancel: () => timer.cancel() };
}
