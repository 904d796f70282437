// What a worker said, reported or called last: the one line that tells what it is at.
import type { TakenFactBody } from "../../contract/commission/events.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { brief } from "../../base/text/brief.ts";
import type { LatestWord } from "../commission/state.ts";
import { isRecordedAnyway } from "./tool-call.ts";
import { toolWords } from "./tool-words.ts";

/** Kept as it came: most are never shown, so only what is shown is cut. null: the fact is no word of the worker's. */
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

/** Enough for a line that tells whether one has to look. */
const mostCharacters = 200;

/** Somebody's words may be very long: no more of them is looked at than could be shown. */
export function shortly(text: string): string {
  return brief(text.slice(0, 10 * mostCharacters), mostCharacters);
}
