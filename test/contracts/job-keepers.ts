// The two that keep a job's directory: the hall, for a commission, and the researcher, for a job. Each lays down the same
// history in its own way, with its own code.
import { commissionKind } from "../../src/store/ledger/kinds/commission.ts";
import { createLane } from "../../src/store/ledger/projection-queue.ts";
import { createProjector, projectionOf } from "../../src/store/ledger/projections.ts";
import { commissionLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import type { EventBody } from "../../src/contract/commission/events.ts";
import type { FactBody } from "../../src/contract/commission/facts.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import * as hallQuestions from "../../src/rules/show/questions-file.ts";
import { collectWork } from "../../src/workbench/workdir/collect.ts";
import type { Decision } from "../../guild-members/researcher/job.ts";
import * as memberQuestions from "../../guild-members/researcher/store/questions-file.ts";
import { commissionAfter, factOf, inProgress, someId, someRequest } from "../harness/ledger/histories.ts";
import { openTestMember } from "../harness/members/some-member.ts";
import { tempDir } from "../harness/temp.ts";

export interface History {
  description: string;
  task: string;
  config: { maxTurns?: number; model?: string };
  summaries: string[];
  decisions: Decision[];
  questions: string[];
  /** null: the job has not ended. */
  result: { output: string; artifacts: { path: string; content: string }[] } | null;
}

export interface Keeper {
  name: string;
  /** The directory in which the history lies. */
  keep(history: History): Promise<string>;
  formatQuestions(questions: readonly string[]): string;
  parseQuestions(file: string): string[];
}

export const keepers: readonly Keeper[] = [
  { name: "the hall", keep: keepInHall, ...hallQuestions },
  { name: "the researcher", keep: keepInMember, ...memberQuestions },
];

async function keepInHall(history: History): Promise<string> {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  await systemDisk.makeDirectories(layout.work);
  const copy = (history.result?.artifacts ?? []).map(({ path, content }) => ({
    path,
    from: "work" as const,
    bytes: Buffer.byteLength(content),
  }));
  for (const { path, content } of history.result?.artifacts ?? []) {
    await systemDisk.makeDirectories(`${layout.work}/${path}`.replace(/\/[^/]*$/, ""));
    await systemDisk.replace(`${layout.work}/${path}`, content);
  }
  const commission = commissionAfter(eventsOf(history, copy));
  const failed = (error: unknown) => {
    throw error;
  };
  const projector = createProjector({
    kind: commissionKind,
    disk: systemDisk,
    lane: createLane(1),
    layout,
    failed,
  });
  const position = { seq: 1, bytes: 0, lastLineSha256: "" };
  if (history.result !== null) await collectWork(systemDisk, layout, { ...planOf(copy), mostMb: null });
  await projector.showNow(projectionOf(commissionKind, commission, position));
  return layout.directory;
}

type Copy = { path: string; from: "work"; bytes: number }[];

const outcome = {
  status: "completed",
  endedBy: "normal",
  anomaly: null,
  source: "submission",
  trust: "claimed",
} as const;

function planOf(copy: Copy) {
  return { outcome, copy };
}

function eventsOf({ description, task, config, ...said }: History, copy: Copy): EventBody[] {
  const request = { ...someRequest, title: description, task, config };
  const facts: FactBody[] = [
    ...said.summaries.map((summary, i) => ({
      type: "progress.reported" as const,
      callKey: `s${i}`,
      summary,
    })),
    ...said.decisions.map((one, i) => ({ type: "decision.recorded" as const, callKey: `d${i}`, ...one })),
    ...said.questions.map((question, i) => ({
      type: "question.logged" as const,
      callKey: `q${i}`,
      question,
    })),
  ];
  const begun = inProgress.map((event) =>
    event.type === "commission.created" ? { ...event, request } : event,
  );
  const base = [...begun, ...facts.map((fact, i) => factOf(begun.length + i, fact))];
  return said.result === null
    ? base
    : [
        ...base,
        ...endOf(said.result.output, { copy, at: base.length, summary: said.summaries.at(-1) ?? "Done." }),
      ];
}

function endOf(
  output: string,
  { copy, at, summary }: { copy: Copy; at: number; summary: string },
): EventBody[] {
  const artifacts = copy.map(({ path }) => `artifacts/${path}`);
  const { endedBy, anomaly, source, trust } = outcome;
  return [
    factOf(at, { type: "result.submitted", callKey: "k", summary, output, artifacts: copy }),
    factOf(at + 1, { type: "session.ended", end: { how: "normal", finalText: "Done." } }),
    { type: "finish.planned", plan: planOf(copy) },
    { type: "finish.applied", artifacts, problems: [] },
    { type: "commission.completed", endedBy, anomaly, source, trust },
  ];
}

async function keepInMember(history: History): Promise<string> {
  const member = await openTestMember();
  const { description, task, config } = history;
  const jobId = await member.dispatch({ description, task, config });
  const { recorder, end } = await member.at(0);
  for (const summary of history.summaries) await recorder.setSummary(summary);
  for (const decision of history.decisions) await recorder.addDecision(decision);
  for (const question of history.questions) await recorder.addQuestion(question);
  if (history.result !== null) {
    await recorder.submit(history.result);
    end({ how: "finished", finalText: "Done." });
    // Each look is a round trip to the member.
    while ((await member.ask<{ status: string }>("worker/status", { jobId })).status === "running");
  }
  return `${member.directory}/jobs/${jobId}`;
}
