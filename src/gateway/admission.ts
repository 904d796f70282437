// Lets requests through to the model, a few at a time: what is under way may still use up a limit.
import type { GatewayVerdict, RequestKind } from "../contract/facts.ts";
import type { Account, UnderWay } from "./account.ts";

export interface Pass {
  /** The request's outcome is on record; a second time does nothing. */
  release(): void;
}

export type Admitted =
  { how: "pass"; pass: Pass } | { how: "barred"; verdict: GatewayVerdict } | { how: "left" };

export interface Admission {
  /** Waits for its turn; `left` when the signal fires meanwhile. */
  enter(kind: RequestKind, signal: AbortSignal): Promise<Admitted>;
}

interface State {
  underWay: UnderWay;
  /** In the order in which they came. */
  waiting: Set<() => void>;
}

export function createAdmission(account: Pick<Account, "check">): Admission {
  const state: State = { underWay: { all: 0, main: 0 }, waiting: new Set() };
  return { enter: (kind, signal) => enter(account, state, { kind, signal }) };
}

async function enter(
  account: Pick<Account, "check">,
  state: State,
  { kind, signal }: { kind: RequestKind; signal: AbortSignal },
): Promise<Admitted> {
  for (;;) {
    if (signal.aborted) return { how: "left" };
    const answer = account.check(kind, state.underWay);
    if (answer === null) return { how: "pass", pass: take(state, kind) };
    if (answer !== "wait") return { how: "barred", verdict: answer };
    await someRelease(state, signal);
  }
}

function take(state: State, kind: RequestKind): Pass {
  let isHeld = true;
  count(state, kind, 1);
  return {
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      count(state, kind, -1);
      for (const wake of state.waiting) wake();
    },
  };
}

function count({ underWay }: State, kind: RequestKind, by: 1 | -1): void {
  underWay.all += by;
  if (kind === "main") underWay.main += by;
}

function someRelease(state: State, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      state.waiting.delete(wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    state.waiting.add(wake);
    signal.addEventListener("abort", wake, { once: true });
  });
}
