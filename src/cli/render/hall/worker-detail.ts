// Renders `guild-hall workers NAME`: what a worker may touch, its record, its memory and its instructions.
import { seal } from "../../../contract/commission/commission.ts";
import type { WorkerRecord } from "../../../contract/package/roster.ts";
import type { WorkerDetail } from "../../../contract/package/worker-record.ts";
import { printable } from "../../../host/person/terminal.ts";
import { count } from "../../../rules/show/measures.ts";
import { sumText } from "../../../rules/show/money.ts";
import { elapsed } from "../measures.ts";
import { sealWords } from "../status-word.ts";
import { indented, memberBlock, workerBlock, type WorkersStyle } from "./workers.ts";

export function workerDetailLines(detail: WorkerDetail, style: WorkersStyle): string[] {
  const { worker, posture, memory } = detail;
  return [
    ...(worker.kind === "package" ? workerBlock(worker, style) : memberBlock(worker, style)),
    ...indented(`record: ${recordText(worker.record)}`, style),
    ...(memory === null ? [] : indented(`memory: ${memoryText(memory)}`, style)),
    ...(posture === null ? [] : ["", ...printable(posture).trimEnd().split("\n")]),
  ];
}

function recordText(record: WorkerRecord): string {
  const { completed, failed, cancelled, running, rehearsed } = record;
  const kinds = seal.options.map((each) => counted(record[each], sealWords[each]));
  const parts = [
    counted(completed, `completed (${kinds.filter((kind) => kind !== "").join(", ")})`),
    counted(failed, "failed"),
    counted(cancelled, "cancelled"),
    counted(running, "at work"),
    ...(completed + failed + cancelled > 0 ? [sumText(record)] : []),
    ...(record.medianSeconds === null ? [] : [`median time ${elapsed(record.medianSeconds * 1000)}`]),
    counted(rehearsed, "rehearsed (counted apart)"),
  ];
  return parts.filter((part) => part !== "").join(", ") || "none yet";
}

function counted(many: number, what: string): string {
  return many === 0 ? "" : `${many} ${what}`;
}

function memoryText({ scope, entries, tokens }: NonNullable<WorkerDetail["memory"]>): string {
  if (entries === 0) return "nothing yet";
  const many = entries === 1 ? "1 entry" : `${entries} entries`;
  return `${many}, about ${count(tokens)} tokens; "guild-hall memory list ${scope}" shows them`;
}
