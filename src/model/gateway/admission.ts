// Admits requests to the model a few at a time, because the requests in flight may still use up a limit.
import type { GatewayVerdict } from "../../contract/course/session-end.ts";
import type { RequestKind } from "../../contract/course/model-request.ts";
import type { UnderWay } from "../../rules/limits/may-send.ts";
import type { Account } from "./account.ts";

export interface Pass {
  /** Called once the request's outcome is recorded. A second call does nothing. */
  release(): void;
}

export type AdmittedRequest =
  { how: "pass"; pass: Pass } | { how: "barred"; verdict: GatewayVerdict } | { how: "left" };

export interface Wish {
  kind: RequestKind;
  /** The most that the request may cost. */
  usd: number;
}

export interface RequestAdmission {
  /** Waits until the request may be sent or is refused; `left` if the signal fires before that. */
  enter(wish: Wish, signal: AbortSignal): Promise<AdmittedRequest>;
}

interface State {
  underWay: UnderWay;
  /** The callbacks of waiting requests, in order of arrival. */
  waiting: Set<() => void>;
}

export function createAdmission(account: Pick<Account, "check">): RequestAdmission {
  const state: State = { underWay: { all: 0, main: 0, usd: 0 }, waiting: new Set() };
  return { enter: (wish, signal) => enter(account, state, { wish, signal }) };
}

async function enter(
  account: Pick<Account, "check">,
  state: State,
  { wish, signal }: { wish: Wish; signal: AbortSignal },
): Promise<AdmittedRequest> {
  for (;;) {
    if (signal.aborted) return { how: "left" };
    const answer = account.check(wish.kind, state.underWay);
    if (answer === null) return { how: "pass", pass: take(state, wish) };
    if (answer !== "wait") return { how: "barred", verdict: answer };
    await someRelease(state, signal);
  }
}

function take(state: State, wish: Wish): Pass {
  let isHeld = true;
  count(state, wish, 1);
  return {
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      count(state, wish, -1);
      for (const wake of state.waiting) wake();
    },
  };
}

function count({ underWay }: State, { kind, usd }: Wish, by: 1 | -1): void {
  underWay.all += by;
  if (kind === "main") underWay.main += by;
  // Floating-point sums do not return to exactly zero by themselves.
  underWay.usd = underWay.all === 0 ? 0 : underWay.usd + by * usd;
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
