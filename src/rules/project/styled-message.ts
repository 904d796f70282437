// Fills a project's own template of a commit message with the words of a commission. Words of a worker or a stranger
// cannot make a line that looks like a trailer, or like part of a patch, unless the template itself begins it so.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { CommitSettings } from "../../contract/project/land-settings.ts";
import { commitPeople, formatPerson } from "./commit-people.ts";
import { asLine, bodyLines, isMark, isTrailer, linesOf } from "./commit-text.ts";

export interface StyledWords {
  request: AcceptedRequest;
  /** The worker's own account of the work. */
  summary: string;
  style: CommitSettings;
}

const usualTemplate = "{title}\n\n{summary}";

/** Returns the subject and the body. */
export function styledParagraphs(words: StyledWords): [subject: string, body: string] {
  const [first = "", ...rest] = linesOf((words.style.message ?? usualTemplate).trim());
  const { id } = words.request;
  const subject = fill(first, words, { isOdd: isOddSubject, summary: [asLine(firstLine(words.summary))] });
  const summary = bodyLines(words.summary);
  const lines = rest.flatMap((line) => fill(line, words, { isOdd: isOddLine, summary }));
  return [subject.join(" ").trim() || `Commission ${id}`, withoutGaps(lines)];
}

/** Returns the project's own trailers, and the sign-off if the project wants one and says by whom. */
export function styledTrailers(words: StyledWords): string[] {
  const { style, request } = words;
  const summary = [asLine(firstLine(words.summary))];
  const own = style.trailers.map((line) =>
    fill(line, words, { isOdd: () => false, summary })
      .join(" ")
      .trimEnd(),
  );
  const isSigned = style.signOff && (style.author ?? style.committer) !== undefined;
  if (!isSigned) return own;
  const { author, committer } = commitPeople(request.worker, style);
  return [...own, `Signed-off-by: ${formatPerson(style.author === undefined ? committer : author)}`];
}

interface Filling {
  /** Whether a line looks like one that only the template or the hall may write. */
  isOdd(line: string): boolean;
  summary: readonly string[];
}

/** Returns the line with each word in braces replaced. The summary may make several lines of it. */
function fill(line: string, words: StyledWords, { isOdd, summary }: Filling): string[] {
  const parts = line.split(/(\{(?:title|summary|type|worker|project|id|attempt)\})/);
  // The lines so far, each with what the template itself, or the hall, has written at its beginning.
  const lines = [{ text: "", begins: "", isOpen: true }];
  for (const [at, part] of parts.entries()) {
    const last = lines.at(-1);
    if (last === undefined) break;
    const isUntrusted = part === "{title}" || part === "{summary}";
    if (at % 2 === 0 || !isUntrusted) {
      const text = at % 2 === 0 ? part : trusted(part, words);
      last.text += text;
      if (last.isOpen) last.begins += text;
      continue;
    }
    const [first = "", ...more] = part === "{title}" ? [asLine(words.request.title)] : summary;
    last.text += first;
    last.isOpen &&= first === "";
    lines.push(...more.map((text) => ({ text, begins: "", isOpen: false })));
  }
  // A line whose beginning is odd before any word of others is meant by the template.
  return lines.map(({ text, begins }) =>
    (isOdd(text) && !isOdd(`${begins}x`) ? `> ${text}` : text).trimEnd(),
  );
}

function trusted(word: string, { request }: StyledWords): string {
  switch (word) {
    case "{type}":
      return typeOf(request.labels);
    case "{worker}":
      return request.worker;
    case "{project}":
      return request.project ?? "";
    case "{id}":
      return request.id;
    default:
      return String(request.attempt);
  }
}

/** The types of Conventional Commits. */
const types = "build chore ci docs feat fix perf refactor revert style test".split(" ");

/** Returns the first label that is a type of Conventional Commits, such as `fix` or `type:fix`; else `feat`. */
function typeOf(labels: readonly string[]): string {
  const named = labels.map((label) => label.replace(/^type:/, ""));
  return named.find((label) => types.includes(label)) ?? "feat";
}

/** Whether a line of the body looks like a trailer or like a part of a patch. */
const isOddLine = (line: string): boolean => isTrailer(line) || isMark(line);

/** A subject may begin with any word and a colon, but not as a trailer that other programs believe. */
const isOddSubject = (line: string): boolean =>
  isMark(line) || /^\s*(?:commission|worker|status|trust|rehearsed|undoes|[\w-]+-by)\s*:/i.test(line);

function firstLine(text: string): string {
  return linesOf(text.trim())[0] ?? "";
}

/** Joins the lines, without empty ones at both ends and without two in a row. */
function withoutGaps(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
