// Whether a run has read words of strangers. What such a run writes into memory is marked, and a run that reads a
// marked entry is marked in turn.
import type { FactBody } from "../../contract/commission/facts.ts";

/** An act on the outside world counts too, because its answer comes from outside. */
export function bringsStrangersWords(fact: FactBody): boolean {
  switch (fact.type) {
    case "page.fetched":
      return fact.refused === null;
    case "tool.called":
      return fact.tool === "WebSearch" || isBridgeTool(fact.tool);
    // This is on record before `claude` has seen the end of the answer; the tool call itself may come later.
    case "model.answered":
      return fact.kind === "web_search" || fact.kind === "page_summary";
    // A worker may read an answer before it is complete, and so before it is on record.
    case "model.searching":
    case "effect.begun":
    // From here on the words are those of a program that the hall knows nothing about.
    case "member.dispatched":
    case "history.read":
      return true;
    case "memory.given":
    case "memory.read":
      return fact.untrusted;
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
    case "result.submitted":
    case "member.dispatching":
    case "memory.written":
    case "artifact.written":
    case "effect.ended":
      return false;
  }
}

/** A guild member describes its jobs in its own words, or in those of pages that it has read. */
function isBridgeTool(tool: string): boolean {
  return /^mcp__.+-dispatch__/.test(tool);
}
