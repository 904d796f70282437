// Limits how many requests a gateway handles at once, and their bytes in total. A queued request takes hardly
// any memory, because its body is not read yet.

export interface TurnstileOrder {
  requests: number;
  bytes: number;
  /** The most requests that may queue. */
  waiting: number;
}

export interface Turn {
  /** Makes room for the next request. A second call does nothing. */
  leave(): void;
}

export interface Turnstile {
  /** Waits for room, in order of arrival. Returns `full` if too many wait, and `left` if the signal fires first. */
  enter(bytes: number, signal: AbortSignal): Promise<Turn | "full" | "left">;
}

interface State {
  order: TurnstileOrder;
  requests: number;
  bytes: number;
  waiting: { bytes: number; wake(): void }[];
}

export function createTurnstile(order: TurnstileOrder): Turnstile {
  const state: State = { order, requests: 0, bytes: 0, waiting: [] };
  return { enter: (bytes, signal) => enter(state, bytes, signal) };
}

async function enter(state: State, bytes: number, signal: AbortSignal): Promise<Turn | "full" | "left"> {
  if (state.waiting.length === 0 && hasRoom(state, bytes)) {
    hold(state, bytes);
    return turnOf(state, bytes);
  }
  if (state.waiting.length >= state.order.waiting) return "full";
  return (await untilRoom(state, bytes, signal)) ? turnOf(state, bytes) : "left";
}

function turnOf(state: State, bytes: number): Turn {
  let isInside = true;
  return {
    leave: () => {
      if (!isInside) return;
      isInside = false;
      state.requests -= 1;
      state.bytes -= bytes;
      wakeNext(state);
    },
  };
}

function hasRoom({ order, requests, bytes }: State, more: number): boolean {
  return requests < order.requests && bytes + more <= order.bytes;
}

/**
 * Waits until there is room; resolves to false if the signal fires first. An admitted request takes its room
 * before the next one is considered.
 */
function untilRoom(state: State, bytes: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const waiter = { bytes, wake: () => settle(true) };
    const settle = (came: boolean) => {
      signal.removeEventListener("abort", leave);
      state.waiting = state.waiting.filter((each) => each !== waiter);
      if (came) hold(state, bytes);
      resolve(came);
      if (!came) wakeNext(state);
    };
    const leave = () => settle(false);
    signal.addEventListener("abort", leave, { once: true });
    state.waiting.push(waiter);
    if (signal.aborted) leave();
  });
}

function hold(state: State, bytes: number): void {
  state.requests += 1;
  state.bytes += bytes;
}

function wakeNext(state: State): void {
  for (let next = state.waiting[0]; next && hasRoom(state, next.bytes); next = state.waiting[0]) next.wake();
}
