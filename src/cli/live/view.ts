// Chooses how a followed commission is shown: a live view in a terminal, plain lines in a pipe.
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Cli } from "../cli.ts";
import { createLiveView } from "./live-view.ts";
import { createPlainView } from "./plain-view.ts";

export interface FollowView {
  event(event: LedgerEvent): void;
  commission(commission: CommissionSummary): void;
  /** Prints one line for the person on standard error. */
  note(text: string): void;
  /** Shows why the commission has not ended yet: on standard error, or on its own line of the live view. */
  still(text: string): void;
  /** Ends the view. The live view leaves its whole timeline on the screen and shows the cursor again. */
  close(): void;
}

export function createView(cli: Cli): FollowView {
  const canMove = cli.console.window() !== undefined && cli.console.env["TERM"] !== "dumb";
  return canMove ? createLiveView(cli) : createPlainView(cli);
}
