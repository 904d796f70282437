// Shares one event stream between all tabs of a browser. A browser opens at most six connections to a hall, and a
// stream occupies one: with a stream per tab, the sixth tab would leave none for requests. The tab that has the lock
// holds the stream and forwards it; when that tab closes, the next one resumes it.
import { askForLine } from "./ask-for-line.ts";
import { createHearing, type Word } from "./hearing.ts";
import { type AskedLine, listen, type StreamPosition, type StreamListener } from "./stream.ts";

const name = "guild-hall-stream";

/** Connects all tabs of this browser that show this page. */
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

/**
 * The hall sends a heartbeat every 20 seconds. A tab that forwards none for this long is asleep, and loses the lock.
 */
const silentMs = 60_000;
/**
 * A tab that holds the stream answers at once when a new tab asks for its state. After this long without an answer, the
 * new tab takes the lock.
 */
const unansweredMs = 5000;

interface Tab {
  listener: StreamListener;
  over: AbortSignal;
  place: StreamPosition;
  channel: Channel;
  /**
   * Requested before this tab has the lock, so that a first tab starts sooner; aborted if another tab holds the stream.
   */
  asked: AskedLine | null;
  /** The state of the stream this tab holds; `null` if it holds none. */
  line: "open" | "lost" | null;
  /** Called when a message from the tab that holds the stream arrives. */
  heard(): void;
  hasHeard: boolean;
}

/** Listens until `over` fires. */
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
      // Either another tab stole the lock because this tab slept, or this tab waited for a tab that is asleep and now
      // steals the lock from it.
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

/** Holds the stream until `signal` fires or the hall refuses this tab; then another tab may try. */
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
