// Extracts the worker's latest message, report, question, decision or tool call, to show in one line what the
// worker is doing.
import type { TakenFactBody } from "../../contract/commission/events.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { brief } from "../../base/text/brief.ts";
import type { LatestWord } from "../course/course.ts";
import { isRecordedAnyway } from "./tool-call.ts";
import { toolWords } from "./tool-words.ts";

/**
 * Returns the message, report, question, decision or call; `null` if the fact is none of these. The text is
 * not shortened yet, because most are never shown.
 */
export function wordOf(fact: TakenFactBody): LatestWord | null {
  if (fact.type === "tool.called")
    return isRecordedAnyway(fact.tool) ? null : { at: fact.at, tool: fact.tool, input: fact.input };
  const said = saidIn(fact);
  return said === null ? null : { at: fact.at, said };
}

function saidIn(fact: TakenFactBody): string | null {
  if (fact.type === "session.said") return fact.text;
  if (fact.type === "progress.reported" || fact.type === "result.submitted") return fact.summary;
  if (fact.type === "question.logged") return fact.question;
  return fact.type === "decision.recorded" ? fact.decision : null;
}

export function latestText(latest: LatestWord | null): CommissionSummary["latest"] {
  if (latest === null) return null;
  const text = "said" in latest ? latest.said : toolWords(latest.tool, latest.input);
  return { at: latest.at, text: shortly(text) };
}

/** The length of the shown line: enough to tell whether a closer look is needed. */
const mostCharacters = 200;

/** Shortens a text. Reads only the part that could be shown, because the text may be very long. */
export function shortly(text: string): string {
  return brief(text.slice(0, 10 * mostCharacters), mostCharacters);
}
