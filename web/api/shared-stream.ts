// One line to the hall for all tabs of a browser. A browser opens six connections to a hall and no more, and a stream
// takes one for as long as it is open: with a line for each tab the sixth tab would leave none to ask anything with. The
// tab that has the lock holds the line and tells the others; when it goes, the next goes on where the stream was.
import { askForLine } from "./ask-for-line.ts";
import { createHearing, type Word } from "./hearing.ts";
import { type AskedLine, listen, type StreamPosition, type StreamListener } from "./stream.ts";

const name = "guild-hall-stream";

/** Only tabs of this page hear it. */
interface Channel {
  say(word: Word | "ask"): void;
  hear(listener: (word: Word | "ask") => void): void;
  close(): void;
}

function openChannel(): Channel {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    say: (word) => channel.postMessage(word),
    hear: (listener) => {
      channel.addEventListener("message", ({ data }: MessageEvent<Word | "ask">) => listener(data));
    },
    close: () => channel.close(),
  };
}

/** The hall gives a sign of life every 20 seconds; a tab that passes none on for so long sleeps, and is not waited for. */
const silentMs = 60_000;
/** Whoever comes anew asks how the line stands, and is answered at once. */
const unansweredMs = 5000;

interface Tab {
  listener: StreamListener;
  over: AbortSignal;
  place: StreamPosition;
  channel: Channel;
  /** For whoever comes first to be served sooner: where another tab holds the line it is given up. */
  asked: AskedLine | null;
  /** How the line stands that this tab holds; null: another holds it, or nobody. */
  line: "open" | "lost" | null;
  /** The one that holds the line was heard. */
  heard(): void;
  hasHeard: boolean;
}

/** Listens until the signal fires. */
export async function listenTogether(listener: StreamListener, over: AbortSignal): Promise<void> {
  const place: StreamPosition = { lastEventId: null };
  const channel = openChannel();
  const tab: Tab = {
    listener,
    over,
    place,
    channel,
    asked: askForLine(place),
    line: null,
    heard: () => undefined,
    hasHeard: false,
  };
  const hear = createHearing(listener, place);
  channel.hear((word) => {
    if (word === "ask") return tab.line === null ? undefined : channel.say({ line: tab.line });
    takeAsked(tab)?.giveUp();
    tab.heard();
    if (!over.aborted) hear(word);
  });
  channel.say("ask");
  await takeTurns(tab);
  takeAsked(tab)?.giveUp();
  channel.close();
}

function takeAsked(tab: Tab): AskedLine | null {
  const { asked } = tab;
  tab.asked = null;
  return asked;
}

async function takeTurns(tab: Tab): Promise<void> {
  for (let steal = false; !tab.over.aborted;) {
    const [waiting, holding] = [new AbortController(), new AbortController()];
    const unwatch = watchSilence(tab, () => waiting.abort());
    const options = steal ? { steal } : { signal: AbortSignal.any([tab.over, waiting.signal]) };
    try {
      await navigator.locks.request(name, options, () => {
        unwatch();
        return hold(tab, AbortSignal.any([tab.over, holding.signal]));
      });
      return;
    } catch {
      // Another tab took the line over, since this one slept; or the one that holds it sleeps.
      steal = waiting.signal.aborted;
      holding.abort();
      tab.hasHeard = true;
    } finally {
      unwatch();
      tab.line = null;
    }
  }
}

function watchSilence(tab: Tab, onSilence: () => void): () => void {
  let timer = setTimeout(onSilence, tab.hasHeard ? silentMs : unansweredMs);
  tab.heard = () => {
    tab.hasHeard = true;
    clearTimeout(timer);
    timer = setTimeout(onSilence, silentMs);
  };
  return () => {
    clearTimeout(timer);
    tab.heard = () => undefined;
  };
}

/** Until it is over, or the hall does not know this tab: then another may. */
function hold(tab: Tab, signal: AbortSignal): Promise<void> {
  const { listener, place, channel } = tab;
  return listen({
    signal,
    place,
    asked: takeAsked(tab),
    ask: askForLine,
    listener: {
      line: (line) => {
        listener.line(line);
        if (line === "refused") return;
        tab.line = line;
        channel.say({ line });
      },
      message: (message, id) => {
        channel.say({ message, id });
        listener.message(message, id);
      },
      alive: () => channel.say({ alive: true }),
    },
  });
}
