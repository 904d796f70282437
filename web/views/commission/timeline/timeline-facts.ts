// Turns ledger lines about what happened in a workbench (its "facts") into timeline entries.
import type { TakenFactBody } from "../../../../src/contract/commission/events.ts";
import type { SessionEnd } from "../../../../src/contract/course/session-end.ts";
import { attachedWords } from "../../../../src/rules/attachments/kinds.ts";
import { hostWords } from "../../../../src/rules/network/hosts.ts";
import { allowedNames } from "../../../../src/rules/network/shell-hosts.ts";
import { addedWords, givenWords } from "../../../../src/rules/show/instruction-words.ts";
import { bytes, counted, dollars, duration } from "../../../words/say.ts";
import { workerShown } from "../../../words/worker-name.ts";
import { change, changeCall, cutCalls, type TimelineDraft, put, putCall } from "./timeline-draft.ts";
import type { ShownToolCall } from "./timeline-entry.ts";
import { note } from "./timeline-hall.ts";
import { endingWords, momentIn } from "./timeline-words.ts";
import type { EventOf, Tellers } from "./timeline.ts";

/** Tools whose calls are shown as entries of another kind; the call itself is shown only if it failed. */
const ownEntries: ReadonlySet<string> = new Set([
  "mcp__commission__report_progress",
  "mcp__commission__submit_result",
  "mcp__commission__log_question",
  "mcp__base__record_decision",
  "mcp__review__answer_comment",
]);

const outcomeWords = { done: "done", partly: "done in part", declined: "declined" } as const;

export const factTellers: Tellers<TakenFactBody["type"]> = {
  "bench.started": () => undefined, // the set-up entry begins with `workbench.starting`
  "session.started": (draft, event) => {
    readyWith(draft, { text: "sandbox" }, { text: event.sandbox, isStrong: true });
    readyWith(draft, { text: counted(event.tools.length, "tool") }, { text: event.model });
  },
  "session.resumed": (draft, event) => {
    const text = event.fresh ? "In a new session, because the old one is gone." : "";
    put(draft, event, note("brass", "It continues", text));
  },
  "model.sent": () => undefined, // counted in the spending, with its answer or as lost
  "model.answered": () => undefined, // counted in the spending
  "model.searching": () => undefined, // the search itself is a tool call
  "model.failed": (draft, event) => modelFailed(draft, event),
  "session.said": (draft, event) => void put(draft, event, { kind: "worker", text: event.text, calls: [] }),
  "tool.called": (draft, event) => called(draft, event),
  "tool.returned": (draft, event) => returned(draft, event),
  "progress.reported": (draft, event) => void put(draft, event, { kind: "progress", text: event.summary }),
  "decision.recorded": (draft, event) => {
    const { question, decision, reasoning } = event;
    put(draft, event, { kind: "decision", question, decision, reasoning });
  },
  "question.logged": (draft, event) => {
    const number = draft.questions.length + 1;
    const { question } = event;
    draft.questions.push(put(draft, event, { kind: "question", number, question, answer: null }));
  },
  "comment.answered": (draft, event) =>
    void put(
      draft,
      event,
      note("plain", `Comment ${event.number}: ${outcomeWords[event.outcome]}`, event.answer),
    ),
  "result.submitted": (draft, event) => {
    change(draft, draft.result, { kind: "result", to: () => ({ isReplaced: true }) });
    const files = event.artifacts.length + (event.memberArtifacts?.length ?? 0);
    draft.result = put(draft, event, { kind: "result", summary: event.summary, files, isReplaced: false });
  },
  "member.dispatching": () => undefined, // shown once the member has accepted the job
  "member.dispatched": (draft, event) =>
    void put(
      draft,
      event,
      note("plain", `${workerShown(event.member)} accepted it`, `As its job ${event.jobId}.`),
    ),
  "memory.given": (draft, event) => {
    const { entries, leftOut, untrusted } = event;
    if (entries.length === 0 && leftOut === 0) return;
    const more = leftOut > 0 ? `, ${leftOut} left out` : "";
    const marked = untrusted ? ", some untrusted" : "";
    readyWith(draft, { text: `${counted(entries.length, "entry", "entries")} of memory${more}${marked}` });
  },
  "instructions.given": (draft, event) => {
    const { told, not } = givenWords(event);
    if (told !== "") readyWith(draft, { text: `told ${told}` });
    if (not !== "") readyWith(draft, { text: `not told: ${not}` });
  },
  "instructions.added": (draft, event) => {
    const { told, not } = addedWords(event);
    const title = told === "" ? "Not told more of the project’s instructions" : `Told ${told}`;
    put(draft, event, note("plain", title, not === "" ? "" : `Not told: ${not}`));
  },
  "paths.found": (draft, event) =>
    readyWith(draft, { text: `told of ${event.paths.map(({ path }) => path).join(", ")}` }),
  "attachments.given": (draft, event) => {
    if (event.files.length > 0) readyWith(draft, { text: `given ${attachedWords(event.files)}` });
  },
  "words.given": () => undefined, // shown once they are heard
  "note.heard": (draft, event) =>
    void put(draft, event, note("verdigris", `Note ${event.note} was heard at turn ${event.turn}`, "")),
  "answer.heard": (draft, event) => answerHeard(draft, event),
  "shell.opened": (draft, event) =>
    readyWith(draft, { text: `commands may reach ${allowedNames(event.hosts).join(", ")}` }),
  "shell.reached": (draft, event) =>
    recorded(draft, event, `asked for ${event.hosts.map(hostWords).join(", ")}`),
  "memory.read": (draft, event) =>
    recorded(draft, event, `read version ${event.version}${event.untrusted ? ", marked untrusted" : ""}`),
  "memory.written": (draft, event) => recorded(draft, event, `written as version ${event.version}`),
  "artifact.written": (draft, event) => recorded(draft, event, `written, ${bytes(event.bytes)}`),
  "effect.begun": (draft, event) =>
    recorded(draft, event, `${event.tool} begins to act outside the commission`),
  "effect.ended": (draft, event) =>
    recorded(draft, event, event.isError ? "the act failed" : "the act is done"),
  "page.fetched": (draft, event) => recorded(draft, event, pageWords(event)),
  "tree.made": (draft, event) => readyWith(draft, { text: `worktree ready in ${duration(event.ms)}` }),
  "setup.ran": (draft, event) => void put(draft, event, { kind: "run", from: "setup", run: event.run }),
  "history.read": (draft, event) =>
    void put(
      draft,
      event,
      note(
        "plain",
        "May have read words of strangers",
        `In the history of its project: ${event.marked.map((commit) => commit.slice(0, 12)).join(", ")}`,
      ),
    ),
  "tree.carried": (draft, event) =>
    void put(
      draft,
      event,
      note("plain", "Its work was moved to another base", `It continues from ${event.onto.slice(0, 12)}.`),
    ),
  "work.finished": (draft) => cutCalls(draft), // the checks come next
  "merge.tried": (draft, event) => void put(draft, event, mergeTried(event)),
  "check.ran": (draft, event) => void put(draft, event, { kind: "run", from: event.from, run: event.run }),
  "session.ended": (draft, event) => {
    cutCalls(draft);
    draft.explained = "message" in event.end ? event.end.message : null;
    if (event.end.how === "normal" || event.end.how === "checked" || isTold(draft)) return;
    put(draft, event, note("brass", endingWords[event.end.how], endText(event.end, event.at)));
  },
};

function answerHeard(draft: TimelineDraft, event: EventOf<"answer.heard">): void {
  const number = draft.answered[event.answer - 1];
  const to = number === undefined ? "An answer" : `The answer to question ${number}`;
  put(draft, event, note("verdigris", `${to} was heard at turn ${event.turn}`, ""));
  if (number === undefined || draft.answered.lastIndexOf(number) !== event.answer - 1) return; // answered anew since
  change(draft, draft.questions[number - 1], {
    kind: "question",
    to: ({ answer }) => ({ answer: answer && { ...answer, heard: event.turn } }),
  });
}

function mergeTried({ expected, tree }: EventOf<"merge.tried">) {
  const tip = expected.slice(0, 12);
  return tree === null
    ? note("madder", "It cannot be merged", `It conflicts with ${tip}.`)
    : note("plain", "Trial merge with what landed meanwhile", `The integration branch is at ${tip}.`);
}

/** Returns whether the failure that ended the session is already the last entry. */
function isTold({ entries, explained }: TimelineDraft): boolean {
  const last = entries.at(-1);
  return explained !== null && last?.kind === "note" && last.text === explained;
}

function readyWith(draft: TimelineDraft, ...parts: { text: string; isStrong?: true }[]): void {
  change(draft, draft.ready, { kind: "ready", to: (ready) => ({ parts: [...ready.parts, ...parts] }) });
}

/** Counts a repeated failure instead of adding it again. */
function modelFailed(draft: TimelineDraft, event: EventOf<"model.failed">): void {
  const status =
    event.status === null ? "No answer from the model’s server" : `The model’s server: ${event.status}`;
  const title = event.retried ? `${status}; tried again` : status;
  const last = draft.entries.at(-1);
  if (last?.kind === "note" && last.title === title && last.text === event.message)
    change(draft, draft.entries.length - 1, { kind: "note", to: ({ times }) => ({ times: times + 1 }) });
  else put(draft, event, note("brass", title, event.message));
}

function called(draft: TimelineDraft, event: EventOf<"tool.called">): void {
  const call = callOf(event);
  if (ownEntries.has(event.tool)) draft.hidden.set(event.callId, call);
  else putCall(draft, event, call);
}

function callOf({ callId, tool, input, at }: EventOf<"tool.called">): ShownToolCall {
  return { callId, tool, at, input, returned: null, isCut: false, facts: [] };
}

function returned(draft: TimelineDraft, event: EventOf<"tool.returned">): void {
  const { callId, isError, output, at } = event;
  const hidden = draft.hidden.get(callId);
  draft.hidden.delete(callId);
  draft.open.delete(callId);
  if (hidden && isError) putCall(draft, event, { ...hidden, returned: { at, isError, output } });
  else changeCall(draft, callId, () => ({ returned: { at, isError, output } }));
}

/**
 * Adds the fact to the tool call that it belongs to. If that call is not shown, adds the fact as an entry,
 * unless it only says that an act succeeded.
 */
function recorded(draft: TimelineDraft, event: EventOf<RecordedType>, text: string): void {
  const callId = event.callKey.slice(event.callKey.indexOf(":") + 1);
  if (changeCall(draft, callId, ({ facts }) => ({ facts: [...facts, text] }))) return;
  if (event.type === "effect.ended" && !event.isError) return;
  put(draft, event, note("plain", subjectOf(event), text));
}

type RecordedType =
  | "memory.read"
  | "memory.written"
  | "artifact.written"
  | "effect.begun"
  | "effect.ended"
  | "page.fetched"
  | "shell.reached";

function subjectOf(event: EventOf<RecordedType>): string {
  if (event.type === "memory.read" || event.type === "memory.written")
    return `${event.key} in ${event.scope}`;
  if (event.type === "artifact.written") return event.path;
  return event.type === "page.fetched" ? event.url : "Outside the commission";
}

function pageWords({ refused, status, url, finalUrl, bytes: size }: EventOf<"page.fetched">): string {
  if (refused !== null) return `no page: ${refused}`;
  const moved = finalUrl === null || finalUrl === url ? "" : `, from ${finalUrl}`;
  return `status ${status ?? "unknown"}, ${bytes(size)}${moved}`;
}

function endText(end: SessionEnd, at: string): string {
  switch (end.how) {
    case "turns":
      return `Its limit was ${counted(end.limit, "turn")}.`;
    case "budget":
      return `Its limit was ${dollars(end.limitUsd)}.`;
    case "wall_clock":
      return `Its limit was ${duration(end.limitMs)}.`;
    case "memory":
    case "disk":
      return `Its limit was ${end.limitMb} MB.`;
    case "files":
      return `Its limit was ${counted(end.limit, "file")}.`;
    case "quota":
      return `${end.message} The quota is expected back at ${momentIn(end.resetAt, at)}.`;
    case "normal":
    case "checked":
    case "stopped":
      return "";
    case "activation":
    case "api":
    case "died":
    case "garbled":
    case "rehearsal":
    case "setup":
    case "member":
    case "storage":
      return end.message;
  }
}
