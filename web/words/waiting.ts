// Says why a commission has not begun or is paused. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import { moment } from "./say.ts";

type Waiter = Pick<ListedCommission, "status" | "waitingFor" | "waitsUntil">;

/** Returns `null` if the commission does not wait. */
export function waitWords({ status, waitingFor, waitsUntil }: Waiter, now: number): string | null {
  if (status === "paused" && waitsUntil !== null)
    return `the model’s quota is expected back at ${moment(waitsUntil, now)}`;
  if (status !== "pending" && status !== "blocked" && status !== "paused") return null;
  return waitingFor ?? "its turn comes next";
}
