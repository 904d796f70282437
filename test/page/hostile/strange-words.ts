// A commission in which a worker says these words wherever it can say something: in its title, its reports, decisions,
// questions, tool calls and results.
import { copyPattern, makeDirectories, makePattern } from "../../../bench/stored-pattern.ts";
import { ending, newRequest } from "../../../bench/stored-home.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";

export async function layStrangeWords(root: string, words: readonly string[]): Promise<CommissionId> {
  const home = homeLayout(root);
  makeDirectories(home);
  const request = {
    ...newRequest(),
    title: (words[0] ?? "").slice(0, 200),
    task: words.join("\n\n"),
    labels: ["strange"],
    idempotencyKey: null,
  };
  const pattern = await makePattern({ request, commands: [...commandsOf(words), ...ending] });
  copyPattern(home, pattern, { count: 1, newId: () => request.id });
  return request.id;
}

function commandsOf(words: readonly string[]): Command[] {
  const all = words.join("\n\n");
  const facts: FactBody[] = [
    { type: "bench.started", pid: 4000, startTime: "1", bootId: "b", version: "0.1.0" },
    {
      type: "session.started",
      sessionId: "s",
      model: words[1] ?? "",
      tools: words.slice(0, 5),
      sandbox: "bubblewrap",
      permissionMode: "bypassPermissions",
    },
    ...words.flatMap((word, i): FactBody[] => [
      { type: "session.said", text: word },
      {
        type: "tool.called",
        callId: `c${i}`,
        tool: i % 2 ? "Read" : word.slice(0, 60),
        input: JSON.stringify({ file_path: word }),
      },
      { type: "tool.returned", callId: `c${i}`, isError: i % 2 === 0, output: word },
    ]),
    { type: "progress.reported", callKey: "p", summary: all },
    { type: "decision.recorded", callKey: "d", question: all, decision: all, reasoning: all },
    { type: "question.logged", callKey: "q", question: all },
    { type: "result.submitted", callKey: "r", summary: all, output: all, artifacts: [] },
    { type: "session.ended", end: { how: "normal", finalText: all } },
  ];
  const at = new Date().toISOString();
  return [
    { do: "dispatch", sandbox: "bubblewrap", limits: { maxTurns: 150, maxBudgetUsd: 5 } },
    ...facts.map((fact, i) => ({ do: "take-fact" as const, bench: 1, benchSeq: i + 1, at, fact })),
  ];
}
