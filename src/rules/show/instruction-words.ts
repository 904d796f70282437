// Says for lists and pages which of a project's own instructions and skills a worker was told.
import { plural } from "../../base/text/plural.ts";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { LeftOut, ToldFile } from "../../contract/commission/instructions.ts";

type Given = Omit<CourseFact & { type: "instructions.given" }, "type">;
type Added = Omit<CourseFact & { type: "instructions.added" }, "type">;

/** Returns what the worker was told, then what was left out; each is empty if there is nothing. */
export function givenWords({ files, nested, skills, leftOut, more }: Given): { told: string; not: string } {
  const told = [
    ...files.map(fileWords),
    ...(nested.length === 0 ? [] : [`${plural(nested.length, "file")} for parts of the project`]),
    ...(skills.length === 0 ? [] : [`skills: ${skills.map(({ name }) => name).join(", ")}`]),
  ];
  return { told: told.join(", "), not: leftOutWords(leftOut, more) };
}

export function addedWords({ files, leftOut }: Added): { told: string; not: string } {
  return { told: files.map(fileWords).join(", "), not: leftOutWords(leftOut, 0) };
}

function fileWords({ path, told, bytes, sameAs }: ToldFile): string {
  if (sameAs !== undefined) return `${path} (the same as ${sameAs})`;
  return told < bytes ? `${path} (${told} of ${bytes} bytes)` : path;
}

/** The ledger names more than these. */
const mostShown = 5;

function leftOutWords(leftOut: readonly LeftOut[], more: number): string {
  const shown = leftOut.slice(0, mostShown).map(({ path, why }) => `${path} (${why})`);
  const others = more + leftOut.length - shown.length;
  return [...shown, ...(others > 0 ? [`${others} more`] : [])].join(", ");
}
