// Bounds what a session can make its gateway hold: so many requests at once, and so many bytes of them in all. What waits
// outside costs next to nothing, since its body is not read.

export interface TurnstileOrder {
  requests: number;
  bytes: number;
  /** Requests that may wait outside. */
  waiting: number;
}

export interface Turn {
  /** A second time does nothing. */
  leave(): void;
}

export interface Turnstile {
  /** Waits until there is room, in the order in which they came. `full`: too many wait. */
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

/** False: the signal fired first. The woken request takes its place before the next one is looked at. */
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
