// Reads from the address which commissions are shown and in which order. Pure.
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import type { Seal, Status } from "../../../src/contract/commission/commission.ts";
import { sealOf } from "../../../src/rules/show/seal.ts";
import { sealWords, statusWords } from "../../words/status.ts";

const sortings = ["created", "ended", "title", "worker", "status", "cost", "turns"] as const;
export type Sorting = (typeof sortings)[number];

export interface Choice {
  view?: "board" | "table";
  q?: string;
  worker?: string;
  project?: string;
  status?: Status;
  trust?: Seal;
  label?: string;
  sort?: Sorting;
  /** True if the order is reversed. */
  turned?: true;
}

/** Ignores invalid values, because an address may say anything. */
export function parseChoice(given: Record<string, unknown>): Choice {
  const { view, status, trust, sort } = given;
  return {
    ...((view === "board" || view === "table") && { view }),
    ...textsOf(given),
    ...(isOneOf(statusWords, status) && { status }),
    ...(isOneOf(sealWords, trust) && { trust }),
    ...(sortings.includes(sort as Sorting) && { sort: sort as Sorting }),
    ...(given["turned"] === true && { turned: true as const }),
  };
}

function isOneOf<T extends string>(words: Readonly<Record<T, unknown>>, value: unknown): value is T {
  return typeof value === "string" && Object.hasOwn(words, value);
}

function textsOf(given: Record<string, unknown>): Pick<Choice, "q" | "worker" | "project" | "label"> {
  const text = (name: string) => {
    const value = given[name];
    const written = typeof value === "number" ? String(value) : value;
    return typeof written === "string" && written !== "" ? { [name]: written.slice(0, 500) } : {};
  };
  return { ...text("q"), ...text("worker"), ...text("project"), ...text("label") };
}

/**
 * Returns the chosen commissions. `from` is newest first, and so is the result, unless the choice sorts or
 * reverses it.
 */
export function choose(from: readonly ListedCommission[], choice: Choice): ListedCommission[] {
  const wanted = (choice.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = from.filter(
    (each) =>
      (choice.status === undefined || each.status === choice.status) &&
      (choice.trust === undefined || sealOf(each) === choice.trust) &&
      (choice.worker === undefined || each.worker === choice.worker) &&
      (choice.project === undefined || each.project === choice.project) &&
      (choice.label === undefined || each.labels.includes(choice.label)) &&
      wanted.every((word) => wordsOf(each).includes(word)),
  );
  const { sort = "created" } = choice;
  if (sort !== "created") chosen.sort(compare[sort]);
  return choice.turned ? chosen.reverse() : chosen;
}

/** Cached per commission, because a filter is matched against ten thousand of them at every key press. */
const known = new WeakMap<ListedCommission, string>();

function wordsOf(commission: ListedCommission): string {
  const found = known.get(commission);
  if (found !== undefined) return found;
  const { title, worker, project, labels, id, summary } = commission;
  const words = [title, worker, project ?? "", ...labels, id, summary ?? ""].join("\n").toLowerCase();
  known.set(commission, words);
  return words;
}

/** Fills the cache while the page is idle, so that the first key press need not wait. */
export function prepare(from: readonly ListedCommission[]): void {
  for (const each of from) wordsOf(each);
}

type Compare = (a: ListedCommission, b: ListedCommission) => number;

const byText =
  (of: (commission: ListedCommission) => string): Compare =>
  (a, b) =>
    of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0;

/** Largest first; unknown values last. */
const byFigure =
  (of: (commission: ListedCommission) => number | null): Compare =>
  (a, b) =>
    (of(b) ?? -1) - (of(a) ?? -1);

const statusOrder = Object.keys(statusWords);

const compare: Record<Exclude<Sorting, "created">, Compare> = {
  ended: (a, b) => byText((each) => each.endedAt ?? "")(b, a),
  title: byText((each) => each.title.toLowerCase()),
  worker: byText((each) => each.worker),
  status: (a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status),
  cost: byFigure((each) => (each.cost.rehearsed ? null : each.cost.usd)),
  turns: byFigure((each) => each.turns),
};

export interface Offers {
  workers: string[];
  projects: string[];
  labels: string[];
}

/** Collects the values that can be chosen from. */
export function offers(from: readonly ListedCommission[]): Offers {
  const [workers, projects, labels] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const each of from) {
    workers.add(each.worker);
    if (each.project !== null) projects.add(each.project);
    for (const label of each.labels) labels.add(label);
  }
  return { workers: [...workers].sort(), projects: [...projects].sort(), labels: [...labels].sort() };
}
