// What one fact from a workbench adds to the record of its commission.
import type { TakenFactBody } from "../contract/events.ts";
import type { Tokens } from "../contract/facts.ts";
import type { Dossier } from "./state.ts";

export function learn(record: Dossier, fact: TakenFactBody): Dossier {
  switch (fact.type) {
    case "bench.started":
      return { ...record, process: { pid: fact.pid, startTime: fact.startTime, bootId: fact.bootId } };
    case "session.started":
      return { ...record, sessionId: fact.sessionId, model: fact.model, sandbox: fact.sandbox };
    case "model.answered":
      return { ...record, ...countAnswer(record, fact) };
    case "model.failed":
      return fact.kind === "main" ? { ...record, failedTurns: record.failedTurns + 1 } : record;
    case "session.said":
      return record;
    case "tool.called": {
      const { callId, tool, at: since } = fact;
      return { ...record, runningTools: [...record.runningTools, { callId, tool, since }] };
    }
    case "tool.returned":
      return { ...record, runningTools: record.runningTools.filter((call) => call.callId !== fact.callId) };
    case "progress.reported":
      return { ...record, summary: fact.summary };
    case "decision.recorded": {
      const { question, decision, reasoning, at } = fact;
      return { ...record, decisions: [...record.decisions, { question, decision, reasoning, at }] };
    }
    case "question.logged":
      return { ...record, questions: [...record.questions, { question: fact.question, askedAt: fact.at }] };
    case "result.submitted": {
      const { summary, output, artifacts } = fact;
      return { ...record, summary, submission: { summary, output, artifacts } };
    }
    case "session.ended":
      return { ...record, end: fact.end, runningTools: [] };
  }
}

function countAnswer(record: Dossier, fact: TakenFactBody & { type: "model.answered" }): Partial<Dossier> {
  const isTurn = fact.kind === "main" && fact.whole;
  const { input, cacheRead, cacheWrite } = fact.tokens;
  return {
    turns: record.turns + (isTurn ? 1 : 0),
    tokens: add(record.tokens, fact.tokens),
    contextTokens: isTurn ? input + cacheRead + cacheWrite : record.contextTokens,
    costUsd: record.costUsd === null || fact.costUsd === null ? null : record.costUsd + fact.costUsd,
    budgetUsd: record.budgetUsd + fact.budgetUsd,
  };
}

function add(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}
