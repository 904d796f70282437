// Formats and parses questions.md. Each question has a numbered heading, and its text is quoted line by line.
// Its answers follow, indented line by line. So any text can be parsed back exactly, and a reader of the
// questions alone can skip the answers.
import type { Answer } from "../commission/state.ts";

const questionHeading = /^## Question (\d+)$/;
const answerHeading = /^### Answer\b/;
const indent = "    ";

export function formatQuestions(questions: readonly string[], answers: readonly Answer[] = []): string {
  const parts = questions.flatMap((text, i) => [
    `## Question ${i + 1}\n\n${behind("> ", text)}\n`,
    ...answers.filter(({ number }) => number === i + 1).map(formatAnswer),
  ]);
  return ["# Questions\n", ...parts].join("\n");
}

function formatAnswer({ answer, by, at }: Answer): string {
  return `### Answer (${by}, ${at})\n\n${behind(indent, answer)}\n`;
}

export function parseQuestions(file: string): string[] {
  return parseParts(file).map(({ question }) => question.join("\n"));
}

/** Returns the answers to each question, latest last. */
export function parseAnswers(file: string): string[][] {
  return parseParts(file).map(({ answers }) => answers.map((lines) => lines.join("\n")));
}

interface Part {
  question: string[];
  answers: string[][];
}

function parseParts(file: string): Part[] {
  const parts: Part[] = [];
  for (const line of file.split("\n")) {
    const part = parts.at(-1);
    if (questionHeading.test(line)) parts.push({ question: [], answers: [] });
    else if (answerHeading.test(line)) part?.answers.push([]);
    else if (line.startsWith(">")) part?.question.push(line.startsWith("> ") ? line.slice(2) : line.slice(1));
    else if (line.startsWith(indent)) part?.answers.at(-1)?.push(line.slice(indent.length));
  }
  return parts;
}

function behind(mark: string, text: string): string {
  return text
    .split("\n")
    .map((line) => mark + line)
    .join("\n");
}
