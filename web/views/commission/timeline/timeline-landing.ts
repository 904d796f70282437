// Turns what became of finished work after the end of its commission into timeline entries.
import type { LandingBody } from "../../../../src/contract/commission/landing.ts";
import { counted } from "../../../words/say.ts";
import { put } from "./timeline-draft.ts";
import { note } from "./timeline-hall.ts";
import type { Tellers } from "./timeline.ts";

export const landingTellers: Tellers<LandingBody["type"]> = {
  "landing.requested": (draft, event) =>
    put(draft, event, note("plain", askedFor(event), event.reason ?? "")),
  "landing.planned": () => undefined, // shown once the branch has moved
  "landing.stopped": (draft, event) =>
    put(draft, event, note("madder", event.act === "accept" ? "Not merged" : "Not undone", event.message)),
  "landing.accepted": (draft, event) =>
    put(draft, event, note("plain", `Merged into ${event.into}`, `As ${event.commit.slice(0, 12)}.`)),
  "landing.undone": (draft, event) =>
    put(draft, event, note("brass", `Undone on ${event.into}`, `By ${event.commit.slice(0, 12)}.`)),
  "landing.sent_back": (draft, event) =>
    put(draft, event, note("brass", "Sent back", `With ${counted(event.comments, "comment")}.`)),
  "landing.returned": (draft, event) =>
    put(draft, event, note("brass", "Came back", "The commission that continued it ended without any work.")),
  "landing.rejected": (draft, event) =>
    put(draft, event, note("brass", "Rejected", event.reason ?? "Its branch is kept.")),
  "landing.seen": (draft, event) =>
    put(draft, event, note("plain", event.seen ? "Ticked as seen" : "No longer ticked as seen", "")),
};

function askedFor({ act, reason }: LandingBody & { type: "landing.requested" }): string {
  if (act === "accept") return "You accepted it";
  return reason === undefined ? "You asked to undo it" : "You rejected it: its merge is to be undone";
}
