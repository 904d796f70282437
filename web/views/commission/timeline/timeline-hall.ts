// Turns the hall's own decisions about a commission into timeline entries.
import type { HallEventBody } from "../../../../src/contract/commission/events.ts";
import type { LandingBody } from "../../../../src/contract/commission/landing.ts";
import { branchAfter, sealOf } from "../../../../src/rules/show/seal.ts";
import { isMember } from "../../../words/worker-name.ts";
import { change, cutCalls, type TimelineDraft, put } from "./timeline-draft.ts";
import type { EntryBody, EntryTone } from "./timeline-entry.ts";
import { endTitles, failureWords, momentIn, returnWords } from "./timeline-words.ts";
import type { EventOf, Tellers } from "./timeline.ts";

export const hallTellers: Tellers<Exclude<HallEventBody, LandingBody>["type"]> = {
  "commission.created": (draft, event) => {
    const { task, background, worker } = event.request;
    draft.isMembers = isMember(worker);
    put(draft, event, { kind: "asked", task, background });
  },
  "commission.blocked": (draft, event) =>
    put(draft, event, note("brass", "It waits", event.waitingFor.join("; "))),
  "commission.unblocked": (draft, event) =>
    put(draft, event, note("plain", "Nothing blocks it any more", "")),
  "commission.dispatched": (draft, event) => {
    draft.into = event.tree?.into ?? null;
    draft.branch = branchAfter(draft.branch, event);
    draft.ready = put(draft, event, {
      kind: "ready",
      parts: event.sandbox === null ? [{ text: "handed to its guild member" }] : [],
    });
  },
  // Reuses the set-up entry of the dispatch if nothing came in between.
  "workbench.starting": (draft, event) => {
    const last = draft.entries.at(-1);
    if (last?.kind !== "ready") draft.ready = put(draft, event, { kind: "ready", parts: [] });
  },
  "workbench.lost": (draft, event) => {
    cutCalls(draft);
    const title = event.began ? "Its workbench was lost" : "Its workbench never started";
    put(draft, event, note("madder", title, event.message));
  },
  "commission.requeued": (draft, event) => {
    cutCalls(draft);
    put(draft, event, note("brass", returnTitle(draft, event), later(event)));
  },
  "commission.paused": (draft, event) => {
    cutCalls(draft);
    put(draft, event, note("brass", `Paused until ${momentIn(event.until, event.at)}`, event.message));
  },
  "cancel.requested": (draft, event) =>
    put(draft, event, note("brass", `Cancellation requested by ${byWhom(event.by)}`, event.reason)),
  "stop.requested": (draft, event) =>
    put(
      draft,
      event,
      note("brass", "Interrupted because the hall was stopped", "It continues when the hall is up again."),
    ),
  "finish.planned": () => undefined, // shown once it is applied
  "merge.planned": () => undefined,
  "finish.withdrawn": (draft, event) =>
    put(draft, event, note("brass", "Its merge is checked again", event.reason)),
  "finish.applied": (draft, event) => {
    draft.branch = branchAfter(draft.branch, event);
    for (const problem of event.problems)
      put(draft, event, note("madder", "A step at its end failed", problem));
    if (event.tree) put(draft, event, { kind: "merge", tree: event.tree, into: draft.into });
    if (event.chore) put(draft, event, note("plain", "Memory", event.chore.note));
  },
  "question.answered": (draft, event) => {
    const answer = { text: event.answer, by: event.by, at: event.at, heard: null };
    draft.answered.push(event.number);
    change(draft, draft.questions[event.number - 1], { kind: "question", to: () => ({ answer }) });
  },
  "note.said": (draft, event) =>
    void put(
      draft,
      event,
      note("brass", `Note ${event.number} to its worker, from ${byWhom(event.by)}`, event.text),
    ),
  "commission.completed": (draft, event) => {
    cutCalls(draft);
    const { trust, anomaly } = event;
    const seal = sealOf({ status: "completed", trust, branch: draft.branch }) ?? trust;
    put(draft, event, {
      kind: "end",
      status: "completed",
      seal,
      title: endTitles[seal],
      text: anomaly ?? "",
    });
  },
  "commission.failed": (draft, event) => {
    cutCalls(draft);
    const isExplained = draft.explained !== null && draft.explained === event.message;
    const text = isExplained ? "" : event.message;
    put(draft, event, {
      kind: "end",
      status: "failed",
      seal: null,
      title: failureWords[event.reason],
      text,
    });
  },
  "commission.cancelled": (draft, event) => {
    cutCalls(draft);
    put(draft, event, {
      kind: "end",
      status: "cancelled",
      seal: null,
      title: "Cancelled",
      text: event.reason,
    });
  },
};

export function note(tone: EntryTone, title: string, text: string): EntryBody {
  return { kind: "note", tone, title, text, times: 1 };
}

function returnTitle({ isMembers }: TimelineDraft, { cause }: EventOf<"commission.requeued">): string {
  return returnWords[isMembers ? "member" : "session"][cause];
}

function later({ cause, notBefore, at }: EventOf<"commission.requeued">): string {
  const isAtOnce = cause === "stop" || Date.parse(notBefore) <= Date.parse(at);
  return isAtOnce ? "" : `Not before ${momentIn(notBefore, at)}.`;
}

function byWhom(by: string): string {
  return by === "person" ? "you" : by;
}
