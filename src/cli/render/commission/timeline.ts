// Turns an event of the ledger into what a person reads: a word for its kind, and a text. Not every event is shown.
import type { LedgerEvent } from "../../../contract/commission/events.ts";
import { attachedWords } from "../../../rules/attachments/kinds.ts";
import { memberOf } from "../../../contract/member/member.ts";
import type { CommandRun } from "../../../contract/project/tree.ts";
import { hasPassed } from "../../../rules/checks/has-passed.ts";
import { passedWords } from "../../../rules/limits/passed-limit.ts";
import { plural } from "../../../base/text/plural.ts";
import { branchAfter, sealOf, type Sealed } from "../../../rules/show/seal.ts";
import { limitsText, reasonText } from "../measures.ts";
import { landingTellers } from "./timeline-landing.ts";
import {
  bad,
  type EventNamed,
  good,
  note,
  type Said,
  type EventTellers,
  type TimelineLine,
  warn,
} from "./timeline-line.ts";
import { outcomeWords } from "../../../rules/show/comment-words.ts";
import { hostWords } from "../../../rules/network/hosts.ts";
import { allowedNames } from "../../../rules/network/shell-hosts.ts";
import { addedWords, givenWords } from "../../../rules/show/instruction-words.ts";
import { choiceWords } from "../../../rules/show/model-words.ts";
import { isRecordedAnyway, toolCallText } from "../../../rules/show/tool-call.ts";

export function timelineEntry(event: LedgerEvent): TimelineLine | undefined {
  const tell = tellers[event.type] as (event: LedgerEvent) => Said | undefined;
  const said = tell(event);
  return said && { at: event.at, ...said };
}

/**
 * Returns a function that remembers earlier events: a failure that the session's end has just explained is not
 * explained again.
 */
export function createTimeline(): (event: LedgerEvent) => TimelineLine | undefined {
  let explained: string | undefined;
  let isMembers = false;
  let branch: Sealed["branch"] = null;
  return (event) => {
    branch = branchAfter(branch, event);
    if (event.type === "commission.completed") return { at: event.at, ...completed(event, branch) };
    const entry = timelineEntry(event);
    if (event.type === "session.ended") explained = "message" in event.end ? event.end.message : undefined;
    if (event.type === "commission.created") isMembers = memberOf(event.request.worker) !== null;
    if (entry && isMembers && event.type === "commission.requeued")
      return { ...entry, text: requeuedText(event, memberReturns) };
    const isKnown = event.type === "commission.failed" && event.message === explained;
    return entry && isKnown ? { ...entry, text: event.reason } : entry;
  };
}

const nothing = () => undefined;

const tellers: EventTellers<LedgerEvent["type"]> = {
  "commission.created": (event) => note("accepted", acceptedText(event)),
  "commission.blocked": (event) => warn("blocked", event.waitingFor.join("; ")),
  "commission.unblocked": () => note("unblocked", "nothing is missing any more"),
  "commission.dispatched": (event) => note("dispatched", dispatchedText(event)),
  "workbench.starting": nothing,
  "workbench.lost": (event) => bad("lost", event.message),
  "commission.requeued": (event) => warn("queued", requeuedText(event, returns)),
  "commission.paused": (event) => warn("paused", `until ${event.until}: ${event.message}`),
  "cancel.requested": (event) => warn("cancel", `requested by ${event.by}: ${event.reason}`),
  "stop.requested": (event) => warn("stop", `requested by ${event.by}, together with the hall`),
  "finish.planned": nothing,
  "merge.planned": nothing,
  "finish.withdrawn": (event) => warn("again", `${event.reason} The hall checks its merge again.`),
  "question.answered": (event) => note("answer", answerText(event)),
  "note.said": (event) => note("note", `${event.number}, from you: ${event.text}`),
  "finish.applied": (event) => applied(event),
  "commission.completed": (event) => completed(event, null),
  "commission.failed": (event) => bad("failed", reasonText(event.reason, event.message)),
  "commission.cancelled": (event) => warn("cancelled", event.reason),
  ...landingTellers,
  "bench.started": nothing,
  "session.started": (event) =>
    note("session", `${event.model}, ${plural(event.tools.length, "tool")}, sandbox: ${event.sandbox}`),
  "session.resumed": (event) =>
    warn(
      "resumed",
      event.fresh ? "in a new session, because the old one is missing" : "the session continues",
    ),
  "model.sent": nothing,
  "model.answered": nothing,
  "model.searching": nothing,
  "model.failed": (event) => warn("model", modelFailure(event)),
  "session.said": (event) => ({ word: "says", text: event.text, brush: "dim" }),
  "tool.called": (event) => (isRecordedAnyway(event.tool) ? undefined : toolCalled(event)),
  "tool.returned": (event) =>
    event.isError ? { word: "tool error", text: event.output, brush: "red", brief: true } : undefined,
  "progress.reported": (event) => ({ word: "progress", text: event.summary, brush: "cyan" }),
  "decision.recorded": (event) => ({ word: "decision", text: decisionText(event), brush: "magenta" }),
  "question.logged": (event) => ({ word: "question", text: event.question, brush: "yellow" }),
  "comment.answered": (event) =>
    note("comment", `${event.number}, ${outcomeWords[event.outcome]}: ${event.answer}`),
  "result.submitted": (event) => ({ word: "result", text: resultText(event), brush: "green" }),
  "member.dispatching": nothing,
  "member.dispatched": (event) => note("member", `${event.member} took it on as job ${event.jobId}`),
  "page.fetched": (event) => pageFetched(event),
  "memory.given": (event) =>
    note("memory", `${event.entries.length} given${event.untrusted ? ", some of them untrusted" : ""}`),
  "instructions.given": (event) => note("told", bothWords(givenWords(event))),
  "instructions.added": (event) => note("told", bothWords(addedWords(event))),
  "paths.found": (event) => note("paths", event.paths.map(({ path }) => path).join(", ")),
  "attachments.given": (event) => note("files", attachedWords(event.files)),
  "words.given": nothing,
  "note.heard": (event) => note("heard", `note ${event.note}, in turn ${event.turn}`),
  "answer.heard": (event) => note("heard", `an answer, in turn ${event.turn}`),
  "shell.opened": (event) =>
    warn("network", `its commands may reach ${allowedNames(event.hosts).join(", ")}`),
  "shell.reached": (event) => note("network", `a command asked for ${event.hosts.map(hostWords).join(", ")}`),
  "memory.read": (event) => note("memory", `${event.key} in ${event.scope}, version ${event.version}, read`),
  "memory.written": (event) => note("memory", `${event.key} in ${event.scope}, version ${event.version}`),
  "artifact.written": (event) => note("artifact", `${event.path}, ${plural(event.bytes, "byte")}`),
  "effect.begun": (event) => warn("acts", `${event.tool} acts on the world`),
  "effect.ended": nothing,
  "tree.made": nothing,
  "setup.ran": (event) => commandRan("set-up", event.run),
  "history.read": (event) =>
    note("history", `it may have read words of strangers in ${shortNames(event.marked) || "its project"}`),
  "tree.carried": (event) => note("moved on", `its work continues from ${event.onto.slice(0, 12)}`),
  "work.finished": (event) =>
    event.changed === false ? note("unchanged", "it changed no files") : undefined,
  "merge.tried": (event) =>
    event.tree === null
      ? bad("merge", `conflicts with ${event.expected.slice(0, 12)}`)
      : note("merge", `checked together with ${event.expected.slice(0, 12)}`),
  "check.ran": (event) => commandRan("check", event.run, checkedWhat(event)),
  "session.ended": (event) => (isQuiet(event) ? undefined : warn("ended", endText(event))),
};

function answerText({ number, answer, attachments = [] }: EventNamed<"question.answered">): string {
  const files = attachments.length === 0 ? "" : ` (with ${attachedWords(attachments)})`;
  return `to question ${number}: ${answer}${files}`;
}

function bothWords({ told, not }: ReturnType<typeof givenWords>): string {
  return [told, not === "" ? "" : `not told: ${not}`].filter((part) => part !== "").join("; ");
}

function applied({ problems, chore, tree }: EventNamed<"finish.applied">): Said | undefined {
  if (problems.length > 0) return bad("problem", problems.join("; "));
  if (tree?.state === "conflict")
    return bad("conflict", `kept as ${tree.branch ?? "a branch"}: ${tree.conflicts.join(", ")}`);
  if (tree?.state === "merged") return good("merged", `as ${tree.commit?.slice(0, 12) ?? ""}`);
  if (tree?.state === "kept") return warn("kept", `its work is on ${tree.branch ?? "its branch"}`);
  return chore && note("memory", chore.note);
}

function completed({ anomaly, trust }: EventNamed<"commission.completed">, branch: Sealed["branch"]): Said {
  const seal = sealOf({ status: "completed", trust, branch });
  if (seal === "refuted") return bad("refuted", anomaly ?? "its checks failed");
  if (seal === "conflict") return bad("completed", `in conflict: not merged${but(anomaly)}`);
  if (anomaly !== null) return warn("completed", `but: ${anomaly}`);
  if (seal === "unchanged") return note("completed", "it changed nothing");
  return good("completed", seal === "verified" ? "verified: its checks passed" : "");
}

function but(anomaly: string | null): string {
  return anomaly === null ? "" : `; and: ${anomaly}`;
}

const checkedTrees = { merge: " merged", base: " on its base", tip: " without it" } as const;

/** Names the tree that the check ran on, unless it is the finished work alone, and marks a second run. */
function checkedWhat({ on, round }: EventNamed<"check.ran">): string {
  return `${on === undefined ? "" : checkedTrees[on]}${round === 2 ? " again" : ""}`;
}

function commandRan(word: string, run: CommandRun, what = ""): Said {
  const { command, exitCode, timedOut } = run;
  if (hasPassed(run)) return good(word, `${command}: passed${what}`);
  const passed = passedWords(run);
  const how = passed ? `it ${passed}` : timedOut ? "its time was up" : `exit code ${exitCode ?? "unknown"}`;
  return bad(word, `${command}: ${how}${what}`);
}

function acceptedText({ request }: EventNamed<"commission.created">): string {
  const rehearsed = request.rehearsal === null ? "" : " (rehearsed: the model is played from a script)";
  const project = request.project === null ? "" : `, project ${request.project}`;
  const { worker, model: choice } = request;
  const model = choice ? `; model: ${choiceWords({ worker, project: request.project, choice })}` : "";
  return `${request.title} → ${worker}${project}${rehearsed || model}`;
}

function dispatchedText({ sandbox, limits, marked }: EventNamed<"commission.dispatched">): string {
  const where = sandbox === null ? "to a guild member" : `sandbox: ${sandbox}`;
  const strange = marked ? `; its base holds words of strangers (${shortNames(marked)})` : "";
  return `${where}; at most ${limitsText(limits)}${strange}`;
}

const shortNames = (commits: readonly string[]) => commits.map((commit) => commit.slice(0, 12)).join(", ");

const returns = {
  start: "its workbench never started; the hall starts it again",
  crash: "its session was cut off; the hall resumes it",
  quota: "the quota was used up; the hall resumes it",
  storage: "the disk could not record it; the hall resumes it",
  stop: "the hall was stopped with its work; the next hall resumes it",
  refuted: "its checks failed; it goes back to its worker with what they printed",
  merge:
    "its checks pass alone and fail together with the integration branch; it goes back to its worker with both sides",
  setup: "its set-up failed without the network; it waits for you to approve its files",
  land: "its work is done; it waits for its turn to be checked together with the integration branch",
};

/** A guild member has no session to resume. */
const memberReturns: typeof returns = {
  ...returns,
  quota: "the quota was used up; its guild member begins anew",
  stop: "the hall was stopped with its work; its guild member begins anew with the next hall",
};

function requeuedText(
  { cause, notBefore, at }: EventNamed<"commission.requeued">,
  words: typeof returns,
): string {
  const isAtOnce = cause === "stop" || Date.parse(notBefore) <= Date.parse(at);
  return isAtOnce ? words[cause] : `${words[cause]}, not before ${notBefore}`;
}

function modelFailure(event: EventNamed<"model.failed">): string {
  const status = event.status === null ? "no answer" : `status ${event.status}`;
  return `${status}: ${event.message}${event.retried ? " (tried again)" : ""}`;
}

function toolCalled(event: EventNamed<"tool.called">): Said {
  return { word: "tool", text: toolCallText(event.tool, event.input), brush: "bold", brief: true };
}

function decisionText(event: EventNamed<"decision.recorded">): string {
  return `${event.question} → ${event.decision} (${event.reasoning})`;
}

function resultText(event: EventNamed<"result.submitted">): string {
  const artifacts = event.artifacts.length > 0 ? ` (${plural(event.artifacts.length, "artifact")})` : "";
  return `${event.summary}${artifacts}`;
}

function pageFetched(event: EventNamed<"page.fetched">): Said {
  const brief = true;
  if (event.refused !== null)
    return { word: "no page", text: `${event.url}: ${event.refused}`, brush: "yellow", brief };
  const moved = event.finalUrl === event.url ? "" : ` → ${event.finalUrl ?? ""}`;
  const text = `${event.url}${moved}, status ${event.status ?? "?"}, ${plural(event.bytes, "byte")}`;
  return { word: "page", text, brush: "dim", brief };
}

function isQuiet({ end }: EventNamed<"session.ended">): boolean {
  return end.how === "normal" || end.how === "checked";
}

function endText({ end }: EventNamed<"session.ended">): string {
  return "message" in end ? reasonText(end.how, end.message) : `by ${end.how}`;
}
