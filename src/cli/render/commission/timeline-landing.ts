// Says in the terminal's timeline what became of finished work after the end of its commission.
import type { LandingBody } from "../../../contract/commission/landing.ts";
import { plural } from "../../../base/text/plural.ts";
import { bad, good, note, type EventTellers, warn } from "./timeline-line.ts";

export const landingTellers: EventTellers<LandingBody["type"]> = {
  "landing.requested": (event) =>
    event.reason === undefined
      ? note(event.act, `asked for by ${event.by}`)
      : note(event.act, `rejected by ${event.by}: ${event.reason}`),
  "landing.planned": () => undefined,
  "landing.stopped": (event) => bad(event.act, event.message),
  "landing.accepted": (event) => good("accepted", `as ${event.commit.slice(0, 12)} on ${event.into}`),
  "landing.undone": (event) => warn("undone", `by ${event.commit.slice(0, 12)} on ${event.into}`),
  "landing.sent_back": (event) =>
    warn("sent back", `with ${plural(event.comments, "comment")}; ${event.as.slice(0, 13)} continues it`),
  "landing.returned": (event) => warn("came back", `${event.as.slice(0, 13)} ended without any work`),
  "landing.rejected": (event) => warn("rejected", event.reason ?? "its branch is kept"),
  "landing.seen": (event) => note("seen", event.seen ? "ticked as seen" : "no longer ticked as seen"),
};
