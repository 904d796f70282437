// Decides whether a worker has read text from outside, such as web pages or search results. Memory that it
// writes from then on is marked, and a worker that reads a marked entry counts as having read such text too.
import type { FactBody } from "../../contract/commission/facts.ts";

/**
 * Whether a fact shows that text from outside was read. An act on the outside world counts too, because its answer
 * comes from outside.
 */
export function bringsStrangersWords(fact: FactBody): boolean {
  switch (fact.type) {
    case "page.fetched":
      return fact.refused === null;
    case "tool.called":
      return fact.tool === "WebSearch" || isBridgeTool(fact.tool);
    // This fact is recorded before `claude` has seen the end of the answer; the tool call itself may be recorded later.
    case "model.answered":
      return fact.kind === "web_search" || fact.kind === "page_summary";
    // A worker may read part of an answer before the answer is complete and recorded.
    case "model.searching":
    case "effect.begun":
    // From here on, the text comes from a program that the hall does not control.
    case "member.dispatched":
    case "history.read":
    // Hosts answer commands, and the hall does not see the answers.
    case "shell.opened":
      return true;
    case "memory.given":
    case "memory.read":
      return fact.untrusted;
    // The person's own branch says them.
    case "instructions.given":
    case "instructions.added":
    // The person has chosen them, as the words of the task.
    case "attachments.given":
    // The person says them, as the words of the task.
    case "words.given":
    case "note.heard":
    case "answer.heard":
    case "paths.found":
    // Recorded for a run that counts already.
    case "shell.reached":
    case "bench.started":
    case "session.started":
    case "session.resumed":
    case "session.said":
    case "session.ended":
    case "tree.made":
    case "tree.carried":
    case "merge.tried":
    case "setup.ran":
    case "work.finished":
    case "check.ran":
    case "model.sent":
    case "model.failed":
    case "tool.returned":
    case "progress.reported":
    case "decision.recorded":
    case "question.logged":
    case "comment.answered":
    case "result.submitted":
    case "member.dispatching":
    case "memory.written":
    case "artifact.written":
    case "effect.ended":
      return false;
  }
}

/**
 * Whether a tool belongs to a toolbox that gives work to a guild member. The member's reports are text from
 * outside.
 */
function isBridgeTool(tool: string): boolean {
  return /^mcp__.+-dispatch__/.test(tool);
}
