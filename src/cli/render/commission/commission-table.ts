// Renders `guild-hall list` for people.
import type { ListedCommission } from "../../../contract/api/api.ts";
import { columnsOf, cutTo, oneLine } from "../../../host/person/terminal.ts";
import { sealOf } from "../../../rules/show/seal.ts";
import { age, costText } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { failureWords } from "../reason-words.ts";
import { landingNote, type LandingNote } from "./landing.ts";
import { resumesText } from "./resuming.ts";
import { shortIds } from "../short-ids.ts";
import { statusBrush } from "../status-word.ts";
import { roomForLast, tableLines, type Cell, type TextTable } from "../table.ts";

export interface ListStyle {
  paint: Paint;
  width: number;
  now: number;
}

/** A title that is cut shorter than this tells too little: then symbols replace the words in the other columns. */
const titleColumns = 30;

const marks = {
  refuted: "x",
  verified: "=",
  conflict: "#",
  "changed nothing": "-",
  cancelling: "~",
  "not recorded": "?",
  "will resume": "^",
  "see anomaly": "!",
  rehearsed: "*",
  chore: "&",
  again: "+",
  "waits for you": ">",
  "on its branch": ")",
  "being accepted": "%",
  "being undone": "%",
  accepted: "@",
  "sent back": "<",
  rejected: "/",
  undone: "$",
} as const satisfies Readonly<Record<LandingNote, string>> & Readonly<Record<string, string>>;
type Note = keyof typeof marks;

export function commissionTable(commissions: readonly ListedCommission[], style: ListStyle): string[] {
  const inWords = tableOf({ commissions, ...words }, style);
  const longest = Math.max(0, ...commissions.map(({ title }) => columnsOf(oneLine(title, titleColumns))));
  const waiting = waitingLines(commissions, style);
  if (roomForLast(inWords, style.width) >= longest) return [...tableLines(inWords, style), ...waiting];
  const legend = legendText(commissions);
  return [
    ...tableLines(tableOf({ commissions, ...inMarks }, style), style),
    ...(legend === "" ? [] : [style.paint.dim(cutTo(legend, style.width))]),
    ...waiting,
  ];
}

/** Lists each reason to wait once, with the number of commissions that it holds up. */
function waitingLines(commissions: readonly ListedCommission[], { paint, width }: ListStyle): string[] {
  const counts = new Map<string, { n: number; isBlocked: boolean }>();
  for (const { waitingFor, status } of commissions)
    if (waitingFor !== null)
      counts.set(waitingFor, {
        n: (counts.get(waitingFor)?.n ?? 0) + 1,
        isBlocked: status === "blocked",
      });
  return [...counts].map(([text, { n, isBlocked }]) => {
    const verb = isBlocked ? blockedWord(n) : n === 1 ? "waits" : "wait";
    return paint.yellow(cutTo(`${n} ${verb}: ${oneLine(text, 2000)}`, width));
  });
}

function blockedWord(n: number): string {
  return n === 1 ? "is blocked" : "are blocked";
}

interface Telling {
  status(commission: ListedCommission, now: number): string;
  cost(commission: ListedCommission): string;
}

const words: Telling = {
  status: (commission, now) =>
    [
      commission.status,
      ...(commission.error ? [failureWords(commission.error.code)] : []),
      ...statusNotes(commission).map((note) => inFull(note, { commission, now })),
    ].join(", "),
  cost: ({ cost }) => costText(cost),
};

/** Spells out a note, with the time when the commission resumes, or the number of the attempt. */
function inFull(note: Note, { commission, now }: { commission: ListedCommission; now: number }): string {
  if (note === "again") return `attempt ${commission.attempt}`;
  return (note === "will resume" ? resumesText(commission, now) : null) ?? note;
}

const inMarks: Telling = {
  status: (commission) =>
    [commission.status, ...statusNotes(commission).map((note) => marks[note])].join(" "),
  cost: ({ cost }) => costText({ ...cost, rehearsed: false }) + (cost.rehearsed ? marks.rehearsed : ""),
};

function tableOf(told: Telling & { commissions: readonly ListedCommission[] }, style: ListStyle): TextTable {
  const { commissions, status, cost } = told;
  const short = shortIds(commissions.map((commission) => commission.id));
  const hasProjects = commissions.some(({ project }) => project !== null);
  const rows = commissions.map((commission): Cell[] => [
    { text: short.get(commission.id) ?? commission.id },
    { text: age(style.now - Date.parse(commission.createdAt)) },
    { text: oneLine(commission.worker, 20) },
    ...(hasProjects ? [{ text: oneLine(commission.project ?? "", 32) }] : []),
    { text: status(commission, style.now), brush: statusBrush(style.paint, commission) },
    { text: cost(commission) },
    { text: oneLine(commission.title, 4000) },
  ]);
  const project = hasProjects ? ["PROJECT"] : [];
  return { head: ["ID", "AGE", "WORKER", ...project, "STATUS", "COST", "TITLE"], rows };
}

function statusNotes(commission: ListedCommission): Note[] {
  return [
    ...conditionNotes(commission),
    ...(commission.chore === null ? [] : (["chore"] as const)),
    ...(commission.attempt === 1 ? [] : (["again"] as const)),
  ];
}

function conditionNotes(commission: ListedCommission): Note[] {
  const seal = sealOf(commission);
  if (seal === "refuted") return ["refuted"];
  if (seal === "conflict") return ["conflict"];
  const behind: Note[] = isBehind(commission) ? ["not recorded"] : [];
  if (commission.cancelRequested && commission.endedAt === null) return ["cancelling", ...behind];
  if (behind.length > 0) return behind;
  if (commission.resumesAt !== null) return ["will resume"];
  const landing = landingNote(commission);
  const sealed: Note[] = [
    ...(seal === "verified" ? (["verified"] as const) : []),
    ...(seal === "unchanged" ? (["changed nothing"] as const) : []),
    ...(landing === null ? [] : [landing]),
  ];
  return commission.anomaly === null ? sealed : [...sealed, "see anomaly"];
}

/**
 * Returns true for a running commission that waits for something. Only a disk that cannot record its facts
 * makes a running commission wait, so its status may be stale.
 */
function isBehind({ status, waitingFor }: ListedCommission): boolean {
  return (status === "dispatched" || status === "in_progress") && waitingFor !== null;
}

/** Explains only the symbols in use. */
function legendText(commissions: readonly ListedCommission[]): string {
  const used = new Set(
    commissions.flatMap((each): Note[] => [
      ...statusNotes(each),
      ...(each.cost.rehearsed ? (["rehearsed"] as const) : []),
    ]),
  );
  return [...used].map((note) => `${marks[note]} ${note}`).join("   ");
}
